import Posix
import TestSupport
import Testing

@testable import Batch

@Suite struct LeftoverSweepTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  var path: FilePath { FilePath(folder.path) }

  @Test("A hidden name says who made it, and looks like nothing else")
  func parsesOwnNames() throws {
    for _ in 0..<100 {
      let made = HiddenName()
      let parsed = try #require(HiddenName(parsing: made.name))
      #expect(parsed.owner == .current)
      #expect(parsed.name == made.name)
    }
    #expect(HiddenName().name != HiddenName().name)
  }

  @Test(
    "Other names are not taken for hidden ones",
    arguments: [
      ".imgtool", ".imgtool-1", ".imgtool-1-", ".imgtool-1-0123456789abcde",
      ".imgtool-1-0123456789abcdef0", ".imgtool-1-0123456789ABCDEF", ".imgtool-x-0123456789abcdef",
      ".imgtool--1-0123456789abcdef", ".imgtool-0-0123456789abcdef",
      ".imgtool-+1-0123456789abcdef", ".imgtool-01-0123456789abcdef",
      ".imgtool-99999999999-0123456789abcdef", ".imgtool-1-0123456789abcdef-2",
      "imgtool-1-0123456789abcdef", "",
    ])
  func parsesNoOthers(name: String) {
    #expect(HiddenName(parsing: FilePath(name)) == nil)
  }

  @Test("What dead runs left is removed, and nothing else")
  func sweepsDead() throws {
    // This process is alive, and still holds no lock: the lock decides.
    let names = [
      ".imgtool-\(ProcessNumber.current.rawValue)-0123456789abcdef", HiddenName().name.description,
    ]
    for name in names { try folder.write(name, [1]) }
    try folder.write("photo.jpg", [1])
    try folder.write(".imgtool-1-x", [1])
    LeftoverSweep().sweep(path)
    #expect(try folder.names() == [".imgtool-1-x", "photo.jpg"])
  }

  @Test("What a living run writes stays, and is finished")
  func sparesLiving() throws {
    var options = AtomicFileOptions()
    options.usesUnnamedFiles = false
    let file = try AtomicFile(at: path.appending("out"), options)
    try file.write([1])
    #expect(try folder.names().count == 1)
    LeftoverSweep().sweep(path)
    #expect(try folder.names().count == 1)
    _ = try file.commit()
    #expect(try folder.names() == ["out"])
  }

  @Test("Folders, links and pipes of such a name stay")
  func sparesOthers() throws {
    let (one, two) = (HiddenName().name, HiddenName().name)
    try FileSystem.makeFolders(path.appending(one))
    try folder.write("file", [1])
    try FileSystem.makeLink(at: path.appending(two), to: "file")
    LeftoverSweep().sweep(path)
    #expect(try folder.names().count == 3)
  }

  @Test("A folder is looked through once a run")
  func sweepsOnce() throws {
    let sweep = LeftoverSweep()
    sweep.sweep(path)
    try folder.write(HiddenName().name.description, [1])
    sweep.sweep(path)
    #expect(try folder.names().count == 1)
    LeftoverSweep().sweep(path)
    #expect(try folder.names().isEmpty)
  }

  @Test("A folder that is not there is no trouble")
  func sweepsNowhere() {
    LeftoverSweep().sweep(path.appending("none"))
    #expect(throws: SystemError.notFound) { try FolderListing.entries(of: path.appending("none")) }
  }

  @Test("Many writers and sweeps in one folder do not hurt each other")
  func sweepsAmongWriters() async throws {
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<60 {
        group.addTask { [path] in
          var options = AtomicFileOptions()
          options.usesUnnamedFiles = false
          LeftoverSweep().sweep(path)
          let target = path.appending(FilePath("out\(number)"))
          #expect(throws: Never.self) { try AtomicFile.write([1], to: target, options) }
        }
      }
    }
    #expect(try folder.names().count == 60)
  }
}
