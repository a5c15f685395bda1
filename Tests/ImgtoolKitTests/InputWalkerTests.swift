import CommandLineOptions
import Foundation
import ImgtoolKit
import Posix
import TestSupport
import Testing

@Suite("InputWalker")
struct InputWalkerTests {
  /// A folder of “images”, which begin with `I`, and other files.
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for path in ["b.jpg", "a.jpg", ".hidden", "B", "sub/c.jpg", "sub/deep/d.png", ".git/e.jpg"] {
      try write(path, "Image")
    }
    try write("notes.jpg", "no image")
    try FileManager.default.createDirectory(
      atPath: folder.file("empty"), withIntermediateDirectories: true)
  }

  func write(_ path: String, _ text: String) throws {
    let whole = URL(fileURLWithPath: folder.file(path))
    try FileManager.default.createDirectory(
      at: whole.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: whole)
  }

  func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.file(path), withDestinationPath: target)
  }

  func path(_ name: String) -> FilePath { FilePath(folder.file(name)) }

  func walk(
    _ names: [String], recursive: Bool = false, identity: InputWalker.Identity = .name
  ) -> [FoundInput] {
    walker(recursive, identity).walk(names.map { path($0) })
  }

  func walker(_ recursive: Bool = false, _ identity: InputWalker.Identity = .name) -> InputWalker {
    InputWalker(isRecursive: recursive, identity: identity) { (path) throws(SystemError) in
      try FileDescriptor(opening: path, .read).read(count: 1) == [UInt8(ascii: "I")]
    }
  }

  /// Paths below the folder, failures with a mark and their code.
  func names(_ found: [FoundInput]) -> [String] {
    found.map { item in
      let name = item.path.description.replacingOccurrences(of: folder.path + "/", with: "")
      guard case .failed(_, let error) = item else { return name }
      return "! \(name) \(error.code.rawValue)"
    }
  }

  @Test(
    "a folder gives its images by their bytes in byte order, hidden ones too, and not those below")
  func plainFolder() {
    #expect(names(walk([""])) == [".hidden", "B", "a.jpg", "b.jpg"])
  }

  @Test("a folder that says it is a cache is walked only when it is named")
  func caches() throws {
    try write("sub/deep/CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55\n")
    try write("sub/CACHEDIR.TAG", "Signature: of something else")
    #expect(
      names(walk([""], recursive: true)) == [".hidden", "B", "a.jpg", "b.jpg", "sub/c.jpg"])
    #expect(names(walk(["sub/deep"], recursive: true)) == ["sub/deep/d.png"])
    try write("sub/deep/er/e.jpg", "Image")
    #expect(
      names(walk(["sub/deep"], recursive: true)) == ["sub/deep/d.png", "sub/deep/er/e.jpg"])
  }

  @Test("recursion goes down into sub-folders but not into hidden ones")
  func recursion() {
    #expect(
      names(walk([""], recursive: true)) == [
        ".hidden", "B", "a.jpg", "b.jpg", "sub/c.jpg", "sub/deep/d.png",
      ])
  }

  @Test("a hidden folder that is named is walked")
  func hiddenFolder() {
    #expect(names(walk([".git"])) == [".git/e.jpg"])
  }

  @Test("files found below a folder know their place below it, named ones have none")
  func subfolders() {
    let found = walk(["sub", "a.jpg"], recursive: true)
    let inputs = found.compactMap { if case .input(let input) = $0 { input } else { nil } }
    #expect(inputs.map(\.subfolder) == ["", "deep", ""])
    #expect(inputs.map(\.isFromFolder) == [true, true, false])
    #expect(inputs.map(\.stem) == ["c", "d", "a"])
  }

  @Test("a named file is taken whatever it holds, in the order given")
  func named() {
    #expect(names(walk(["notes.jpg", "b.jpg", "a.jpg"])) == ["notes.jpg", "b.jpg", "a.jpg"])
  }

  @Test("a folder without images gives nothing and is no failure")
  func empty() {
    #expect(walk(["empty"]) == [])
  }

  @Test("what is not there fails in its place, and the others go on")
  func missing() {
    let found = walk(["none.jpg", "a.jpg", "a.jpg/x", "none.jpg"])
    #expect(names(found) == ["! none.jpg not-found", "a.jpg", "! a.jpg/x not-found"])
    guard case .failed(_, let error) = found[0] else { return }
    #expect(error.message.description == "no such file or folder")
  }

  @Test("a file in a folder that may not be read fails, it is not passed over")
  func unreadable() {
    let walker = InputWalker(isRecursive: false) { (path) throws(SystemError) in
      if path.name == "b.jpg" { throw .notPermitted }
      return path.name == "a.jpg"
    }
    let found = walker.walk([path("")])
    #expect(names(found) == ["a.jpg", "! b.jpg unreadable"])
    guard case .failed(_, let error) = found[1] else { return }
    #expect(error.message.description == "cannot be read: permission denied")
  }

  @Test(
    "the same file is done once however it is spelled",
    arguments: [
      ["a.jpg", "a.jpg"], ["a.jpg", "./a.jpg"], ["a.jpg", "sub/../a.jpg"],
      ["a.jpg", "sub//deep/../..//a.jpg"],
      ["a.jpg", "folder-link/a.jpg"],
    ])
  func spelling(paths: [String]) throws {
    try link("folder-link", to: ".")
    #expect(names(walk(paths)) == ["a.jpg"])
  }

  @Test("a named file that its folder holds as well is done once, at its first place")
  func overlap() {
    #expect(
      names(walk(["b.jpg", "", "sub", "sub/c.jpg"])) == [
        "b.jpg", ".hidden", "B", "a.jpg", "sub/c.jpg",
      ])
  }

  @Test(
    "links to files and hard links are inputs of their own; links to nothing fail only where named")
  func links() throws {
    try link("link.jpg", to: "a.jpg")
    try link("dangling.jpg", to: "none")
    try FileManager.default.linkItem(atPath: folder.file("a.jpg"), toPath: folder.file("hard.jpg"))
    #expect(
      names(walk(["dangling.jpg", "hard.jpg", "link.jpg"])) == [
        "! dangling.jpg not-found", "hard.jpg", "link.jpg",
      ])
    #expect(names(walk([""])) == [".hidden", "B", "a.jpg", "b.jpg", "hard.jpg", "link.jpg"])
  }

  @Test("where targets are replaced, a link and its target are one input")
  func targets() throws {
    try link("0.jpg", to: "a.jpg")
    #expect(names(walk([""], identity: .target)) == [".hidden", "0.jpg", "B", "b.jpg"])
  }

  @Test("links to folders are not followed in folders, so that a cycle ends")
  func cycle() throws {
    try link("sub/up", to: "..")
    #expect(names(walk(["sub"], recursive: true)) == ["sub/c.jpg", "sub/deep/d.png"])
    // Named, the link is followed.
    #expect(names(walk(["sub/up"])).contains("sub/up/a.jpg"))
  }

  @Test("a pipe in a folder is not opened")
  func pipe() throws {
    #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
    #expect(names(walk([""])) == [".hidden", "B", "a.jpg", "b.jpg"])
  }

  @Test("names are bytes")
  func bytes() throws {
    let name = path("").bytes + [0xFF, 0x0A]
    let file = try FileDescriptor(opening: FilePath(bytes: name), .createNew)
    try file.write(Array("I".utf8))
    #expect(walk([""]).last?.path.bytes == name)
  }

  @Test("the current folder's images carry no folder in their path")
  func currentFolder() {
    let found = walker(true).walkCurrentFolder(FilePath(folder.path))
    #expect(names(found) == [".hidden", "B", "a.jpg", "b.jpg"])
  }

  @Test("a path longer than any system opens fails and takes no time")
  func longPath() {
    let long = FilePath(bytes: Array(repeating: [UInt8]("a/".utf8), count: 50_000).joined())
    #expect(names(walker().walk([long])).first?.hasPrefix("! a/") == true)
  }
}

