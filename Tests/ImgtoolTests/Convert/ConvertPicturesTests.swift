internal import Posix
internal import Testing

@Suite("convert: several pictures in one file")
struct ConvertPicturesTests {
  @Test(
    "--all-images writes each, in the file's order",
    arguments: ["pages.tif", "animated.gif", "animated.webp"])
  func all(input: String) async throws {
    let place = try Workplace(input)
    let run = try await place.imgtool(
      "convert", "--to", "png", "--all-images", "--json", "\(input)")
    #expect(run.end == .exited(0), "\(run.errorLines)")
    let stem = FilePath(input).stem
    let names = ["", "-2", "-3"].map { FilePath("\(stem)\($0).png") }
    let records = try run.records()
    #expect(records.map(\.output) == names.map { "\($0)" })
    #expect(records.allSatisfy { $0.input == input && $0.warnings == [] })
    // Red, green and blue follow each other.
    for (name, colour) in zip(names, [Colour.red, .green, .blue]) {
      let seen = try place.picture(name).colour(4, 4)
      #expect(seen.isNear(colour, within: 60), "\(name): \(seen)")
    }
  }

  @Test("the primary picture comes first, wherever it stands in the file")
  func primary() async throws {
    let place = try Workplace("second-primary.heic")
    try await place.imgtool("convert", "--all-images", "second-primary.heic")
    #expect(try place.picture("second-primary.jpg").size == [96, 64])
    #expect(try place.picture("second-primary-2.jpg").size == [48, 32])
    #expect(try place.files().count == 3)
  }

  @Test(
    "what is a part of a picture is none of its own",
    arguments: ["grid.heic", "alpha.heic", "photo.heic", "irot-6.heic"])
  func parts(input: String) async throws {
    let place = try Workplace(input)
    let run = try await place.imgtool("convert", "--all-images", "--json", "-o", "out", "\(input)")
    #expect(try run.records().count == 1)
    #expect(try run.records().first?.warnings?.contains("frames") != true)
  }

  @Test("without --all-images the primary one is written, with a warning")
  func alone() async throws {
    let place = try Workplace("pages.tif")
    let run = try await place.imgtool("convert", "--json", "pages.tif")
    #expect(try run.records().count == 1)
    #expect(try run.records().first?.warnings?.first?.hasPrefix("frames") == true)
    #expect(run.end == .exited(0))
  }

  @Test("standard output takes one picture")
  func standardOutput() async throws {
    let place = try Workplace("pages.tif", "photo.jpg")
    let refused = try await place.imgtool("convert", "--all-images", "-o", "-", "pages.tif")
    #expect(refused.end == .exited(1) && refused.output.isEmpty)
    let single = try await place.imgtool(
      "convert", "--all-images", "--to", "png", "-o", "-", "photo.jpg")
    #expect(single.end == .exited(0) && !single.output.isEmpty)
  }

  @Test("in place a file of several pages is left alone, and it is said why")
  func inPlace() async throws {
    let place = try Workplace("pages.tif")
    let before = try place.bytes("pages.tif")
    let run = try await place.imgtool("convert", "--to", "png", "--in-place", "pages.tif")
    #expect(run.end == .exited(1))
    #expect(run.errorLines.first?.contains("3 pictures") == true)
    #expect(try place.files() == ["pages.tif"])
    #expect(try place.bytes("pages.tif") == before)
  }
}
