import Checksum
import Posix
import TestSupport
import Testing

@testable import Batch

@Suite struct OutputMarkTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  func path(_ name: FilePath) -> FilePath { FilePath(folder.path).appending(name) }

  var journal: WrittenFiles { WrittenFiles(folder: path("state")) }

  /// Writes a file of ours; without a mark, as on a file system that has none, it goes into the journal.
  func writeOurs(_ name: FilePath, marked: Bool) throws {
    var options = AtomicFileOptions()
    options.isMarked = marked
    options.digest = SHA256.digest(of: [1, 2, 3])
    let committed = try AtomicFile.write([1, 2, 3], to: path(name), options)
    if !committed.isMarked {
      journal.add(committed.status, try #require(committed.digest))
    }
  }

  func isOurs(_ path: FilePath, _ journal: WrittenFiles?) -> Bool {
    OutputWriter(journal: journal).isOurs(path)
  }

  @Test("A file that imgtool wrote is known again", arguments: [true, false])
  func knowsOurs(marked: Bool) throws {
    try writeOurs("out", marked: marked)
    #expect(isOurs(path("out"), journal))
  }

  @Test("It is known under another name, too", arguments: [true, false])
  func knowsRenamed(marked: Bool) throws {
    try writeOurs("out", marked: marked)
    try FileSystem.rename(path("out"), to: path("other"))
    #expect(isOurs(path("other"), journal))
  }

  @Test("A file that is replaced while it is looked at is judged anew", arguments: [true, false])
  func replacedMeanwhile(byUs: Bool) throws {
    try writeOurs("out", marked: true)
    let before = try FileStatus(of: path("out"))
    let (other, out) = (path("other"), path("out"))
    if byUs {
      try writeOurs("other", marked: true)
    } else {
      try FileDescriptor(opening: other, [.write, .create]).write([9, 9, 9])
    }
    // The second file comes in place between the look at the name and the one at what is in it.
    let writer = OutputWriter(journal: nil) { path, status, isExpected in
      try? FileSystem.rename(other, to: out)
      return FileDigest.check(path, status, isExpected)
    }
    #expect(writer.isOurs(out, before) == byUs)
    #expect(writer.isOurs(out, before) == byUs)
  }

  @Test("Once somebody has changed it, it is theirs", arguments: [true, false])
  func knowsChanged(marked: Bool) throws {
    try writeOurs("longer", marked: marked)
    try writeOurs("later", marked: marked)
    let time = try FileStatus(of: path("longer")).modified
    do {
      let file = try FileDescriptor(opening: path("longer"), [.write, .append])
      try file.write([4])
      try file.setModified(time)
    }
    let later = try FileDescriptor(opening: path("later"), .write)
    try later.setModified(FileTime(seconds: time.seconds + 1, nanoseconds: time.nanoseconds))
    #expect(!isOurs(path("longer"), journal))
    #expect(!isOurs(path("later"), journal))
  }

  @Test("Files of others, folders, links and nothing at all are not imgtool's")
  func knowsOthers() throws {
    try writeOurs("out", marked: true)
    try folder.write("theirs", [1, 2, 3])
    try FileSystem.makeLink(at: path("link"), to: "out")
    for name in ["theirs", "link", "none", ""] as [FilePath] {
      #expect(!isOurs(path(name), journal))
    }
  }

  @Test(
    "What supersedes an original is not imgtool's, with a mark or without",
    arguments: [true, false])
  func supersedes(marked: Bool) throws {
    try folder.write("photo.heic", [1, 2])
    let writer = OutputWriter(journal: journal)
    var options = AtomicFileOptions.inPlace(of: try FileStatus(of: path("photo.heic")))
    options.isMarked = marked
    options.digest = SHA256.digest(of: [1])
    options.supersedes = "photo.heic"
    _ = try writer.write([1], to: path("photo.jpg"), options)
    #expect(!writer.isOurs(path("photo.jpg")))
    #expect(!isOurs(path("photo.jpg"), WrittenFiles(folder: path("state"))))
    #expect(try folder.names().filter { $0 != "state" } == ["photo.jpg"])
  }

  @Test("A file keeps its mark when it is given a time", arguments: [true, false])
  func marksGivenTime(marked: Bool) throws {
    var options = AtomicFileOptions()
    options.isMarked = marked
    options.digest = SHA256.digest(of: [1])
    options.modified = FileTime(seconds: 1000, nanoseconds: 7)
    let committed = try AtomicFile.write([1], to: path("out"), options)
    if !committed.isMarked {
      journal.add(committed.status, try #require(committed.digest))
    }
    #expect(isOurs(path("out"), journal))
  }

  @Test(
    "A mark that says anything else is no mark", .enabled(if: FileSystemAbilities.hasAttributes))
  func refusesStrangeMarks() throws {
    let file = try FileDescriptor(opening: path("file"), .createNew)
    let digits = SHA256.digest(of: []).description.prefix(24)
    let seconds = try FileStatus(of: file).modified.seconds
    let nanoseconds = try FileStatus(of: file).modified.nanoseconds
    func mark(_ text: String) throws -> Bool {
      try ExtendedAttributes.set(OutputMark.attribute, to: Array(text.utf8), in: file)
      return isOurs(path("file"), nil)
    }
    #expect(try mark("2 0 \(seconds) \(nanoseconds) \(digits)"))
    for value in [
      "", "2", "2 0 0 0", "2 0 1 1 \(digits)", "1 0 \(seconds) \(nanoseconds) \(digits)",
      "2 0 \(seconds) \(nanoseconds)", "2 0 \(seconds) \(nanoseconds) ",
      "2 0 \(seconds) \(nanoseconds) \(digits)0",
      "2 0 \(seconds) \(nanoseconds) \(digits.dropLast())",
      "2 0 \(seconds) \(nanoseconds) \(String(repeating: "0", count: 24))",
    ] {
      #expect(try !mark(value))
    }
  }

  @Test("The journal is for its owner alone, and one line a file")
  func keepsJournalPrivate() throws {
    for name in ["a", "b"] as [FilePath] { try writeOurs(name, marked: false) }
    #expect(try FileStatus(of: path("state")).permissions == .privateFolder)
    let status = try FileStatus(of: path("state/written-files"))
    #expect(status.permissions == .privateFile)
    let file = try FileDescriptor(opening: path("state/written-files"), .read)
    #expect(try file.readAll(limit: 1000).filter { $0 == UInt8(ascii: "\n") }.count == 2)
  }

  @Test("A journal that can't be kept costs nothing but the convenience")
  func doesWithoutJournal() throws {
    try folder.write("state", [])
    try writeOurs("out", marked: false)
    #expect(!isOurs(path("out"), journal))
  }

  @Test("A journal that has grown long loses its older half")
  func shortensJournal() throws {
    try FileSystem.makeFolders(path("state"))
    let old = try FileDescriptor(opening: path("state/written-files"), .createNew)
    try old.write(Array(String(repeating: "1 2 3 4 5 6 7 8 9\n", count: 70_000).utf8))
    try writeOurs("out", marked: false)
    #expect(try FileStatus(of: path("state/written-files")).size < 600_000)
    #expect(isOurs(path("out"), journal))
    #expect(try FolderListing.entries(of: path("state")).count == 1)
  }

  @Test(
    "The journal lies in the state folder, else in the home folder, else nowhere",
    arguments: [
      (["XDG_STATE_HOME": "state", "HOME": "home"], "state/imgtool"),
      (["HOME": "home"], "home/.local/state/imgtool"),
      ([:], nil),
    ] as [([String: String], String?)])
  func findsJournal(variables: [String: String], place: String?) throws {
    let journal = WrittenFiles { name in
      variables[name].map { path(FilePath($0)).bytes }
    }
    #expect((journal == nil) == (place == nil))
    guard let place else { return }
    try folder.write("file", [1])
    journal?.add(try FileStatus(of: path("file")), SHA256.digest(of: [1]))
    #expect(try FileStatus(of: path(FilePath(place)).appending("written-files")).size > 0)
  }

  @Test("A relative state folder is ignored")
  func ignoresRelative() {
    #expect(WrittenFiles { $0 == "XDG_STATE_HOME" ? Array("state".utf8) : nil } == nil)
  }

  @Test("A writer knows its own outputs again, and sweeps their folder")
  func writes() throws {
    try folder.write(HiddenName().name.description, [1])
    let writer = OutputWriter(journal: journal)
    _ = try writer.write([1, 2], to: path("out"), AtomicFileOptions())
    #expect(writer.isOurs(path("out")))
    #expect(try folder.names().filter { $0 != "state" } == ["out"])
  }

  @Test("What is written in place of an original is not imgtool's")
  func writesInPlace() throws {
    try FileSystem.makeFolders(path("deep"))
    try folder.write("deep/photo", [1, 2])
    try folder.write("deep/" + HiddenName().name.description, [1])
    let writer = OutputWriter(journal: journal)
    let status = try FileStatus(of: path("deep/photo"))
    _ = try writer.write([1], to: path("deep/photo"), .inPlace(of: status))
    #expect(try FileStatus(of: path("deep/photo")).size == 1)
    #expect(!writer.isOurs(path("deep/photo")))
    #expect(try FolderListing.entries(of: path("deep")).map(\.name) == ["photo"])
  }

  @Test(
    "One that was edited is theirs, even where size and time were set back",
    arguments: [true, false])
  func edited(marked: Bool) throws {
    try writeOurs("out", marked: marked)
    let time = try FileStatus(of: path("out")).modified
    let file = try FileDescriptor(opening: path("out"), .write)
    try file.write([1, 2, 4])
    try file.setModified(time)
    #expect(try FileStatus(of: path("out")).modified == time)
    #expect(!isOurs(path("out"), journal))
  }

  @Test("What only looks as if something was done to it stays imgtool's", arguments: [true, false])
  func untouched(marked: Bool) throws {
    try writeOurs("out", marked: marked)
    try FileDescriptor(opening: path("out"), .read).setPermissions(.privateFile)
    try FileSystem.link(path("out"), to: path("second"))
    #expect(isOurs(path("out"), journal))
  }

  @Test("A file that is to share the blocks of another has its bytes, whether or not it can")
  func sharing() throws {
    let source = try folder.write("source", [1, 2, 3])
    var options = AtomicFileOptions()
    options.sharing = SharedFile(try FileDescriptor(opening: FilePath(source), .read))
    _ = try AtomicFile.write([1, 2, 3], to: path("out"), options)
    #expect(try FileDescriptor(opening: path("out"), .read).readAll(limit: 9) == [1, 2, 3])
  }
}
