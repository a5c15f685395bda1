internal import Posix
internal import TestSupport
internal import Testing

@Suite("Shares of a batch")
struct ShardedRunTests {
  private static let project = """
    { "sets": [ { "inputs": ["photos/*.jpg"], "to": "img", "make": [ { "max": 24 } ] } ],
      "manifest": "img/manifest.json" }
    """

  private static func site() throws -> Workplace {
    let place = try Workplace()
    for number in 0..<8 {
      try place.put("orientation-\(number + 1).jpg", as: FilePath("photos/\(number).jpg"))
    }
    try place.put(Array(project.utf8), as: "imgtool.json")
    return place
  }

  @Test("each picture of a folder is made by exactly one of the shares")
  func shrink() async throws {
    let place = try Self.site()
    var made: [FilePath] = []
    for number in 1...3 {
      let run = try await place.imgtool(
        "shrink", "--max", "24", "photos", "--shard", "\(number)/3", "-o", "out", "--json")
      #expect(run.end == .exited(0), "\(run.errorLines)")
      made += try run.records().compactMap(\.output).map { FilePath($0) }
    }
    #expect(made.sorted() == (0..<8).map { FilePath("out/\($0)-24.jpg") })
  }

  @Test("a file that is not there fails in one share alone")
  func missing() async throws {
    let place = try Self.site()
    var failures = 0
    for number in 1...3 {
      let run = try await place.imgtool("shrink", "none.jpg", "--shard", "\(number)/3")
      failures += run.end == .exited(1) ? 1 : 0
    }
    #expect(failures == 1)
  }

  @Test("builds in shares and their joined manifest are those of one build")
  func build() async throws {
    let whole = try Self.site()
    try await whole.imgtool("build")
    let place = try Self.site()
    for number in 1...3 {
      let run = try await place.imgtool("build", "--shard", "\(number)/3")
      #expect(run.end == .exited(0), "\(run.errorLines)")
    }
    let joined = try await place.shell(
      #""$imgtool" manifest merge img/manifest.*-of-3.json -o img/manifest.json"#)
    #expect(joined.end == .exited(0), "\(joined.errorLines)")
    #expect(try place.bytes("img/manifest.json") == whole.bytes("img/manifest.json"))
    for number in 0..<8 {
      let name = FilePath("img/\(number)-24.jpg")
      #expect(try place.bytes(name) == whole.bytes(name))
    }
    #expect(try await place.imgtool("build", "--check").end == .exited(0))
  }

  @Test("contradictions are named, and nothing is written")
  func conflict() async throws {
    let place = try Self.site()
    try await place.imgtool("build")
    let other = try Self.site()
    try FileSystem.remove(other.path.appending("photos/3.jpg"))
    try other.put("photo.jpg", as: "photos/3.jpg")
    try await other.imgtool("build")
    try place.put(other.bytes("img/manifest.json"), as: "other.json")
    let run = try await place.imgtool(
      "manifest", "merge", "img/manifest.json", "other.json", "-o", "joined.json")
    #expect(run.end == .exited(1))
    #expect(
      run.errorLines == [
        "imgtool: photos/3.jpg: its bytes are not the same in both (img/manifest.json, other.json)"
      ])
    #expect(try !place.files().contains("joined.json"))
    try place.put(Array("mine".utf8), as: "joined.json")
    let refused = try await place.imgtool(
      "manifest", "merge", "img/manifest.json", "-o", "joined.json")
    #expect(refused.end == .exited(1))
    #expect(try place.bytes("joined.json") == Array("mine".utf8))
  }

  @Test(
    "what is no share is wrong usage",
    arguments: [
      ["shrink", "--shard", "0/3"], ["shrink", "--shard", "3"], ["shrink", "-", "--shard", "1/2"],
      ["build", "--shard", "1/2", "--prune"], ["build", "--shard", "1/2", "--watch"],
      ["upload-prep", "--total-under", "1MB", "--shard", "1/2"], ["manifest"],
      ["manifest", "join", "a"], ["manifest", "merge"],
    ] as [[Argument]])
  func usage(arguments: [Argument]) async throws {
    let place = try Self.site()
    let run = try await place.start(arguments).result()
    #expect(run.end == .exited(2), "\(run.errorLines)")
  }
}
