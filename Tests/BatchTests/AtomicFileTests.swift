import Posix
import TestSupport
import Testing

@testable import Batch

@Suite struct AtomicFileTests {
  /// The two ways to keep an unfinished file out of sight.
  enum Way: CaseIterable, Sendable {
    case unnamed
    case hidden

    var options: AtomicFileOptions {
      var options = AtomicFileOptions()
      options.usesUnnamedFiles = self == .unnamed
      return options
    }

    var replacing: AtomicFileOptions {
      var options = options
      options.replaces = true
      return options
    }
  }

  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  func path(_ name: FilePath) -> FilePath { FilePath(folder.path).appending(name) }

  func contents(_ name: FilePath) throws -> [UInt8] {
    let file = try FileDescriptor(opening: path(name), .read)
    return try file.readAll(limit: 1 << 20)
  }

  @Test("A file has its name only once it is whole", arguments: Way.allCases)
  func appearsWhole(way: Way) throws {
    let file = try AtomicFile(at: path("out"), way.options)
    try file.write([1, 2])
    #expect(!(try folder.names().contains("out")))
    try file.write([3])
    let committed = try file.commit()
    #expect(committed.path == path("out"))
    #expect(committed.status.size == 3)
    #expect(try folder.names() == ["out"])
    #expect(try contents("out") == [1, 2, 3])
  }

  @Test("A file that is let go leaves nothing", arguments: Way.allCases)
  func vanishes(way: Way) throws {
    do {
      let file = try AtomicFile(at: path("out"), way.options)
      try file.write([1, 2])
    }
    #expect(try folder.names() == [])
  }

