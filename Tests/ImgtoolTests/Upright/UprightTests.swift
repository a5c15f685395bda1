internal import Posix
internal import TestSupport
internal import Testing

@Suite("Pictures come out upright exactly once, their thumbnails too")
struct UprightTests {
  @Test(
    "every orientation of every format in every format",
    arguments: [
      ["jpeg"], ["shrink", "--format", "jpeg"], ["shrink", "--format", "png"],
      ["shrink", "--format", "webp"], ["shrink", "--format", "heic"],
      ["shrink", "--format", "avif"], ["convert", "--to", "tiff"], ["convert", "--to", "jxl"],
    ] as [[Argument]])
  func upright(command: [Argument]) async throws {
    let pictures = try TurnedPictures.all()
    let place = try Workplace()
    for picture in pictures { try place.put(picture.bytes, as: FilePath("in/\(picture.name)")) }
    let options: [Argument] = ["-q", "95", "--json", "--name", "{stem}", "-o", "out", "in"]
    let run = try await place.start(command + options).result()
    #expect(run.end == .exited(0), "\(run.errorLines)")
    for picture in pictures {
      try check(place.bytes(FilePath("out").appending(FilePath(picture.name).stem)), picture)
    }
  }

  private func check(_ output: [UInt8], _ source: TurnedPictures.Turned) throws {
    let picture = try Picture(output)
    #expect(picture.size == [48, 32], "\(source.name)")
    #expect(picture.orientation ?? 1 == 1, "\(source.name)")
    let seen = picture.quadrants
    #expect(areNear(seen, Colour.quadrants, within: 30), "\(source.name): \(seen)")
    let said = try Said(in: output)
    #expect(said.orientation ?? 1 == 1, "\(source.name)")
    // In a TIFF a second directory would be a second page.
    let isTIFF = output.starts(with: [0x49, 0x49, 42]) || output.starts(with: [0x4D, 0x4D, 0, 42])
    let hasThumbnail = source.hasThumbnail && !isTIFF
    #expect((said.thumbnail != nil) == hasThumbnail, "\(source.name)")
    guard let thumbnail = said.thumbnail else { return }
    let small = try Picture(thumbnail)
    #expect(small.size == [24, 16], "\(source.name)")
    #expect(areNear(small.quadrants, Colour.quadrants, within: 40), "\(source.name)")
  }

  @Test("where EXIF and container disagree, the thumbnail follows the container")
  func disagreement() async throws {
    let place = try Workplace()
    try place.put(Said.orientation(8, in: Fixtures.bytes("photo.heic")), as: "photo.heic")
    let run = try await place.imgtool("jpeg", "photo.heic")
    #expect(run.end == .exited(0), "\(run.errorLines)")
    let said = try Said(in: place.bytes("photo.jpg"))
    #expect(said.orientation == 1)
    let thumbnail = try Picture(#require(said.thumbnail))
    #expect(thumbnail.size == [120, 90])
    let picture = try place.picture("photo.jpg")
    #expect(areNear(thumbnail.quadrants, picture.quadrants, within: 30))
  }
}
