internal import Foundation
internal import Posix
internal import TestSupport
internal import Testing

@Suite(
  "--durable",
  .enabled(
    if: FailingCalls.isThere && FileSystemAbilities.hasUnnamedFiles,
    "needs a loader with LD_PRELOAD, and files without names"))
struct DurableTests {
  struct Way: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let arguments: [Argument]
    /// The calls that change names, and those that bring something to the disk, in their order.
    let calls: [String]
    /// What runs before.
    var before: [Argument]?

    static let all = [
      Way(
        testDescription: "a new output in a new folder",
        arguments: ["convert", "-o", "out", "a.heic"],
        calls: ["mkdir", "sync-folder", "sync", "link", "sync-folder"]),
      Way(
        testDescription: "an output in place of an earlier one",
        arguments: ["convert", "-q", "60", "-o", "out", "a.heic"],
        // The name is taken, so a hidden one comes in between.
        calls: ["mkdir", "sync", "link", "link", "rename", "sync-folder"],
        before: ["convert", "-o", "out", "a.heic"]),
      Way(
        testDescription: "in place",
        arguments: ["jpeg", "-q", "50", "--in-place", "b.jpg"],
        calls: ["sync", "link", "link", "rename", "sync-folder"]),
      Way(
        testDescription: "in place, with another extension",
        arguments: ["convert", "--in-place", "a.heic"],
        calls: ["sync", "link", "sync-folder", "unlink", "sync-folder"]),
    ]
  }

  private func prepared(_ way: Way) async throws -> Workplace {
    let place = try Workplace()
    try place.put("orientation-7.heic", as: "a.heic")
    try place.put("orientation-1.jpg", as: "b.jpg")
    if let before = way.before {
      try #require(try await place.start(before + ["--no-cache"]).result().end == .exited(0))
    }
    return place
  }

  private func run(
    _ way: Way, _ place: Workplace, _ variables: [String: String]
  ) async throws -> ChildProcess.Result {
    try await place.start(
      way.arguments + ["--durable", "--no-cache", "--json"], environment: variables
    ).result()
  }

  @Test(
    "first brings the bytes to the disk, then the name, and only then removes the old one",
    arguments: Way.all)
  func order(way: Way) async throws {
    let place = try await prepared(way)
    let log = try Workplace()
    let result = try await run(
      way, place, FailingCalls.environment(in: "\(place.path)", log: "\(log.path)/log"))
    #expect(result.end == .exited(0))
    let named = Set(["mkdir", "sync", "sync-folder", "link", "rename", "unlink"])
    let calls = try log.bytes("log").split(separator: UInt8(ascii: "\n"))
      .map { String(decoding: $0, as: UTF8.self) }
    // Above the output's folder all is there, which making it finds out.
    #expect(
      calls.filter(named.contains).drop { $0 == "mkdir" && way.calls[0] != "mkdir" }
        == way.calls[...])
  }

  @Test("writes nothing where the disk doesn't take it, and says so", arguments: Way.all)
  func failing(way: Way) async throws {
    for kind in ["sync", "sync-folder"] {
      let place = try await prepared(way)
      let before = try files(place)
      let number = kind == "sync" ? 1 : way.calls.firstIndex(of: "sync-folder") == 1 ? 2 : 1
      let result = try await run(
        way, place,
        FailingCalls.environment(in: "\(place.path)", failing: (kind, number, EIO)))
      #expect(result.end == .exited(1))
      #expect(result.text.contains(#""code": "write-failed""#))
      let after = try files(place)
      // What replaces another file has its place by then; it is whole.
      if kind == "sync-folder", way.calls.contains("rename") {
        #expect(after.keys == before.keys)
      } else {
        #expect(after == before, "\(kind)")
      }
    }
  }

  @Test("writes nothing where a new folder is not brought to the disk")
  func failingFolder() async throws {
    let place = try await prepared(Way.all[0])
    let before = try files(place)
    let result = try await run(
      Way.all[0], place,
      FailingCalls.environment(in: "\(place.path)", failing: ("sync-folder", 1, EIO)))
    #expect(result.end == .exited(1))
    #expect(try files(place) == before)
  }

  private func files(_ place: Workplace) throws -> [FilePath: [UInt8]] {
    var found: [FilePath: [UInt8]] = [:]
    for path in try place.files() { found[path] = try place.bytes(path) }
    return found
  }
}
