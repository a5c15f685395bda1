internal import Posix
internal import TestSupport
internal import Testing

@Suite("jpeg: pictures as JPEG")
struct JPEGCommandTests {
  @Test("a picture of another format becomes a JPEG of quality 90 beside it, at its full size")
  func beside() async throws {
    let place = try Workplace("photo.heic", "quadrants.png", "lossy.webp", "lzw.tif")
    let run = try await place.imgtool("jpeg", "--json")
    #expect(run.end == .exited(0), "\(run.errorLines)")
    let records = try run.records()
    #expect(records.map(\.output) == ["lossy.jpg", "lzw.jpg", "photo.jpg", "quadrants.jpg"])
    #expect(records.allSatisfy { $0.quality == 90 && $0.format == "jpeg" && $0.encodes == 1 })
    #expect(try place.picture("photo.jpg").size == [640, 480])
  }

  @Test("a JPEG that is upright and good enough is passed on, whatever stands behind its end")
  func unchanged() async throws {
    let place = try Workplace()
    let input = try Fixtures.bytes("photo.jpg") + Array("a trailer".utf8)
    try place.put(input, as: "photo.jpg")
    let run = try await place.imgtool("jpeg", "--json", "-o", "out", "photo.jpg")
    let record = try #require(run.records().first)
    #expect(record.status == "unchanged" && record.encodes == 0 && record.quality == nil)
    #expect(try place.bytes("out/photo.jpg") == input)
  }

  @Test("one of a higher quality than the wanted one is encoded anew; one of a lower stays")
  func quality() async throws {
    let place = try Workplace("photo.jpg", "progressive.jpg")
    // Of quality 80 and 70.
    let run = try await place.imgtool(
      "jpeg", "-q", "75", "--json", "-o", "out", "photo.jpg", "progressive.jpg")
    let records = try run.records()
    #expect(records.map(\.status) == ["written", "unchanged"])
    #expect(records.map(\.quality) == [75, nil])
  }

  @Test("no JPEG is given more quality than its tables show")
  func cap() async throws {
    let place = try Workplace("photo.jpg")
    let run = try await place.imgtool(
      "jpeg", "-q", "95", "--srgb", "--json", "-o", "out", "photo.jpg")
    #expect(try run.records().map(\.quality) == [80])
  }

  @Test("one that only has to be turned is not encoded", arguments: 2...8)
  func turned(orientation: Int) async throws {
    let name = "orientation-\(orientation).jpg"
    let place = try Workplace(name)
    let run = try await place.imgtool("jpeg", "--json", "-q", "100", "--in-place", "\(name)")
    let record = try #require(run.records().first)
    #expect(record.status == "written" && record.encodes == 0)
    let picture = try place.picture(FilePath(name))
    #expect(picture.orientation == 1)
    #expect(areNear(picture.quadrants, Colour.quadrants, within: 15))
  }

  @Test("a .jpg beside itself is an error that says what to do, and nothing is touched")
  func itself() async throws {
    let place = try Workplace("photo.jpg", "orientation-6.jpg")
    let run = try await place.imgtool("jpeg", "photo.jpg", "orientation-6.jpg")
    #expect(run.end == .exited(1))
    #expect(run.errorLines.first?.contains("--in-place") == true)
    #expect(run.errorLines.first?.contains("-o") == true)
    #expect(try place.files() == ["orientation-6.jpg", "photo.jpg"])
    #expect(try place.bytes("photo.jpg") == Fixtures.bytes("photo.jpg"))
  }

  @Test("in place a HEIC gives way to its JPEG, and a JPEG that is fine is left alone")
  func inPlace() async throws {
    let place = try Workplace("quadrants.heic", "photo.jpg")
    let before = try FileStatus(of: place.path.appending("photo.jpg"))
    let run = try await place.imgtool("jpeg", "--in-place", "quadrants.heic", "photo.jpg")
    #expect(run.end == .exited(0), "\(run.errorLines)")
    #expect(try place.files() == ["photo.jpg", "quadrants.jpg"])
    let after = try FileStatus(of: place.path.appending("photo.jpg"))
    #expect(after.inode == before.inode && after.modified == before.modified)
  }

  @Test("another format is wrong usage", arguments: [["-o", "out.png"], ["--format", "png"]])
  func format(options: [String]) async throws {
    let place = try Workplace("photo.heic")
    let run = try await place.start(
      ["jpeg", "photo.heic"] + options.map { Argument(stringLiteral: $0) }
    ).result()
    #expect(run.end == .exited(2))
    #expect(try place.files() == ["photo.heic"])
  }

  @Test("damage is found where nothing has to be encoded")
  func damaged() async throws {
    let place = try Workplace("truncated.jpg")
    for (name, orientation) in [("photo.jpg", 1), ("turned.jpg", 3)] {
      var bytes = try Said.orientation(orientation, in: Fixtures.bytes("photo.jpg"))
      bytes.removeLast(bytes.count / 4)
      try place.put(bytes + [0xff, 0xd9], as: FilePath(name))
    }
    let run = try await place.imgtool("jpeg", "--json", "-o", "out")
    #expect(try run.records().map { $0.error?.code } == ["damaged", "damaged", "damaged"])
    #expect(try place.files() == ["photo.jpg", "truncated.jpg", "turned.jpg"])
  }
}
