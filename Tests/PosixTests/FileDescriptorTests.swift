import Posix
import TestSupport
import Testing

@Suite struct FileDescriptorTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  func path(_ name: FilePath) -> FilePath { FilePath(folder.path).appending(name) }

  @Test(
    "Reads a whole file of any length",
    arguments: [0, 1, 65_535, 65_536, 65_537, 200_000])
  func readsWholeFile(length: Int) throws {
    let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try folder.write("file", bytes)
    let file = try FileDescriptor(opening: path("file"), .read)
    #expect(try file.readAll(limit: .max) == bytes)
  }

  @Test("Reads a file of exactly the limit, and no longer one", arguments: [0, 1, 100_000])
  func keepsToLimit(limit: Int) throws {
    try folder.write("fits", [UInt8](repeating: 7, count: limit))
    try folder.write("long", [UInt8](repeating: 7, count: limit + 1))
    let fits = try FileDescriptor(opening: path("fits"), .read)
    #expect(try fits.readAll(limit: limit).count == limit)
    #expect(throws: SystemError.tooLarge) {
      let long = try FileDescriptor(opening: path("long"), .read)
      _ = try long.readAll(limit: limit)
    }
  }

  @Test("Reads files whose status says that they are empty")
  func readsProc() throws {
    let file = try FileDescriptor(opening: "/proc/self/cmdline", .read)
    #expect(try !file.readAll(limit: 1 << 20).isEmpty)
  }

  @Test("Reads a piece at an offset and leaves the current place alone")
  func readsPiece() throws {
    try folder.write("file", Array("0123456789".utf8))
    let file = try FileDescriptor(opening: path("file"), .read)
    #expect(try file.read(at: 4, count: 3) == Array("456".utf8))
    #expect(try file.read(at: 8, count: 30) == Array("89".utf8))
    #expect(try file.read(at: 50, count: 3) == [])
    #expect(try file.read(count: 2) == Array("01".utf8))
  }

  @Test("A new file is refused where the name is taken")
  func createsExclusively() throws {
    try folder.write("file", [1])
    #expect(throws: SystemError.exists) {
      _ = try FileDescriptor(opening: path("file"), .createNew)
    }
  }

  @Test("Writes everything, whatever the collection")
  func writes() throws {
    let file = try FileDescriptor(opening: path("file"), .createNew)
    try file.write([1, 2, 3])
    try file.write([9, 4, 5, 9][1...2])
    try file.write(AnyCollection([6]))
    try file.write([])
    try file.close()
    let back = try FileDescriptor(opening: path("file"), .read)
    #expect(try back.readAll(limit: 100) == [1, 2, 3, 4, 5, 6])
  }

  @Test("A full device is told as no space")
  func tellsFullDevice() throws {
    let full = try FileDescriptor(opening: "/dev/full", .write)
    #expect(throws: SystemError.noSpace) { try full.write([1]) }
    #expect(SystemError.noSpace.isOutOfSpace)
  }

  @Test("A descriptor is closed when its owner lets go")
  func closesInDeinit() throws {
    try folder.write("file", [1])
    var number: Int32 = -1
    do {
      let file = try FileDescriptor(opening: path("file"), .read)
      number = file.number
      let entries = try FolderListing.entries(of: "/proc/self/fd")
      #expect(entries.contains { $0.name == FilePath("\(number)") })
    }
    // Another test may have the number again, but not for this file.
    let now = try? FileSystem.readLink(FilePath("/proc/self/fd/\(number)"))
    #expect(now != path("file"))
  }
}
