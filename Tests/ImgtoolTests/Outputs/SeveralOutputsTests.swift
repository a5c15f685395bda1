internal import Foundation
internal import Posix
internal import TestSupport
internal import Testing

@Suite("shrink with lists of sizes and formats")
struct SeveralOutputsTests {
  @Test("makes each size in each format, of one decode, in the order given")
  func product() async throws {
    let place = try Workplace("photo.heic")
    let run = try await place.imgtool(
      "shrink", "--max", "320,80,160", "--format", "jpeg,webp", "--json", "photo.heic")
    #expect(run.end == .exited(0), "\(run.errorLines)")
    let records = try run.records()
    #expect(
      records.map(\.output) == [
        "photo-320.jpg", "photo-320.webp", "photo-80.jpg", "photo-80.webp", "photo-160.jpg",
        "photo-160.webp",
      ])
    #expect(records.map(\.decodes) == [1, 0, 0, 0, 0, 0])
    for record in records {
      let picture = try place.picture(FilePath(try #require(record.output)))
      #expect(picture.size.width == record.width && picture.format == record.format)
    }
    #expect(run.errorLines.last?.contains("6 done") == true)
  }

  @Test(
    "makes no size larger than the picture, its own once, under the smallest number that is not below it",
    arguments: [
      ("320,640,960,1920", [320, 640]), ("320,1920,960", [320, 960]), ("1920", [1920]),
      ("5000,4000,320", [4000, 320]), ("639,640", [639, 640]), ("641,640", [640]),
      ("640x480,640,320x240,320", [640, 320]),
    ] as [(String, [Int])])
  func ownSize(sizes: String, names: [Int]) async throws {
    let place = try Workplace("photo.jpg")
    let run = try await place.imgtool(
      "shrink", "--max", "\(sizes)", "--json", "-o", "out", "--format", "jpeg", "photo.jpg")
    #expect(run.end == .exited(0), "\(run.errorLines)")
    let boxes = sizes.contains("x") ? ["out/photo-640x480.jpg", "out/photo-320x240.jpg"] : nil
    let records = try run.records()
    #expect(records.map(\.output) == boxes ?? names.map { "out/photo-\($0).jpg" })
    #expect(records.map(\.width) == names.map { min($0, 640) })
  }

  @Test("auto and keep are what they come to for each picture, which is made once")
  func formats() async throws {
    let place = try Workplace("photo.heic", "rgba.png")
    let run = try await place.imgtool(
      "shrink", "--max", "60", "--format", "auto,jpeg,keep,png", "--json", "photo.heic", "rgba.png")
    #expect(
      try run.records().map(\.output) == [
        "photo-60.jpg", "photo-60.heic", "photo-60.png", "rgba-60.png", "rgba-60.jpg",
      ])
  }

  @Test("a second run makes nothing, and a change of one input makes its outputs alone")
  func again() async throws {
    let place = try await CacheRunTests.settled("photo.jpg", "photo.heic", "interlaced.png")
    let line: [Argument] = [
      "shrink", "--max", "20,40,80", "--format", "jpeg,webp", "--json", "--name",
      "{stem}-{max}-{width}.{ext}", "-o", "out", "photo.jpg", "interlaced.png",
    ]
    func statuses() async throws -> [String] {
      try await place.start(line).result().records().map(\.status)
    }
    #expect(try await statuses() == Array(repeating: "written", count: 12))
    let expected = FileSystemAbilities.hasAttributes ? "unchanged" : "cached"
    #expect(try await statuses() == Array(repeating: expected, count: 12))
    try place.put(Fixtures.bytes("gray.jpg"), as: "new")
    try FileSystem.rename(place.path.appending("new"), to: place.path.appending("photo.jpg"))
    let changed = try await place.start(line).result().records()
    #expect(changed.map(\.status).suffix(6) == Array(repeating: expected, count: 6)[...])
    #expect(changed.prefix(6).allSatisfy { $0.status == "written" })
    #expect(changed.compactMap(\.decodes).reduce(0, +) == 1)
  }

  @Test("workers of their own decode once as well, and one that dies fails its picture alone")
  func isolated() async throws {
    let place = try Workplace("photo.heic", "photo.jpg", "truncated.heic")
    let run = try await place.imgtool(
      "shrink", "--max", "300,40", "--format", "webp,jpeg,avif", "--isolate", "--json", "-j", "2",
      "-o", "out", "--name", "{stem}-{max}-{command}.{ext}", "photo.jpg", "truncated.heic")
    let records = try run.records()
    let made = records.filter { $0.input == "photo.jpg" }
    #expect(made.map(\.status) == Array(repeating: "written", count: 6))
    #expect(made.map(\.decodes) == [1, 0, 0, 0, 0, 0])
    #expect(records.filter { $0.input == "truncated.heic" }.allSatisfy { $0.status == "failed" })
  }

  @Test("one output has no place for several")
  func usage() async throws {
    let place = try Workplace("photo.jpg")
    for (more, word) in [
      ("-o out.jpg photo.jpg", "'--output out.jpg' names one file, but 2 are asked for"),
      ("-o - photo.jpg", "'--output -' writes one image, but 2 are asked for"),
      ("- <photo.jpg", "standard output takes one image, but 2 are asked for"),
      ("--in-place photo.jpg", "'--in-place' leaves one output of an input, but 2 are asked for"),
    ] {
      let run = try await place.shell(#""$imgtool" shrink --max 64,32 \#(more)"#)
      #expect(run.end == .exited(2))
      #expect(run.errorLines.joined().contains(word), "\(run.errorLines)")
    }
    #expect(try place.files() == ["photo.jpg"])
    let stdin = try await place.shell(#""$imgtool" shrink --max 64,32 -o out - <photo.jpg"#)
    #expect(stdin.end == .exited(0), "\(stdin.errorLines)")
    #expect(try place.files() == ["out/stdin-32.jpg", "out/stdin-64.jpg", "photo.jpg"])
  }

  @Test("names without the size can't tell outputs apart: the first is made, and the others say so")
  func names() async throws {
    let place = try Workplace("photo.jpg")
    let run = try await place.imgtool(
      "shrink", "--max", "64,32", "--name", "{stem}-web.{ext}", "--json", "photo.jpg")
    #expect(run.end == .exited(1))
    let records = try run.records()
    #expect(records.map(\.error?.code) == [nil, "output-conflict"])
    #expect(try place.picture("photo-web.jpg").size == [64, 48])
  }

  @Test("their scores are told, and a minimum fails those below it alone")
  func scores() async throws {
    let place = try Workplace("photo.jpg")
    let run = try await place.imgtool(
      "shrink", "--max", "320,160", "--format", "jpeg,png", "-q", "5", "--min-score", "80",
      "--json",
      "photo.jpg")
    #expect(run.end == .exited(1))
    #expect(
      try run.records().map(\.status) == ["failed", "written", "failed", "written"])
  }
}
