import Posix
import Testing

@Suite struct FilePathTests {
  struct Parts: Sendable, CustomTestStringConvertible {
    let path: FilePath
    let name: FilePath
    let folder: FilePath
    let stem: FilePath
    let pathExtension: FilePath?

    init(
      _ path: FilePath, _ name: FilePath, in folder: FilePath, _ stem: FilePath, _ ext: FilePath?
    ) {
      self.path = path
      self.name = name
      self.folder = folder
      self.stem = stem
      pathExtension = ext
    }

    var testDescription: String { path.description }
  }

  @Test(
    "A path has a name, a folder, a stem and an extension",
    arguments: [
      Parts("a/b/c.jpg", "c.jpg", in: "a/b", "c", "jpg"),
      Parts("c.JPG", "c.JPG", in: ".", "c", "JPG"),
      Parts("/c", "c", in: "/", "c", nil),
      Parts("//c", "c", in: "/", "c", nil),
      Parts("a//c", "c", in: "a", "c", nil),
      Parts("a/b/", "b", in: "a", "b", nil),
      Parts("a/b.d//", "b.d", in: "a", "b", "d"),
      Parts("v1.2.jpg", "v1.2.jpg", in: ".", "v1.2", "jpg"),
      Parts(".hidden", ".hidden", in: ".", ".hidden", nil),
      Parts(".hidden.png", ".hidden.png", in: ".", ".hidden", "png"),
      Parts("dot.", "dot.", in: ".", "dot.", nil),
      Parts("a.b/c", "c", in: "a.b", "c", nil),
      Parts("", "", in: ".", "", nil),
      Parts("/", "", in: ".", "", nil),
    ])
  func hasParts(parts: Parts) {
    #expect(parts.path.name == parts.name)
    #expect(parts.path.folder == parts.folder)
    #expect(parts.path.stem == parts.stem)
    #expect(parts.path.pathExtension == parts.pathExtension)
  }

  @Test(
    "A path is appended below another, unless it is absolute",
    arguments: [
      ("a", "b", "a/b"), ("a/", "b", "a/b"), ("/", "b", "/b"), ("", "b", "b"), ("a", "/b", "/b"),
      ("a", "b/c", "a/b/c"),
    ] as [(FilePath, FilePath, FilePath)])
  func appends(one: FilePath, two: FilePath, both: FilePath) {
    #expect(one.appending(two) == both)
  }

  @Test(
    "What lies below a folder is told by the spelling of both",
    arguments: [
      ("a/b/c", "a", "b/c"), ("a/b/c", "a/", "b/c"), ("a", "a", ""), ("a", "a/", ""),
      ("/a", "/", "a"),
      ("ab/c", "a", nil), ("b", "a", nil), ("a", "a/b", nil), ("/a", "a", nil),
    ] as [(FilePath, FilePath, FilePath?)])
  func below(path: FilePath, folder: FilePath, rest: FilePath?) {
    #expect(path.rest(below: folder) == rest)
  }

  @Test("A path has the names between its slashes")
  func names() {
    #expect(FilePath("/a//b/..").names == ["a", "b", ".."])
    #expect(FilePath("").names == [])
  }

  @Test("A path ends at a NUL, as it does for the system")
  func endsAtNUL() {
    #expect(FilePath(bytes: [97, 0, 98]) == "a")
  }

  @Test("Paths are ordered by their bytes")
  func ordered() {
    let paths = ["b", "B", "a/b", "a.b", "ä"].map { FilePath($0) }
    #expect(paths.sorted() == ["B", "a.b", "a/b", "b", "ä"])
  }
}
