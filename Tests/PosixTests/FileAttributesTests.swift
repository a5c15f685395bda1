import Posix
import TestSupport
import Testing

@Suite struct FileAttributesTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  func path(_ name: FilePath) -> FilePath { FilePath(folder.path).appending(name) }

  @Test(
    "The modification time is kept to the nanosecond, before 1970 and after 2038 too",
    arguments: [
      FileTime(seconds: 1_700_000_000, nanoseconds: 123_456_789),
      FileTime(seconds: -1, nanoseconds: 5), FileTime(seconds: 5_000_000_000, nanoseconds: 0),
    ])
  func setsModified(time: FileTime) throws {
    let file = try FileDescriptor(opening: path("file"), .createNew)
    try file.setModified(time)
    #expect(try FileStatus(of: file).modified == time)
    #expect(try FileStatus(of: path("file")).modified == time)
  }

  @Test(
    "Times are ordered",
    arguments: [
      (FileTime(seconds: 1, nanoseconds: 9), FileTime(seconds: 2, nanoseconds: 0)),
      (FileTime(seconds: -2, nanoseconds: 0), FileTime(seconds: -2, nanoseconds: 1)),
    ])
  func ordersTimes(early: FileTime, late: FileTime) {
    #expect(early < late)
    #expect(late < FileTime.now)
  }

  @Test(
    "Permissions are set exactly, whatever the umask",
    arguments: [0o600, 0o666, 0o4755] as [UInt16])
  func setsPermissions(mode: UInt16) throws {
    let file = try FileDescriptor(opening: path("file"), .createNew)
    try file.setPermissions(FilePermissions(rawValue: mode))
    #expect(try FileStatus(of: path("file")).permissions.rawValue == mode)
  }

  @Test(
    "A file without a name gets one, and only a free one",
    .enabled(if: FileSystemAbilities.hasUnnamedFiles))
  func namesUnnamedFile() throws {
    try folder.write("taken", [1])
    let held = try Folder(opening: path(""))
    let file = try FileDescriptor(unnamedIn: held)
    try file.write([1, 2, 3])
    #expect(try FileStatus(of: file).linkCount == 0)
    #expect(try folder.names() == ["taken"])
    #expect(throws: SystemError.exists) { try file.link(in: held, to: "taken") }
    try file.link(in: held, to: "named")
    #expect(try folder.names() == ["named", "taken"])
    #expect(try FileStatus(of: path("named")).size == 3)
  }

  @Test("A lock is had by one open file at a time, and goes with it")
  func locks() throws {
    try folder.write("file", [])
    let other = try FileDescriptor(opening: path("file"), .read)
    do {
      let file = try FileDescriptor(opening: path("file"), .read)
      #expect(try file.tryLock())
      #expect(try !other.tryLock())
    }
    #expect(try other.tryLock())
  }

  @Test(
    "An attribute is what was set last, and absent ones are nil",
    .enabled(if: FileSystemAbilities.hasAttributes))
  func keepsAttributes() throws {
    let file = try FileDescriptor(opening: path("file"), .createNew)
    try ExtendedAttributes.set("user.imgtool.test", to: [1, 2], in: file)
    try ExtendedAttributes.set("user.imgtool.test", to: [0, 0xFF, 3], in: file)
    try ExtendedAttributes.set("user.imgtool.empty", to: [], in: file)
    #expect(try ExtendedAttributes.value(of: "user.imgtool.test", in: file) == [0, 0xFF, 3])
    #expect(
      try ExtendedAttributes.value(of: "user.imgtool.test", at: path("file")) == [0, 0xFF, 3])
    #expect(try ExtendedAttributes.value(of: "user.imgtool.empty", in: file) == [])
    #expect(try ExtendedAttributes.value(of: "user.none", in: file) == nil)
    #expect(try ExtendedAttributes.value(of: "user.none", at: path("file")) == nil)
    #expect(
      try ExtendedAttributes.names(in: file).filter { $0.hasPrefix("user.imgtool") }.sorted()
        == ["user.imgtool.empty", "user.imgtool.test"])
    #expect(throws: SystemError.notFound) {
      try ExtendedAttributes.value(of: "user.none", at: path("nowhere"))
    }
  }
}
