internal import Posix
internal import Testing

@Suite("convert: formats")
struct ConvertFormatTests {
  private static let outputs = [
    "out.jpg", "out.png", "out.webp", "out.heic", "out.avif", "out.tif", "out.jxl",
  ]

  // Not in the attribute: Swift 6.0 crashes on a closure there.
  private static let transparent = outputs.filter { $0 != "out.jpg" }

  private func converted(
    _ input: String, to output: FilePath, _ options: Argument...
  ) async throws -> Picture {
    let place = try Workplace(input)
    let run = try await place.start(
      ["convert", "-o", Argument(output), "\(input)"] + options
    ).result()
    #expect(run.end == .exited(0), "\(run.errorLines)")
    return try place.picture(output)
  }

  @Test(
    "every format shows the same picture at full size, upright",
    arguments: [
      "orientation-6.jpg", "orientation-3.heic", "irot-8-exif-6.heic", "orientation-6.tif",
    ], outputs)
  func upright(input: String, output: String) async throws {
    let picture = try await converted(input, to: FilePath(output), "-q", "95")
    #expect(picture.size == [48, 32])
    #expect(picture.orientation ?? 1 == 1)
    #expect(areNear(picture.quadrants, Colour.quadrants, within: 30), "\(picture.quadrants)")
  }

  @Test("--to names the output by its format", arguments: ["tiff", "jxl", "png", "heic"])
  func named(format: String) async throws {
    let place = try Workplace("photo.jpg")
    let run = try await place.imgtool("convert", "--to", "\(format)", "photo.jpg")
    #expect(run.end == .exited(0), "\(run.errorLines)")
    let name: FilePath = format == "tiff" ? "photo.tif" : FilePath("photo.\(format)")
    #expect(try place.files() == ["photo.jpg", name].sorted())
    #expect(try place.picture(name).size == [640, 480])
  }

  @Test(
    "transparency stays where the format has it",
    arguments: ["rgba.png", "alpha.heic"], transparent)
  func transparency(input: String, output: String) async throws {
    let picture = try await converted(input, to: FilePath(output), "-q", "95")
    #expect(picture.hasAlpha)
    #expect(picture.colour(48, 32).isNear(Colour(255, 140, 0), within: 20))
    #expect(picture.colour(1, 1).samples[3] <= 4)
  }

  @Test(
    "more than 8 bits stay: 16 in PNG, TIFF and JPEG XL, 10 in HEIC and AVIF",
    arguments: ["deep.png", "deep.heic", "deep.tif"],
    [("out.png", 16), ("out.tif", 16), ("out.jxl", 16), ("out.heic", 10), ("out.avif", 10)])
  func deep(input: String, output: (name: FilePath, bits: Int)) async throws {
    let picture = try await converted(input, to: output.name, "-q", "95")
    #expect(picture.bits == output.bits)
    let ramp = [
      Colour(64, 65, 128), Colour(194, 65, 128), Colour(64, 195, 128), Colour(194, 195, 128),
    ]
    #expect(areNear(picture.quadrants, ramp, within: 10), "\(picture.quadrants)")
  }

  @Test("wide colours look the same, by a profile", arguments: outputs)
  func wideColours(output: String) async throws {
    let picture = try await converted("p3.png", to: FilePath(output), "-q", "95")
    #expect(picture.hasProfile)
    #expect(areNear(picture.quadrants, Colour.quadrants, within: 16), "\(picture.quadrants)")
  }

  @Test("a TIFF holds inks and their profile, and loses nothing")
  func inks() async throws {
    let place = try Workplace("cmyk-profile.jpg")
    try await place.imgtool("convert", "--to", "tiff", "cmyk-profile.jpg")
    try await place.imgtool("convert", "--srgb", "-o", "seen.png", "cmyk-profile.jpg")
    try await place.imgtool("convert", "--srgb", "-o", "tiff.png", "cmyk-profile.tif")
    #expect(try place.picture("tiff.png").quadrants == place.picture("seen.png").quadrants)
    let info = try await place.imgtool("info", "--json", "cmyk-profile.tif").text
    #expect(info.contains("\"icc\": true"))
  }

  @Test("a picture that has the format already is passed on byte for byte")
  func unchanged() async throws {
    let place = try Workplace("pages.tif", "photo.jpg")
    let run = try await place.imgtool(
      "convert", "--to", "tiff", "--json", "-o", "out", "pages.tif", "photo.jpg")
    #expect(try run.records().map(\.status) == ["unchanged", "written"])
    #expect(try place.bytes("out/pages.tif") == place.bytes("pages.tif"))
  }

  @Test("-q is the quality, 90 unless given, and none where nothing is lost")
  func quality() async throws {
    let place = try Workplace("photo.heic")
    func quality(_ options: Argument...) async throws -> Int? {
      let run = try await place.start(
        ["convert", "--json", "--overwrite", "photo.heic"] + options
      ).result()
      return try run.records().first?.quality
    }
    #expect(try await quality() == 90)
    #expect(try await quality("-q", "33") == 33)
    #expect(try await quality("-q", "33", "--to", "jxl") == 33)
    #expect(try await quality("-q", "33", "--to", "tiff") == nil)
  }

  @Test("through a pipe a TIFF comes out as it does into a file")
  func pipe() async throws {
    let place = try Workplace("photo.jpg")
    try await place.imgtool("convert", "--to", "tiff", "photo.jpg")
    let run = try await place.imgtool(
      "convert", "--to", "tiff", "-", input: place.bytes("photo.jpg"))
    #expect(try run.output == place.bytes("photo.tif"))
  }
}
