internal import Posix
internal import TestSupport
internal import Testing

@Suite("The cache between runs")
struct CacheRunTests {
  /// A workplace whose pictures the system has not seen changed for a while.
  static func settled(_ fixtures: String...) async throws -> Workplace {
    let place = try Workplace()
    for fixture in fixtures { try place.put(fixture) }
    // The time of a file's status can't be set back: the index knows no file sooner.
    try await Task.sleep(for: .milliseconds(2100))
    return place
  }

  @Test(
    "gives the bytes that a run without one gives, cold and warm, for every command and format",
    arguments: [
      ["shrink", "--max", "200"], ["shrink", "--max", "200", "--format", "webp"],
      ["shrink", "--max", "100", "--format", "avif"], ["convert", "--to", "png"],
      ["shrink", "--max", "30,200,70", "--format", "jpeg,avif,webp"],
      ["convert", "--to", "tiff", "--all-images"], ["convert", "--to", "jpeg", "-q", "70"],
      ["upload-prep", "--under", "12kB"], ["upload-prep", "--under", "1MB"], ["jpeg"],
      ["heic", "--effort", "0"],
    ])
  func equalBytes(line: [String]) async throws {
    let place = try Workplace("gray.jpg", "photo.heic", "rgba.png", "pages.tif")
    let inputs = try place.files()
    func run(_ folder: String, _ more: String...) async throws -> ChildProcess.Result {
      let options = line + ["-o", folder, "--json"] + more
      let arguments = options.map { Argument(bytes: Array($0.utf8)) }
      return try await place.start(arguments + inputs.map { Argument(bytes: $0.bytes) }).result()
    }
    let plain = try await run("plain", "--no-cache").records()
    let cold = try await run("cold", "-j", "1").records()
    let warm = try await run("warm", "-j", "3").records()
    for records in [cold, warm] {
      #expect(records.map(\.warnings) == plain.map(\.warnings))
      #expect(records.map(\.quality) == plain.map(\.quality))
      #expect(records.map(\.width) == plain.map(\.width))
    }
    #expect(warm.allSatisfy { $0.status == "cached" || $0.status == "unchanged" })
    for record in plain {
      let name = FilePath(try #require(record.output)).name
      let bytes = try place.bytes(FilePath("plain").appending(name))
      #expect(try place.bytes(FilePath("cold").appending(name)) == bytes)
      #expect(try place.bytes(FilePath("warm").appending(name)) == bytes)
    }
  }

  @Test(
    "leaves an output alone that is still what it would be, and makes it anew once it is not",
    .enabled(if: FileSystemAbilities.hasAttributes))
  func upToDate() async throws {
    let place = try await Self.settled("photo.jpg", "rgba.png")
    let line: [Argument] = [
      "shrink", "--max", "50", "-o", "out", "--json", "photo.jpg", "rgba.png",
    ]
    func statuses() async throws -> [String] {
      try await place.start(line).result().records().map(\.status)
    }
    #expect(try await statuses() == ["written", "written"])
    let before = try FileStatus(of: place.path.appending("out/photo-50.jpg"))
    #expect(try await statuses() == ["unchanged", "unchanged"])
    #expect(try FileStatus(of: place.path.appending("out/photo-50.jpg")) == before)
    try FileDescriptor(opening: place.path.appending("out/rgba-50.png"), .write)
      .setModified(FileTime(seconds: 1_700_000_000, nanoseconds: 0))
    // By its time it is somebody else's now, and not to be replaced unasked.
    #expect(try await statuses() == ["unchanged", "failed"])
  }

  @Test("leaves out what lies beside its inputs and is their output, cold and warm")
  func outputsBeside() async throws {
    let place = try await Self.settled("photo.jpg", "gray.jpg")
    for status in ["written", "unchanged", "unchanged"] {
      let records = try await place.imgtool("shrink", "--max", "50", "--json", ".").records()
      #expect(records.map(\.status) == [status, status])
    }
    #expect(try place.files().count == 4)
    // Once it is somebody else's it is an input like any other, and not to be lost.
    try place.put(Fixtures.bytes("rgba.png"), as: "new")
    try FileSystem.rename(place.path.appending("new"), to: place.path.appending("gray-50.jpg"))
    let records = try await place.imgtool("shrink", "--max", "50", "--json", ".").records()
    #expect(records.count == 3)
    #expect(records.filter { $0.status == "failed" }.count == 1)
  }

  @Test("Four runs that have to trim side by side do not trip over each other")
  func trimming() async throws {
    let place = try Workplace("pages.tif", "photo.heic", "rgba.png", "gray.jpg")
    let results = try await withThrowingTaskGroup(of: ChildProcess.Result.self) { group in
      for number in 0..<4 {
        group.addTask {
          try await place.imgtool(
            "shrink", "--max", Argument(stringLiteral: "\(100 + number)"), "--cache-size", "20kB",
            "pages.tif", "photo.heic", "rgba.png", "gray.jpg")
        }
        group.addTask { try await place.imgtool("cache", "trim", "--cache-size", "20kB") }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    for result in results {
      #expect(result.end == .exited(0))
      #expect(!result.errorLines.contains { $0.contains("warning") })
    }
    try await place.imgtool("cache", "trim", "--cache-size", "20kB")
    #expect(try await place.imgtool("cache", "verify").end == .exited(0))
  }
}

@Suite("cache")
struct CacheCommandTests {
  @Test("tells what is kept, checks it and clears it")
  func care() async throws {
    let place = try Workplace("photo.jpg")
    try await place.imgtool("shrink", "--max", "100", "photo.jpg")
    #expect(try await place.imgtool("cache", "stats").text.contains("1 result for 1 picture,"))
    #expect(try await place.imgtool("cache", "stats", "--json").text.contains(#""records": 1"#))
    #expect(try await place.imgtool("cache", "path").text.hasSuffix("/imgtool\n"))
    #expect(try await place.imgtool("cache", "verify").text.contains("all sound"))
    #expect(try await place.imgtool("cache", "trim").text.hasPrefix("0 files removed"))
    #expect(try await place.imgtool("cache", "clear").text.hasPrefix("1 result removed"))
    #expect(try await place.imgtool("cache", "stats").text.contains("0 results for 0 pictures"))
  }

  @Test("explains why a command would find a result or not")
  func explain() async throws {
    let place = try Workplace("photo.jpg", "photo.heic")
    try await place.imgtool("shrink", "--max", "100", "photo.jpg")
    func explain(_ file: Argument, _ command: Argument...) async throws -> String {
      try await place.start(["cache", "explain", file, "--"] + command).result().text
    }
    #expect(try await explain("photo.jpg", "shrink", "--max", "100").contains("hit: jpeg"))
    let other = try await explain("photo.jpg", "shrink", "--max", "101", "-q", "3")
    #expect(other.hasSuffix("differs in recipe.quality, recipe.size\n"))
    #expect(try await explain("photo.heic", "shrink").contains("there is no result of a picture"))
    let json = try await place.imgtool(
      "cache", "explain", "--json", "photo.jpg", "--", "shrink", "--max", "99")
    #expect(json.text.contains(#""state": "miss""#) && json.text.contains("recipe.size"))
  }

  @Test(
    "refuses what it doesn't know",
    arguments: [
      [], ["stat"], ["stats", "more"], ["explain"], ["explain", "photo.jpg", "--", "detect"],
    ])
  func usage(arguments: [String]) async throws {
    let place = try Workplace("photo.jpg")
    let line = ["cache"] + arguments
    let run = try await place.start(line.map { Argument(bytes: Array($0.utf8)) }).result()
    #expect(run.end == .exited(2))
  }
}
