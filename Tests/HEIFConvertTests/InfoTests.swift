import Formats
import HEIFConvert
import ImgtoolKit
import Metadata
import Posix
import TestSupport
import Testing

@Suite("Info")
struct InfoTests {
  func info(_ fixture: String) throws -> PictureInfo {
    try PictureInfo(of: Input(path: FilePath(Fixtures.path(fixture))))
  }

  @Test(
    "date, camera and place are read where the container keeps them",
    arguments: ["photo.jpg", "photo.heic"])
  func capture(name: String) throws {
    let info = try info(name)
    #expect(info.facts.displayedSize == PixelSize(width: 640, height: 480))
    #expect(info.profile == "sRGB")
    #expect(info.capture.camera == "Apple iPhone 13")
    #expect(info.capture.date == "2024-05-17T18:42:07+02:00")
    #expect(abs((info.capture.place?.latitude ?? 0) - 48.2082) < 0.00001)
    #expect(abs((info.capture.place?.longitude ?? 0) - 16.3738) < 0.00001)
    #expect(try info.bytes == Fixtures.bytes(name).count)
  }

  @Test(
    "colours are named by the profile, or by code points where there is none",
    arguments: [
      ("p3-nclx.heic", "Display P3"), ("cmyk-profile.jpg", "Pale inks"), ("gray.png", nil),
      ("pq.heic", nil),
    ] as [(String, String?)])
  func profile(name: String, profile: String?) throws {
    #expect(try info(name).profile == profile)
  }

  @Test(
    "what is no picture is refused", arguments: ["mp4-named.heic", "empty.jpg", "text-named.heic"])
  func refused(name: String) throws {
    #expect(throws: FileError.self) { try info(name) }
  }

  static func sample() -> PictureInfo {
    var facts = HeaderFacts(kind: .image(.tiff))
    facts.displayedSize = PixelSize(width: 30, height: 40)
    facts.orientation = 6
    facts.pictures = 2
    facts.bitsPerSample = 16
    var info = PictureInfo("a.tif", facts, bytes: 1_900_000)
    info.profile = "Display P3"
    info.capture.camera = "Canon EOS R5"
    info.capture.date = "2024-05-17T18:42:07"
    info.capture.place = CaptureFacts.Place(latitude: -0.5, longitude: 16.373805)
    return info
  }

  @Test("a line has everything that is known, in the order of the table")
  func line() {
    #expect(
      Self.sample().textLine(isVerbose: false)?.description == """
        a.tif: tiff, 30×40, 16 bits, 1.9 MB, 2 pictures, orientation 6, Display P3, \
        2024-05-17T18:42:07, Canon EOS R5, -0.50000 16.37381
        """)
  }

  @Test("JSON has the same as data")
  func json() {
    #expect(
      String(decoding: Self.sample().json.encoded, as: UTF8.self) == """
        {"input": "a.tif", "kind": "tiff", "width": 30, "height": 40, "bits": 16, "images": 2, \
        "extension_matches": true, "state": "sound", "alpha": false, "animated": false, \
        "gain_map": false, "icc": false, "profile": "Display P3", "orientation": 6, \
        "camera": "Canon EOS R5", "date": "2024-05-17T18:42:07", \
        "gps": {"latitude": -0.5, "longitude": 16.373805}, "bytes": 1900000}
        """)
  }

  @Test("at a terminal it is a table that has no column without a value")
  func table() throws {
    let console = RecordingConsole(outputColumns: 400)
    let status = try Info().run(
      InspectionOptions(),
      inputs: ["gray.png", "pages.tif"].map { FilePath(Fixtures.path($0)) },
      in: Environment(console: console))
    #expect(status == .success)
    let lines = console.outputText.split(separator: "\n").map { line in
      line.split(separator: " ").map(String.init).dropFirst().joined(separator: " ")
    }
    #expect(
      lines == [
        "FORMAT SIZE BITS BYTES NOTES", "png 96×64 8 223 B", "tiff 48×32 8 15 kB 3 pictures",
      ])
  }

  @Test("a failure leaves the table of the others", arguments: [nil, 80])
  func failure(columns: Int?) throws {
    let console = RecordingConsole(outputColumns: columns)
    let status = try Info().run(
      InspectionOptions(),
      inputs: ["missing.png", "gray.png", "empty.jpg"].map { FilePath(Fixtures.path($0)) },
      in: Environment(console: console))
    #expect(status == .failure)
    #expect(console.errorText.split(separator: "\n").count == 2)
    #expect(console.outputText.contains("png"))
  }
}
