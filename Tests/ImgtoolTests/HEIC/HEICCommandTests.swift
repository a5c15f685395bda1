internal import Posix
internal import TestSupport
internal import Testing

@Suite("heic: pictures as HEIC")
struct HEICCommandTests {
  @Test("a picture of another format becomes a HEIC of quality 80 beside it, at its full size")
  func beside() async throws {
    let place = try Workplace("photo.jpg", "quadrants.png", "lossy.webp", "lzw.tif")
    let run = try await place.imgtool("heic", "--json", "--effort", "0")
    #expect(run.end == .exited(0), "\(run.errorLines)")
    let records = try run.records()
    #expect(records.map(\.output) == ["lossy.heic", "lzw.heic", "photo.heic", "quadrants.heic"])
    #expect(records.allSatisfy { $0.quality == 80 && $0.format == "heic" && $0.encodes == 1 })
    #expect(try place.picture("photo.heic").size == [640, 480])
  }

  @Test("it comes out upright", arguments: [2, 6])
  func upright(orientation: Int) async throws {
    let name = "orientation-\(orientation)"
    let place = try Workplace("\(name).jpg")
    let run = try await place.imgtool("heic", "\(name).jpg")
    #expect(run.end == .exited(0), "\(run.errorLines)")
    let picture = try place.picture(FilePath("\(name).heic"))
    #expect(picture.orientation == 1 || picture.orientation == nil)
    #expect(areNear(picture.quadrants, Colour.quadrants, within: 25))
  }

  @Test("a HEIC that is upright is passed on byte for byte")
  func unchanged() async throws {
    let place = try Workplace("photo.heic")
    let run = try await place.imgtool("heic", "--json", "-o", "out", "photo.heic")
    #expect(try run.records().map(\.status) == ["unchanged"])
    #expect(try place.bytes("out/photo.heic") == Fixtures.bytes("photo.heic"))
  }

  @Test("one that is larger than its source says so")
  func larger() async throws {
    let place = try Workplace("photo.jpg")
    let run = try await place.imgtool("heic", "-q", "100", "--effort", "0", "--json", "photo.jpg")
    let record = try #require(run.records().first)
    #expect(record.status == "written" && record.warnings?.contains("larger-than-source") == true)
    #expect(try #require(record.bytesOut) > #require(record.bytesIn))
  }

  @Test("in place, a picture that would grow is left alone, and one that shrinks gives way")
  func inPlace() async throws {
    let place = try Workplace("photo.jpg")
    let grown = try await place.imgtool(
      "heic", "-q", "100", "--effort", "0", "--in-place", "--json", "photo.jpg")
    let record = try #require(grown.records().first)
    #expect(record.status == "unchanged" && record.warnings == ["larger-than-source"])
    #expect(record.format == "jpeg" && record.bytesOut == record.bytesIn)
    #expect(try place.files() == ["photo.jpg"])
    #expect(try place.bytes("photo.jpg") == Fixtures.bytes("photo.jpg"))

    let shrunk = try await place.imgtool("heic", "-q", "20", "--in-place", "photo.jpg")
    #expect(shrunk.end == .exited(0), "\(shrunk.errorLines)")
    #expect(try place.files() == ["photo.heic"])
  }

  @Test("in place, metadata that is to go is worth more than bytes")
  func inPlaceWithoutMetadata() async throws {
    let place = try Workplace("photo.jpg")
    let run = try await place.imgtool(
      "heic", "-q", "100", "--effort", "0", "--metadata", "safe", "--in-place", "photo.jpg")
    #expect(run.end == .exited(0), "\(run.errorLines)")
    #expect(try place.files() == ["photo.heic"])
  }

  @Test("another format is wrong usage", arguments: [["-o", "out.png"], ["--format", "png"]])
  func format(options: [String]) async throws {
    let place = try Workplace("photo.jpg")
    let run = try await place.start(
      ["heic", "photo.jpg"] + options.map { Argument(stringLiteral: $0) }
    ).result()
    #expect(run.end == .exited(2))
    #expect(try place.files() == ["photo.jpg"])
  }
}
