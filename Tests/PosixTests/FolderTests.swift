import Posix
import TestSupport
import Testing

@Suite("A folder that is held") struct FolderTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  func path(_ name: FilePath) -> FilePath { FilePath(folder.path).appending(name) }

  func held() throws -> Folder { try Folder(opening: path("")) }

  @Test("stays the same, whatever gets its name")
  func stays() throws {
    try FileSystem.makeFolders(path("one"))
    try FileSystem.makeFolders(path("elsewhere"))
    let one = try held().folder("one")
    try FileSystem.rename(path("one"), to: path("moved"))
    try FileSystem.makeLink(at: path("one"), to: "elsewhere")
    _ = try FileDescriptor(in: one, opening: "file", .createNew)
    #expect(try FolderListing.entries(of: path("moved")).map(\.name) == ["file"])
    #expect(try FolderListing.entries(of: path("elsewhere")).isEmpty)
  }

  @Test("leads to no folder through a link, and to none that is a file or missing")
  func followsNoLink() throws {
    try FileSystem.makeFolders(path("real"))
    try FileSystem.makeLink(at: path("link"), to: "real")
    try folder.write("file", [])
    let held = try held()
    #expect(throws: Never.self) { _ = try held.folder("real") }
    for name in ["link", "file"] as [FilePath] {
      #expect(throws: SystemError.notFolder) { _ = try held.folder(name) }
      #expect(throws: SystemError.exists) { _ = try held.makeFolder(name) }
    }
    #expect(throws: SystemError.notFound) { _ = try held.folder("none") }
  }

  @Test("makes the folders that are missing")
  func makesFolders() throws {
    let held = try held()
    #expect(try held.makeFolder("new"))
    #expect(try !held.makeFolder("new"))
    #expect(try held.status(of: "new").kind == .folder)
  }

  @Test("renames exclusively only where the name is free, and else replaces")
  func renames() throws {
    try folder.write("one", [1])
    try folder.write("two", [2, 2])
    let held = try held()
    #expect(throws: SystemError.exists) { try held.renameExclusively("one", to: "two") }
    try held.renameExclusively("one", to: "three")
    #expect(try folder.names() == ["three", "two"])
    try held.rename("two", to: "three")
    #expect(try folder.names() == ["three"])
    #expect(try held.status(of: "three").size == 2)
  }

  @Test("links, removes and lists names, and follows no link for it")
  func changesNames() throws {
    try folder.write("file", [1])
    try FileSystem.makeLink(at: path("link"), to: "file")
    let held = try held()
    try held.link("file", to: "second")
    #expect(throws: SystemError.exists) { try held.link("file", to: "second") }
    #expect(try held.status(of: "link").kind == .link)
    try held.remove("link")
    #expect(try held.entries().map(\.name) == ["file", "second"])
    #expect(try held.entries().map(\.name) == ["file", "second"])
    #expect(throws: Never.self) { try held.synchronize() }
  }
}
