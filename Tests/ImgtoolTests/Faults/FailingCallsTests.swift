internal import Foundation
internal import Posix
internal import Testing

/// Work that is done while one call after the other fails.
struct FaultScene: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let arguments: [Argument]
  /// Whether inputs are replaced.
  var isInPlace = false
  /// What runs before, so that there are outputs to be replaced and a cache that is known.
  var before: [Argument]?

  static let all = [
    FaultScene(
      testDescription: "new outputs",
      arguments: ["shrink", "--max", "24", "-o", "out", "a.jpg", "b.heic"],
      before: ["shrink", "--max", "20", "-o", "other", "a.jpg"]),
    FaultScene(
      testDescription: "outputs in place of earlier ones",
      arguments: ["jpeg", "-q", "60", "-o", "out", "b.heic"],
      before: ["jpeg", "-q", "90", "-o", "out", "b.heic"]),
    FaultScene(
      testDescription: "results of the cache",
      arguments: ["shrink", "--max", "24", "-o", "out", "a.jpg", "b.heic"],
      before: ["shrink", "--max", "24", "-o", "other", "a.jpg", "b.heic"]),
    FaultScene(
      testDescription: "a budget",
      arguments: ["upload-prep", "--under", "400B", "-o", "out", "b.heic"],
      before: ["shrink", "--max", "20", "-o", "other", "a.jpg"]),
    FaultScene(
      testDescription: "in place",
      arguments: ["jpeg", "-q", "50", "--in-place", "a.jpg"], isInPlace: true,
      before: ["shrink", "--max", "20", "-o", "other", "a.jpg"]),
    FaultScene(
      testDescription: "in place, with another extension",
      arguments: ["convert", "--to", "jpeg", "--in-place", "b.heic"], isInPlace: true,
      before: ["shrink", "--max", "20", "-o", "other", "a.jpg"]),
  ]
}

@Suite(
  "Whichever call on a file fails",
  .enabled(if: FailingCalls.isThere, "needs a loader with LD_PRELOAD"))
struct FailingCallsTests {
  /// A folder as it is before a scene.
  private func prepared(_ scene: FaultScene) async throws -> Workplace {
    let place = try Workplace()
    try place.put("orientation-1.jpg", as: "a.jpg")
    try place.put("orientation-7.heic", as: "b.heic")
    if let before = scene.before {
      let result = try await place.start(before, environment: Self.cache(place)).result()
      try #require(result.end == .exited(0))
    }
    return place
  }

  private static func cache(_ place: Workplace) -> [String: String] {
    ["IMGTOOL_CACHE_DIR": "\(place.path)/cache"]
  }

  private func run(
    _ scene: FaultScene, _ place: Workplace, _ variables: [String: String]
  ) async throws -> ChildProcess.Result {
    try await place.start(
      scene.arguments + ["--json", "-j", "1"],
      environment: Self.cache(place).merging(variables) { $1 }
    ).result()
  }

  /// All files but those of the cache, with what they hold.
  private func files(_ place: Workplace) throws -> [FilePath: [UInt8]] {
    var found: [FilePath: [UInt8]] = [:]
    for path in try place.files() where !path.bytes.starts(with: Array("cache/".utf8)) {
      found[path] = try place.bytes(path)
    }
    return found
  }

  @Test(
    "inputs stay, outputs are whole or not there, nothing is left over, and the error says what happened",
    arguments: FaultScene.all)
  func failing(scene: FaultScene) async throws {
    let untouched = try await prepared(scene)
    let before = try files(untouched)
    let clean = try Workplace()
    try await clean.shell("cp -a '\(untouched.path)/.' .")
    let log = try Workplace()
    let logPath = "\(log.path)/log"
    let done = try await run(
      scene, clean, FailingCalls.environment(in: "\(clean.path)", log: logPath))
    try #require(done.end == .exited(0))
    let after = try files(clean)
    let kinds = try log.bytes("log").split(separator: UInt8(ascii: "\n")).map {
      String(decoding: $0, as: UTF8.self)
    }
    try #require(kinds.contains("write") && kinds.contains("read"))

    let counts = Dictionary(kinds.map { ($0, 1) }, uniquingKeysWith: +)
    for (kind, count) in counts {
      // Each call meets another of the errors.
      let errors = FailingCalls.errors(of: kind)
      for number in Self.chosen(of: count) {
        let error = errors[number % errors.count]
        let place = try Workplace()
        try await place.shell("cp -a '\(untouched.path)/.' .")
        let result = try await run(
          scene, place,
          FailingCalls.environment(in: "\(place.path)", failing: (kind, number, error)))
        let what: Comment = "\(kind), call \(number) of \(count), error \(error)"
        check(scene, try files(place), before, after, result, what)
        if FailingCalls.isHarmless(error) { #expect(result.end == .exited(0), what) }
      }
    }
  }

  /// Which of so many calls of a kind are made to fail, from 1: some, from the first to the last, or all where
  /// IMGTOOL_EVERY_CALL is set, which takes minutes.
  private static func chosen(of count: Int) -> Set<Int> {
    let isThorough = ProcessInfo.processInfo.environment["IMGTOOL_EVERY_CALL"] != nil
    let most = isThorough ? count : min(count, 7)
    return Set((0..<most).map { 1 + $0 * (count - 1) / max(most - 1, 1) })
  }

  private func check(
    _ scene: FaultScene, _ found: [FilePath: [UInt8]], _ before: [FilePath: [UInt8]],
    _ after: [FilePath: [UInt8]], _ result: ChildProcess.Result, _ what: Comment
  ) {
    for (path, bytes) in found {
      #expect(
        bytes == before[path] || bytes == after[path],
        "\(path) is neither as before nor as after; \(what)")
    }
    for path in before.keys where found[path] == nil {
      // Only in place a file goes, once the one that takes its place is there.
      #expect(
        scene.isInPlace && after[path] == nil
          && found.keys.contains { after[$0] != nil && before[$0] == nil },
        "\(path) is lost; \(what)")
    }
    if result.end == .exited(0) {
      #expect(found == after, what)
    } else {
      #expect(result.end == .exited(1), what)
      // What is in the way and can't be read is not known to be ours, and left alone.
      let codes = ["write-failed", "unreadable", "not-found", "output-exists"]
      #expect(
        codes.contains { result.text.contains("\"code\": \"\($0)\"") }, "\(result.text) \(what)")
    }
  }
}