@Suite("InputList")
struct InputListTests {
  @Test("a list is split at its separator and at nothing else")
  func separators() {
    #expect(
      InputList.paths(in: Array("a b\r\n\n -x\nlast".utf8), isNULSeparated: false) == [
        "a b\r", " -x", "last",
      ])
    #expect(InputList.paths(in: Array("a\nb\0\0c\0".utf8), isNULSeparated: true) == ["a\nb", "c"])
    #expect(InputList.paths(in: [0xFF, 0x0A], isNULSeparated: false) == [FilePath(bytes: [0xFF])])
    #expect(InputList.paths(in: [], isNULSeparated: false) == [])
  }

  @Test("stdin is read only for a dash")
  func standardInput() throws {
    #expect(
      try InputList.read("-", isNULSeparated: false, standardInput: { Array("a\n".utf8) }) == ["a"])
    let folder = try TemporaryFolder()
    let list = try folder.write("list", Array("b\0".utf8))
    let read = try InputList.read(FilePath(list), isNULSeparated: true) {
      Issue.record("stdin was read")
      return []
    }
    #expect(read == ["b"])
  }

  @Test("a list that is not there is wrong usage")
  func missing() throws {
    let folder = try TemporaryFolder()
    let path = FilePath(folder.file("none"))
    let error = errorThrown(UsageError.self) { try InputList.read(path, isNULSeparated: false) }
    #expect(
      error?.message.description == "The list '\(path)' cannot be read: no such file or directory")
  }
}
