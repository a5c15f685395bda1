internal import Posix
internal import Testing

@Suite("shrink: colours and transparency")
struct ShrinkColourTests {
  /// The one output of shrinking a fixture to half its size.
  private func shrunk(
    _ input: String, to output: FilePath, _ options: Argument...
  ) async throws -> Picture {
    let place = try Workplace(input)
    let arguments: [Argument] =
      ["shrink", "--max", "48", "-o", Argument(output), "\(input)"] + options
    let run = try await place.start(arguments).result()
    #expect(run.end == .exited(0), "\(run.errorLines)")
    return try place.picture(output)
  }

  @Test(
    "wide colours look the same, by profile or by the container's own numbers",
    arguments: ["p3.jpg", "p3.png", "p3-icc.heic", "p3-nclx.heic"], ["out.png", "out.jpg"])
  func displayP3(input: String, output: String) async throws {
    let picture = try await shrunk(input, to: FilePath(output), "-q", "95")
    let seen = picture.quadrants
    #expect(areNear(seen, Colour.quadrants, within: 6), "\(seen)")
  }

  @Test("--srgb converts, and no profile is needed then", arguments: ["p3.jpg", "p3.png"])
  func srgb(input: String) async throws {
    let picture = try await shrunk(input, to: "out.png", "--srgb", "--metadata", "none")
    #expect(!picture.hasProfile)
    let seen = picture.quadrants
    #expect(areNear(seen, Colour.quadrants, within: 6), "\(seen)")
  }

  @Test("the profile stays where nobody asks for another")
  func profileStays() async throws {
    let place = try Workplace("p3.jpg")
    try await place.imgtool("shrink", "--max", "48", "-o", "out.jpg", "p3.jpg")
    #expect(try place.picture("out.jpg").hasProfile)
  }

  @Test("four inks become colours by the profile in the file")
  func inksWithProfile() async throws {
    let seen = try await shrunk("cmyk-profile.jpg", to: "out.png").quadrants
    // The pale inks of the fixture's profile, far from what any usual press prints.
    let pale = [
      Colour(224, 109, 79), Colour(113, 187, 105), Colour(103, 89, 160), Colour(249, 240, 118),
    ]
    #expect(areNear(seen, pale, within: 12), "\(seen)")
  }

  @Test(
    "four inks without a profile keep their hues",
    arguments: ["cmyk.jpg", "cmyk-unmarked.jpg"], ["out.png", "out.webp"])
  func inksWithoutProfile(input: String, output: String) async throws {
    let seen = try await shrunk(input, to: FilePath(output)).quadrants
    let vivid = [
      Colour(230, 30, 40), Colour(0, 160, 75), Colour(50, 50, 145), Colour(255, 240, 10),
    ]
    #expect(areNear(seen, vivid, within: 60), "\(seen)")
  }

  @Test("16 bits are narrowed, not cut", arguments: ["deep.png", "deep.tif", "deep.heic"])
  func deepColour(input: String) async throws {
    let seen = try await shrunk(input, to: "out.jpg", "-q", "95").quadrants
    let ramp = [
      Colour(64, 65, 128), Colour(194, 65, 128), Colour(64, 195, 128), Colour(194, 195, 128),
    ]
    #expect(areNear(seen, ramp, within: 10), "\(seen)")
  }

  @Test("a PNG of 16 bits stays one")
  func deepPNG() async throws {
    let picture = try await shrunk("deep.png", to: "out.png")
    #expect(picture.bits == 16)
  }

  @Test("a gray picture stays gray", arguments: [("gray.png", "out.png"), ("gray.png", "out.jpg")])
  func gray(input: String, output: String) async throws {
    let picture = try await shrunk(input, to: FilePath(output))
    for (x, level) in [(12, 64), (36, 193)] {
      #expect(picture.colour(x, 16).isNear(Colour(level, level, level), within: 4))
    }
  }

  @Test(
    "soft transparency stays, and no colour from under clear pixels comes to light",
    arguments: ["rgba.png", "alpha.webp", "alpha.heic", "alpha.avif", "palette.png"],
    ["out.png", "out.webp"])
  func transparency(input: String, output: String) async throws {
    let picture = try await shrunk(input, to: FilePath(output))
    #expect(picture.hasAlpha)
    #expect(picture.colour(24, 16).isNear(Colour(255, 140, 0), within: 12))
    #expect(picture.colour(1, 1).samples[3] <= 2)
    // Half way through the soft edge, 22 of 28 to 16 pixels from the middle before halving.
    let edge = picture.colour(24 + 11, 16)
    #expect((70...190).contains(edge.samples[3]), "\(edge)")
    #expect(abs(edge.samples[1] - 140) <= 40 && edge.samples[2] <= 60, "\(edge)")
  }

  @Test("gray with transparency keeps both")
  func grayTransparency() async throws {
    let picture = try await shrunk("gray-alpha.png", to: "out.png")
    #expect(picture.hasAlpha)
    #expect(picture.colour(24, 16).isNear(Colour(140, 140, 140), within: 4))
    #expect(picture.colour(1, 1).samples[3] == 0)
  }

  @Test(
    "where a format has no transparency the ground is white, or what --background says",
    arguments: ["rgba.png", "alpha.heic", "alpha.webp", "gray-alpha.png", "transparent.gif"])
  func ground(input: String) async throws {
    let onWhite = try await shrunk(input, to: "out.jpg", "-q", "95")
    #expect(onWhite.colour(2, 2).isNear(.white, within: 6))
    let onBlue = try await shrunk(input, to: "out.jpg", "-q", "95", "--background", "#283cbe")
    #expect(onBlue.colour(2, 2).isNear(.blue, within: 10))
  }

  @Test("of several frames or pictures the primary one is taken, with a warning")
  func primary() async throws {
    let place = try Workplace("second-primary.heic", "animated.gif", "animated.webp", "pages.tif")
    let run = try await place.imgtool(
      "shrink", "--max", "48", "--json", "--format", "png", "--name", "{stem}-{ext}.{ext}",
      "second-primary.heic", "animated.gif", "animated.webp", "pages.tif", "-o", "out", "-j", "1")
    let records = try run.records()
    for record in records where record.status == "written" {
      #expect(record.warnings?.isEmpty == false, "\(record.input)")
    }
    let seen = try place.picture("out/second-primary-png.png").quadrants
    #expect(areNear(seen, Colour.quadrants, within: 12), "\(seen)")
  }

  @Test("a picture in tiles is put together, and what stands over is cut")
  func grid() async throws {
    let place = try Workplace("grid.heic", "interlaced.png")
    try await place.imgtool("shrink", "--max", "80", "-o", "grid.png", "grid.heic")
    try await place.imgtool("shrink", "--max", "80", "-o", "whole.png", "interlaced.png")
    let (grid, whole) = (try place.picture("grid.png"), try place.picture("whole.png"))
    #expect(grid.size == [80, 60])
    for (x, y) in [(10, 10), (40, 5), (75, 10), (10, 55), (40, 50), (78, 58)] {
      #expect(grid.colour(x, y).isNear(whole.colour(x, y), within: 24), "\(x), \(y)")
    }
  }

  @Test("high dynamic range comes out as a picture that plain programs show")
  func highDynamicRange() async throws {
    let picture = try await shrunk("pq.heic", to: "out.jpg")
    #expect(picture.size == [48, 32])
    let seen = picture.quadrants
    #expect(seen[0].samples[0] > seen[0].samples[2], "red stays redder than blue: \(seen)")
    #expect(seen[2].samples[2] > seen[2].samples[0], "blue stays bluer than red: \(seen)")
  }
}
