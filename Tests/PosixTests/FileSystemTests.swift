import Posix
import TestSupport
import Testing

@Suite struct FileSystemTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  func path(_ name: FilePath) -> FilePath { FilePath(folder.path).appending(name) }

  @Test(
    "Names of any bytes go through making, listing, opening and removing",
    arguments: [
      Array("plain".utf8), [0xFF, 0xFE, 0x80], Array("new\nline".utf8), Array(" -rf %s[1]*".utf8),
      [UInt8](repeating: 0xE4, count: 255),
    ])
  func roundTripsNames(bytes: [UInt8]) throws {
    let name = FilePath(bytes: bytes)
    let made = try FileDescriptor(opening: path(name), .createNew)
    try made.write([1, 2])
    try made.close()
    let entries = try FolderListing.entries(of: path(""))
    #expect(entries == [FolderEntry(name: name, kind: .file)])
    let found = try #require(entries.first)
    let file = try FileDescriptor(opening: path(found.name), .read)
    #expect(try file.readAll(limit: 10) == [1, 2])
    try FileSystem.remove(path(found.name))
    #expect(try FolderListing.entries(of: path("")).isEmpty)
  }

  @Test("A listing tells kinds without following links, in byte order, hidden names too")
  func lists() throws {
    try folder.write("b", [])
    try folder.write(".a", [])
    try FileSystem.makeFolders(path("c"))
    try FileSystem.makeLink(at: path("d"), to: "c")
    #expect(
      try FolderListing.entries(of: path("")) == [
        FolderEntry(name: ".a", kind: .file), FolderEntry(name: "b", kind: .file),
        FolderEntry(name: "c", kind: .folder), FolderEntry(name: "d", kind: .link),
      ])
  }

  @Test("What is no folder can't be listed")
  func listsFoldersOnly() throws {
    try folder.write("file", [])
    #expect(throws: SystemError.notFolder) { try FolderListing.entries(of: path("file")) }
    #expect(throws: SystemError.notFound) { try FolderListing.entries(of: path("none")) }
  }

  @Test(
    "Folders are made with those above them, again and again", arguments: ["a/b/c", "a//b/", "x"])
  func makesFolders(name: String) throws {
    for _ in 1...2 {
      try FileSystem.makeFolders(path(FilePath(name)))
      #expect(try FileStatus(of: path(FilePath(name))).kind == .folder)
    }
  }

  @Test("A link to a folder counts as the folder, a file does not")
  func makesNoFolderOverFile() throws {
    try FileSystem.makeFolders(path("real"))
    try FileSystem.makeLink(at: path("link"), to: "real")
    try FileSystem.makeFolders(path("link"))
    try folder.write("file", [])
    #expect(throws: SystemError.exists) { try FileSystem.makeFolders(path("file")) }
    // Where a folder can't be made although the one above it is there, the search ends all the same.
    #if os(Linux)
      #expect(throws: SystemError.notFound) { try FileSystem.makeFolders("/proc/a/b") }
    #endif
    #expect(throws: SystemError.notFolder) { try FileSystem.makeFolders(path("file/a/b")) }
    #expect(throws: SystemError.notFound) { try FileSystem.makeFolders("") }
  }

  @Test("A link is looked through, or at")
  func followsLinks() throws {
    try folder.write("file", [1, 2, 3])
    try FileSystem.makeLink(at: path("link"), to: "file")
    try FileSystem.makeLink(at: path("lost"), to: "nowhere")
    #expect(try FileStatus(of: path("link")).size == 3)
    #expect(try FileStatus(of: path("link"), followingLinks: false).kind == .link)
    #expect(try FileSystem.readLink(path("link")) == "file")
    #expect(try FileSystem.realPath(path("link")) == FileSystem.realPath(path("file")))
    #expect(throws: SystemError.notFound) { try FileStatus(of: path("lost")) }
    #expect(throws: SystemError.notFound) { try FileSystem.realPath(path("lost")) }
  }

  @Test("A second name is the same file")
  func links() throws {
    try folder.write("one", [1])
    try folder.write("other", [1])
    try FileSystem.link(path("one"), to: path("two"))
    let one = try FileStatus(of: path("one"))
    #expect(one.linkCount == 2)
    #expect(try one.isSameFile(as: FileStatus(of: path("two"))))
    #expect(try !one.isSameFile(as: FileStatus(of: path("other"))))
    #expect(throws: SystemError.exists) { try FileSystem.link(path("one"), to: path("other")) }
  }

  @Test("A rename replaces what had the name")
  func renames() throws {
    try folder.write("one", [1])
    try folder.write("two", [2, 2])
    try FileSystem.rename(path("one"), to: path("two"))
    #expect(try folder.names() == ["two"])
    #expect(try FileStatus(of: path("two")).size == 1)
  }
}
