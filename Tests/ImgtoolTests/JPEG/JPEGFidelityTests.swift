internal import Foundation
internal import Posix
internal import TestSupport
internal import Testing

/// What is said about pictures before and after `jpeg`, as `Tests/Scripts/compare_tags.py` sees it.
@Suite(
  "jpeg: nothing that is said about a picture is lost",
  .enabled(if: TagComparison.canRun, "exiftool or python3 is not installed"))
struct JPEGFidelityTests {
  private static let realPictures = ProcessInfo.processInfo.environment["IMGTOOL_CORPUS"]

  /// Pictures of which something is rightly not there afterwards, and why.
  private static let known = [
    // A picture of 8×8 with a thumbnail of 28 bytes, in which no other one has room.
    "mk-Pentax.jpg"
  ]

  /// The names of the JPEG and HEIF pictures in a folder.
  private static func pictures(in folder: String) throws -> [String] {
    let endings = [".jpg", ".jpeg", ".mpo", ".heic", ".heif", ".hif"]
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().filter { name in
      endings.contains { name.lowercased().hasSuffix($0) } && !known.contains(name)
    }
  }

  /// What is lost of the pictures in a folder, a line a tag.
  private func lost(in folder: String, named names: [String]) async throws -> [String] {
    let place = try Workplace()
    let run = try await place.start(
      ["jpeg", "--json", "--quiet", "-o", "out"]
        + names.map { "\(folder)/\($0)" }
    ).result(within: .seconds(600))
    let pairs = try run.records().filter { $0.status != "failed" }
      .flatMap { [$0.input, $0.output ?? ""] }
    try #require(!pairs.isEmpty)
    let comparison = try await ChildProcess(
      TagComparison.python ?? "python3", ["\(TagComparison.script)"] + pairs.map { "\($0)" },
      environment: [
        "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "LC_ALL": "C.UTF-8",
      ],
      folder: String(decoding: place.path.bytes, as: UTF8.self)
    ).result(within: .seconds(600))
    #expect(comparison.text.hasSuffix(" tags lost in \(pairs.count / 2) pictures\n"))
    return comparison.text.split(separator: "\n").dropLast().map(String.init)
  }

  @Test("of any fixture", arguments: [".jpg", ".heic"])
  func fixtures(ending: String) async throws {
    let names = try Self.pictures(in: Fixtures.folder).filter { $0.hasSuffix(ending) }
    #expect(try await lost(in: Fixtures.folder, named: names) == [])
  }

  @Test(
    "of any picture of a folder of real ones",
    .enabled(if: realPictures != nil, "set IMGTOOL_CORPUS"),
    arguments: ["jpeg", "heic"])
  func corpus(folder: String) async throws {
    let path = (Self.realPictures ?? "") + "/" + folder
    #expect(try await lost(in: path, named: Self.pictures(in: path)) == [])
  }
}

/// The script that compares tags.
private enum TagComparison {
  static let script = Fixtures.folder + "/../Tests/Scripts/compare_tags.py"
  static let python = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":").map { "\($0)/python3" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }
  static let canRun = Tags.canBeRead && python != nil
}