  @Test("A name that is taken is an error, whatever has it", arguments: Way.allCases)
  func replacesNothing(way: Way) throws {
    try folder.write("file", [9])
    try FileSystem.makeLink(at: path("lost"), to: "nowhere")
    try FileSystem.makeFolders(path("folder"))
    for name in ["file", "lost", "folder"] as [FilePath] {
      #expect(throws: SystemError.exists) {
        _ = try AtomicFile.write([1], to: path(name), way.options)
      }
    }
    #expect(try folder.names() == ["file", "folder", "lost"])
    #expect(try contents("file") == [9])
  }

  @Test("A file is replaced at the end, and not before", arguments: Way.allCases)
  func replaces(way: Way) throws {
    try folder.write("out", [9])
    let before = try FileStatus(of: path("out"))
    let file = try AtomicFile(at: path("out"), way.replacing)
    try file.write([1, 2])
    #expect(try contents("out") == [9])
    _ = try file.commit()
    #expect(try contents("out") == [1, 2])
    #expect(try folder.names() == ["out"])
    #expect(try !FileStatus(of: path("out")).isSameFile(as: before))
  }

  @Test("Replacing makes a file where there is none", arguments: Way.allCases)
  func replacesNone(way: Way) throws {
    _ = try AtomicFile.write([1], to: path("out"), way.replacing)
    #expect(try folder.names() == ["out"])
  }

  @Test("A folder is not replaced, and nothing is left beside it", arguments: Way.allCases)
  func keepsFolder(way: Way) throws {
    try FileSystem.makeFolders(path("out"))
    #expect(throws: SystemError.isFolder) {
      _ = try AtomicFile.write([1], to: path("out"), way.replacing)
    }
    #expect(try folder.names() == ["out"])
  }

  @Test("A link is replaced itself, and what it leads to stays", arguments: Way.allCases)
  func replacesLinks(way: Way) throws {
    try folder.write("real", [9])
    try FileSystem.makeLink(at: path("link"), to: "real")
    _ = try AtomicFile.write([2], to: path("link"), way.replacing)
    #expect(try FileStatus(of: path("link"), followingLinks: false).kind == .file)
    #expect(try contents("real") == [9])
  }

  @Test("Below its root no link is followed, and above it any", arguments: Way.allCases)
  func keepsBelowRoot(way: Way) throws {
    try FileSystem.makeFolders(path("real/deep"))
    try FileSystem.makeFolders(path("elsewhere"))
    try FileSystem.makeLink(at: path("root"), to: "real")
    try FileSystem.makeLink(at: path("real/link"), to: path("elsewhere"))
    var options = way.options
    options.root = path("root")
    _ = try AtomicFile.write([1], to: path("root/deep/new/out"), options)
    #expect(try contents("real/deep/new/out") == [1])
    for name in ["root/link/out", "root/link/deeper/out"] as [FilePath] {
      #expect(throws: SystemError.notFolder) {
        _ = try AtomicFile.write([1], to: path(name), options)
      }
    }
    #expect(try FolderListing.entries(of: path("elsewhere")).isEmpty)
  }

  @Test("A file goes where its folder went that was moved away meanwhile", arguments: Way.allCases)
  func followsFolder(way: Way) throws {
    try FileSystem.makeFolders(path("elsewhere"))
    let file = try AtomicFile(at: path("folder/out"), way.options)
    try FileSystem.rename(path("folder"), to: path("moved"))
    try FileSystem.makeLink(at: path("folder"), to: "elsewhere")
    try file.write([1])
    _ = try file.commit()
    #expect(try contents("moved/out") == [1])
    #expect(try FolderListing.entries(of: path("elsewhere")).isEmpty)
  }

  @Test("What a file supersedes goes once the file is there", arguments: Way.allCases)
  func supersedes(way: Way) throws {
    try folder.write("old", [9])
    var options = way.options
    options.supersedes = "old"
    let file = try AtomicFile(at: path("new"), options)
    try file.write([1])
    #expect(try contents("old") == [9])
    let committed = try file.commit()
    #expect(committed.remainder == nil)
    #expect(!committed.isMarked)
    #expect(try folder.names() == ["new"])
  }

  @Test("Where what it supersedes can't go, a new file does", arguments: [true, false])
  func isUndone(replaces: Bool) throws {
    try FileSystem.makeFolders(path("old"))
    var options = AtomicFileOptions()
    options.supersedes = "old"
    options.replaces = replaces
    let remainder = try #require(try AtomicFile.write([1], to: path("new"), options).remainder)
    #expect(remainder.isUndone == !replaces)
    #expect(try folder.names() == (replaces ? ["new", "old"] : ["old"]))
  }

  @Test("A new file has the permissions that the umask leaves", arguments: Way.allCases)
  func followsUmask(way: Way) throws {
    let plain = try FileDescriptor(opening: path("plain"), .createNew)
    _ = try AtomicFile.write([1], to: path("out"), way.options)
    #expect(try FileStatus(of: path("out")).permissions == FileStatus(of: plain).permissions)
  }

  @Test("In place permissions, owner and a wanted time are kept", arguments: Way.allCases)
  func keepsStatus(way: Way) throws {
    try folder.write("file", [9, 9])
    let time = FileTime(seconds: 1_234_567_890, nanoseconds: 987_654_321)
    do {
      let file = try FileDescriptor(opening: path("file"), .readWrite)
      try file.setPermissions(FilePermissions(rawValue: 0o646))
      try file.setModified(time)
    }
    let before = try FileStatus(of: path("file"))
    var options = AtomicFileOptions.inPlace(of: before)
    options.usesUnnamedFiles = way == .unnamed
    options.modified = before.modified
    let committed = try AtomicFile.write([1], to: path("file"), options)
    let after = try FileStatus(of: path("file"))
    #expect(after.permissions.rawValue == 0o646)
    #expect(after.modified == time)
    #expect((after.owner, after.group) == (before.owner, before.group))
    #expect(after.size == 1)
    #expect(committed.status.modified == after.modified)
  }

  @Test("Folders above the file are made")
  func makesFolders() throws {
    _ = try AtomicFile.write([1], to: path("a/b/out"), AtomicFileOptions())
    #expect(try contents("a/b/out") == [1])
  }

  @Test("What stands where a folder should is told")
  func tellsNoFolder() throws {
    try folder.write("file", [])
    #expect(throws: SystemError.exists) {
      _ = try AtomicFile.write([1], to: path("file/out"), AtomicFileOptions())
    }
  }

  @Test("Names of 255 bytes and of no UTF-8 work", arguments: Way.allCases)
  func takesAnyName(way: Way) throws {
    let name = FilePath(bytes: [UInt8](repeating: 0xFF, count: 255))
    for _ in 1...2 { _ = try AtomicFile.write([1], to: path(name), way.replacing) }
    #expect(try FolderListing.entries(of: path("")).map(\.name) == [name])
  }

  @Test("A durable file is written like any other", arguments: Way.allCases)
  func writesDurably(way: Way) throws {
    for durability in [Durability.contents, .complete] {
      var options = way.replacing
      options.durability = durability
      _ = try AtomicFile.write([1], to: path("new/folder/out"), options)
      #expect(try contents("new/folder/out") == [1])
    }
  }

  @Test("Of many that write one new name, one succeeds", arguments: Way.allCases)
  func racesForName(way: Way) async throws {
    let winners = await withTaskGroup(of: Int.self) { group in
      for number in 0..<20 {
        group.addTask {
          let bytes = [UInt8](repeating: UInt8(number), count: 1000)
          let written = try? AtomicFile.write(bytes, to: path("out"), way.options)
          return written == nil ? 0 : 1
        }
      }
      return await group.reduce(0, +)
    }
    #expect(winners == 1)
    #expect(try folder.names() == ["out"])
    let bytes = try contents("out")
    #expect(bytes.count == 1000)
    #expect(Set(bytes).count == 1)
  }

  @Test("Attributes are there with the file", .enabled(if: FileSystemAbilities.hasAttributes))
  func setsAttributes() throws {
    var options = AtomicFileOptions()
    options.attributes = [("user.imgtool.test", [1, 2])]
    _ = try AtomicFile.write([1], to: path("out"), options)
    let value = try ExtendedAttributes.value(of: "user.imgtool.test", at: path("out"))
    #expect(value == [1, 2])
  }
}
