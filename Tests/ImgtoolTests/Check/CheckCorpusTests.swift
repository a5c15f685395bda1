internal import Foundation
internal import Posix
internal import Testing

/// Pictures of cameras and programs, where `IMGTOOL_CORPUS` names a folder of them.
enum Corpus {
  static let folder = ProcessInfo.processInfo.environment["IMGTOOL_CORPUS"]

  /// The paths of all files in the corpus, in byte order.
  static func files() throws -> [String] {
    let found = FileManager.default.enumerator(atPath: folder ?? "/nowhere")
    return (found?.compactMap { $0 as? String } ?? []).filter { name in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(
        atPath: "\(folder ?? "")/\(name)", isDirectory: &isFolder) && !isFolder.boolValue
    }.sorted()
  }
}

@Suite("check: a corpus", .enabled(if: Corpus.folder != nil, "IMGTOOL_CORPUS names no folder"))
struct CheckCorpusTests {
  private func check(_ rules: [String], in place: Workplace) async throws -> [CheckedLine] {
    let list = try Corpus.files().map { "\(Corpus.folder ?? "")/\($0)\0" }.joined()
    let run = try await place.start(
      ["check", "--json", "--quiet", "--files-from", "-", "-0"] + rules.map { "\($0)" },
      input: Array(list.utf8)
    ).result(within: .seconds(900))
    #expect(run.end == .exited(1))
    return try run.lines()
  }

  // One run with all rules: each of them decodes every picture.
  @Test("each rule finds files that break it and leaves others alone")
  func rules() async throws {
    let place = try Workplace()
    let lines = try await check(
      [
        "--no-damage", "--right-extension", "--formats", "jpeg,png", "--under", "200kB", "--max",
        "1000", "--no-location", "--no-metadata", "--srgb-or-tagged", "--upright",
      ], in: place)
    #expect(try lines.count == Corpus.files().count)
    for rule in [
      "damage", "extension", "format", "under", "max", "location", "metadata", "untagged",
      "upright",
    ] {
      let broken = lines.filter { $0.rules.contains(rule) }.count
      #expect(broken > 0 && broken < lines.count, "\(rule)")
    }
  }

  @Test("commands for small files mend them")
  func mending() async throws {
    let place = try Workplace()
    let rules = ["--no-location", "--right-extension", "--upright"]
    let lines = try await check(rules, in: place)
      .filter { $0.command != nil && ($0.bytes ?? .max) < 30_000 }
    #expect(!lines.isEmpty)
    for (number, line) in lines.enumerated() {
      // Alone in a folder, so that no other file has the name that it gets.
      let name = FilePath("\(number)").appending(FilePath(line.input).name)
      try place.put(
        FileDescriptor(opening: FilePath(line.input), .read).readAll(limit: 1 << 20), as: name)
      let found = try await place.check(rules, one: name)
      #expect(found.rules == line.rules)
      let mended = try await place.mend(#require(found.command))
      #expect(mended.end == .exited(0), "\(line.input): \(mended.errorLines)")
      let run = try await place.imgtool(
        "check", "--json", "\(number)", "--no-location", "--right-extension", "--upright")
      #expect(run.end == .exited(0), "\(line.input): \(run.text)")
    }
  }
}
