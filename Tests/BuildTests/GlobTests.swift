import Posix
import Testing
import TestSupport

@testable import Build

@Suite("A pattern for paths")
struct GlobTests {
  @Test(
    "stands for the paths that a shell would find",
    arguments: [
      ("*.jpg", "a.jpg", true), ("*.jpg", "a.jpeg", false), ("*.jpg", "b/a.jpg", false),
      ("**/*.jpg", "a.jpg", true), ("**/*.jpg", "b/c/a.jpg", true), ("**", "b/c/a.jpg", true),
      ("b/**", "b/a", true), ("b/**", "b", false), ("b/**/d/*", "b/d/x", true),
      ("b/**/d/*", "b/c/c/d/x", true), ("b/**/d/*", "b/c/x", false),
      ("?.png", "é.png", true), ("?.png", "ab.png", false), ("[a-c]x", "bx", true),
      ("[a-c]x", "dx", false), ("[!a-c]x", "dx", true), ("[^a-c]x", "ax", false),
      ("[]-]", "-", true), ("[]-]", "]", true), ("{a,b}.{png,jpg}", "b.png", true),
      ("{a,b}.{png,jpg}", "c.png", false), ("{,x}y", "y", true),
      ("{a/b,c}/*.jpg", "a/b/1.jpg", true),
      ("a{b{c,d},e}", "abd", true), ("a{b{c,d},e}", "ae", true), ("\\*", "*", true),
      ("\\*", "a", false), ("\\{a", "{a", true), ("[{]", "{", true), ("a*b*c", "aXbYbZc", true),
      ("a*b*c", "aXbY", false), ("./a/*", "a/b", true), ("../a/*", "../a/b", true),
      ("/a/*", "/a/b", true), ("/*", "/a", true), ("/*", "/a/b", false),
      ("a/*", "ab/c", false), ("a***", "abc", true), ("*", "", true),
    ])
  func matches(pattern: String, path: FilePath, expected: Bool) throws {
    #expect(try Glob(pattern).matches(path) == expected)
  }

  @Test(
    "is refused where it can't be meant",
    arguments: [
      ("a[b", "a '[' has no ']'"), ("{a,b", "a '{' has no '}'"), ("a}", "a '}' has no '{'"),
      ("[b-a]", "the range 'b-a' runs backwards"), ("a//b", "there is nothing between two slashes"),
      ("{a/,b}", "there is nothing between two slashes"),
      ("photos/", "it names a folder; 'photos/*' are its files"),
      ("*/../b", "'..' may stand at the beginning alone"), ("a\\", "nothing follows the backslash"),
      (
        "{a,b,c,d,e,f,g,h,i,j}{a,b,c,d,e,f,g,h,i,j}{a,b,c,d,e,f,g,h,i,j}{a,b}",
        "its braces stand for more than 1000 patterns"
      ),
    ])
  func refuses(pattern: String, message: String) {
    let error = errorThrown(Glob.Fault.self) { try Glob(pattern) }
    #expect(error?.message.description == message)
  }

  @Test("needs no more time for many stars than for one")
  func stars() throws {
    let name = FilePath(String(repeating: "a", count: 255))
    #expect(try !Glob(String(repeating: "*a", count: 120) + "b").matches(name))
  }

  @Test("takes a byte that is no UTF-8 for one character")
  func strayBytes() throws {
    let name = FilePath(bytes: [UInt8(ascii: "a"), 0xFF, UInt8(ascii: "b")])
    #expect(try Glob("a?b").matches(name))
    #expect(try Glob("a*").matches(name))
    #expect(try !Glob("a??b").matches(name))
  }

  @Test(
    "finds files, with the folders between its base and them",
    arguments: [
      (
        "photos/**/*.jpg", [], ["photos/a.jpg", "photos/trip/b.jpg", "photos/trip/drafts/c.jpg"],
        ["", "trip", "trip/drafts"]
      ),
      ("photos/**/*.jpg", ["**/drafts/**"], ["photos/a.jpg", "photos/trip/b.jpg"], ["", "trip"]),
      ("photos/*.jpg", [], ["photos/a.jpg"], [""]),
      ("*/*.jpg", [], ["photos/a.jpg"], ["photos"]),
      ("*.jpg", [], ["top.jpg"], [""]),
      ("photos/.hidden/*", [], ["photos/.hidden/d.jpg"], [""]),
      ("nowhere/*", [], [], []),
    ] as [(String, [String], [String], [String])])
  func walks(pattern: String, excluded: [String], paths: [String], folders: [String]) throws {
    let folder = try TemporaryFolder()
    for path in ["photos/trip/drafts", "photos/.hidden"] {
      try FileSystem.makeFolders(FilePath(folder.file(path)))
    }
    for name in [
      "top.jpg", "photos/a.jpg", "photos/.e.jpg", "photos/trip/b.jpg", "photos/trip/drafts/c.jpg",
      "photos/.hidden/d.jpg", "photos/note.txt",
    ] {
      try folder.write(name, [1])
    }
    let walk = GlobWalk(root: FilePath(folder.path), excluded: try excluded.map { try Glob($0) })
    let found = try walk.files(of: Glob(pattern))
    #expect(found.map(\.path.description) == paths)
    #expect(found.map(\.folders.description) == folders)
  }
}
