internal import Posix
internal import Testing

@Suite("shrink: pictures come out upright")
struct ShrinkOrientationTests {
  private static let inputs =
    (1...8).flatMap { ["orientation-\($0).jpg", "orientation-\($0).heic"] }
    + [
      "orientation-9.jpg", "orientation-6.tif", "irot-6.heic", "exif-6.heic", "irot-8-exif-6.heic",
    ]

  @Test("whatever turns the input, it is turned once and the output says so", arguments: inputs)
  func upright(input: String) async throws {
    let place = try Workplace(input)
    let run = try await place.imgtool("shrink", "--max", "24", "-o", "out.png", "\(input)")
    #expect(run.end == .exited(0), "\(run.errorLines)")
    try expectUpright(place.picture("out.png"), within: 12)
  }

  @Test("in JPEG too, with its EXIF carried over", arguments: inputs)
  func uprightJPEG(input: String) async throws {
    let place = try Workplace(input)
    let run = try await place.imgtool(
      "shrink", "--max", "24", "-q", "95", "-o", "out.jpg", "\(input)")
    #expect(run.end == .exited(0), "\(run.errorLines)")
    try expectUpright(place.picture("out.jpg"), within: 30)
  }

  @Test("in HEIC too, where neither a transform nor EXIF turns it again", arguments: [3, 5, 6, 8])
  func uprightHEIC(orientation: Int) async throws {
    let input = "orientation-\(orientation).heic"
    let place = try Workplace(input)
    let run = try await place.imgtool(
      "shrink", "--max", "24", "-q", "95", "--format", "keep", "-o", "out.heic", "\(input)")
    #expect(run.end == .exited(0), "\(run.errorLines)")
    try expectUpright(place.picture("out.heic"), within: 30)
  }

  @Test("no reader finds another orientation in the tags", .enabled(if: Tags.canBeRead))
  func tags() async throws {
    let place = try Workplace("orientation-6.jpg")
    try await place.imgtool("shrink", "--max", "24", "-o", "out.jpg", "orientation-6.jpg")
    let tags = try await Tags(of: "out.jpg", in: place)
    #expect(tags["IFD0:Orientation"] ?? "1" == "1")
    #expect(tags["XMP-tiff:Orientation"] ?? "1" == "1")
  }

  private func expectUpright(_ picture: Picture, within tolerance: Int) {
    #expect(picture.size == [24, 16])
    #expect(picture.orientation ?? 1 == 1)
    let seen = picture.quadrants
    #expect(areNear(seen, Colour.quadrants, within: tolerance), "\(seen)")
  }
}
