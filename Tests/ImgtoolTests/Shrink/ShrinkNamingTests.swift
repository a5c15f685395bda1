internal import Posix
internal import Testing

@Suite("shrink: which files it makes")
struct ShrinkNamingTests {
  @Test(
    "the name says the limit, the size fits it, the format stays or becomes JPEG",
    arguments: [
      ("photo.jpg", "320", "photo-320.jpg", [320, 240], "jpeg"),
      ("photo.jpg", "100x50", "photo-100x50.jpg", [67, 50], "jpeg"),
      ("interlaced.png", "80", "interlaced-80.png", [80, 60], "png"),
      ("lossy.webp", "80", "lossy-80.webp", [80, 60], "webp"),
      ("photo.heic", "320", "photo-320.jpg", [320, 240], "jpeg"),
      ("small.avif", "80", "small-80.jpg", [80, 60], "jpeg"),
      ("alpha.heic", "48", "alpha-48.png", [48, 32], "png"),
      ("transparent.gif", "48", "transparent-48.png", [48, 32], "png"),
      ("animated.gif", "24", "animated-24.png", [24, 16], "png"),
      ("quadrants.tif", "48", "quadrants-48.tif", [48, 32], "tiff"),
    ] as [(String, String, String, Picture.Size, String)])
  func naming(
    input: String, limit: String, output: String, size: Picture.Size, format: String
  ) async throws {
    let place = try Workplace(input)
    let run = try await place.imgtool("shrink", "--max", "\(limit)", "\(input)")
    #expect(run.end == .exited(0), "\(run.errorLines)")
    #expect(try place.files() == [FilePath(input), FilePath(output)].sorted())
    let picture = try place.picture(FilePath(output))
    #expect(picture.size == size)
    #expect(picture.format == format)
  }

  @Test("without a limit the long edge is at most 1920, and no picture is enlarged")
  func neverEnlarges() async throws {
    let place = try Workplace("photo.jpg", "quadrants.png")
    let run = try await place.imgtool("shrink", "photo.jpg", "quadrants.png")
    #expect(run.end == .exited(0))
    #expect(try place.picture("photo-1920.jpg").size == [640, 480])
    #expect(try place.picture("quadrants-1920.png").size == [96, 64])
  }

  @Test("the limit holds for the long edge, also of a tall picture")
  func tallPictures() async throws {
    let place = try Workplace("tall.png")
    try await place.imgtool("shrink", "--max", "48", "tall.png")
    #expect(try place.picture("tall-48.png").size == [24, 48])
  }

  @Test(
    "--format chooses the format, keep stays with it",
    arguments: [
      ("photo.heic", "keep", "photo-64.heic", "heic"),
      ("small.avif", "keep", "small-64.avif", "avif"),
      ("photo.jpg", "png", "photo-64.png", "png"),
      ("photo.jpg", "webp", "photo-64.webp", "webp"),
      ("photo.jpg", "heic", "photo-64.heic", "heic"),
      ("photo.jpg", "avif", "photo-64.avif", "avif"),
      ("rgba.png", "jpeg", "rgba-64.jpg", "jpeg"),
    ])
  func formats(input: String, choice: String, output: String, format: String) async throws {
    let place = try Workplace(input)
    let run = try await place.imgtool("shrink", "--max", "64", "--format", "\(choice)", "\(input)")
    #expect(run.end == .exited(0), "\(run.errorLines)")
    let picture = try place.picture(FilePath(output))
    #expect(picture.format == format)
    #expect(max(picture.size.width, picture.size.height) == 64)
  }

  @Test("-o names a folder, which is made where it is missing")
  func outputFolder() async throws {
    let place = try Workplace("photo.jpg")
    let run = try await place.imgtool("shrink", "--max", "64", "-o", "a/b", "photo.jpg")
    #expect(run.end == .exited(0))
    #expect(try place.files() == ["a/b/photo-64.jpg", "photo.jpg"])
  }

  @Test("-o names the file of a single input, and its extension sets the format")
  func outputFile() async throws {
    let place = try Workplace("photo.jpg")
    let run = try await place.imgtool("shrink", "--max", "64", "-o", "small.webp", "photo.jpg")
    #expect(run.end == .exited(0))
    #expect(try place.files() == ["photo.jpg", "small.webp"])
    #expect(try place.picture("small.webp").format == "webp")
  }

  @Test("--name is a template")
  func template() async throws {
    let place = try Workplace("photo.jpg")
    let run = try await place.imgtool(
      "shrink", "--max", "64", "--name", "{command}_{stem}_{max}_{width}x{height}.{ext}",
      "photo.jpg")
    #expect(run.end == .exited(0), "\(run.errorLines)")
    #expect(try place.files() == ["photo.jpg", "shrink_photo_64_64x48.jpg"])
  }

  @Test("a folder stands for its images, known by their bytes, and only -r goes below")
  func folders() async throws {
    let place = try Workplace()
    try place.put("photo.jpg", as: "in/one.jpg")
    try place.put("photo.heic", as: "in/no-extension")
    try place.put("text-named.heic", as: "in/text.heic")
    try place.put("quadrants.png", as: "in/below/two.png")
    let run = try await place.imgtool("shrink", "--max", "64", "-o", "flat", "in")
    #expect(run.end == .exited(0), "\(run.errorLines)")
    let deep = try await place.imgtool("shrink", "--max", "64", "-o", "deep", "-r", "in")
    #expect(deep.end == .exited(0), "\(deep.errorLines)")
    let made = try place.files().filter { !$0.description.hasPrefix("in/") }
    #expect(
      made == [
        "deep/below/two-64.png", "deep/no-extension-64.jpg", "deep/one-64.jpg",
        "flat/no-extension-64.jpg", "flat/one-64.jpg",
      ])
  }

  @Test("without an input the images of the current folder are taken")
  func currentFolder() async throws {
    let place = try Workplace("photo.jpg", "quadrants.png", "empty.jpg", "text-named.heic")
    try place.put("photo.jpg", as: "below/deep.jpg")
    let run = try await place.imgtool("shrink", "--max", "64", "-o", "out")
    #expect(run.end == .exited(0), "\(run.errorLines)")
    let made = try place.files().filter { $0.description.hasPrefix("out/") }
    #expect(made == ["out/photo-64.jpg", "out/quadrants-64.png"])
  }

  @Test("a run that writes beside its inputs takes none of its outputs as inputs")
  func ownOutputs() async throws {
    let place = try Workplace("photo.jpg")
    for _ in 1...2 { try await place.imgtool("shrink", "--max", "64", ".", "-j", "1") }
    #expect(try place.files().contains("photo-64.jpg"))
    let first = try await place.imgtool("shrink", "--max", "32", "--json", "photo.jpg", ".")
    #expect(try first.records().filter { $0.input.hasSuffix("photo.jpg") }.count == 1)
  }

  @Test("a file that is named twice, in whatever spelling, is done once")
  func namedTwice() async throws {
    let place = try Workplace("photo.jpg")
    let run = try await place.imgtool(
      "shrink", "--max", "64", "--json", "photo.jpg", "./photo.jpg", "photo.jpg")
    #expect(run.end == .exited(0), "\(run.errorLines)")
    #expect(try run.records().count == 1)
  }

  @Test("options may stand behind inputs, and -- ends them")
  func optionPlaces() async throws {
    let place = try Workplace()
    try place.put("photo.jpg", as: "--max")
    let run = try await place.imgtool("shrink", "-o", "out", "--max=64", "--", "--max")
    #expect(run.end == .exited(0), "\(run.errorLines)")
    #expect(try place.files() == ["--max", "out/--max-64.jpg"])
  }
}
