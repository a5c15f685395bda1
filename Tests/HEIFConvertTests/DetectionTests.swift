import Formats
import HEIFConvert
import ImgtoolKit
import Metadata
import Posix
import Testing

/// Facts as they are told, and how.
struct Told: Sendable, CustomTestStringConvertible {
  let facts: HeaderFacts
  let name: FilePath
  let line: String
  let json: String

  var testDescription: String { line }

  /// What is told of the gain map, where there is one.
  var gainMap: GainMapFacts? {
    guard facts.hasGainMap else { return nil }
    return GainMapFacts(
      form: .apple, size: PixelSize(width: 1512, height: 2016), headroom: 3.4822)
  }

  init(
    _ kind: Formats.FileKind, name: FilePath, _ line: String, _ json: String,
    _ change: (inout HeaderFacts) -> Void = { _ in }
  ) {
    var facts = HeaderFacts(kind: kind)
    change(&facts)
    self.facts = facts
    self.name = name
    self.line = line
    self.json = json
  }
}

@Suite("Detection")
struct DetectionTests {
  static let cases = [
    Told(
      .image(.heic), name: "a.heic",
      "a.heic: heic, hevc, 3024×4032, 8 bits, gain map 1512×2016 (apple, headroom 3.48)",
      """
      {"input": "a.heic", "kind": "heic", "codec": "hevc", "width": 3024, "height": 4032, "bits": 8, \
      "images": 1, "extension_matches": true, "state": "sound", "alpha": false, "animated": false, \
      "gain_map": {"form": "apple", "width": 1512, "height": 2016, "headroom": 3.48}, "icc": true}
      """
    ) {
      $0.codec = "hevc"
      $0.storedSize = PixelSize(width: 4032, height: 3024)
      $0.displayedSize = PixelSize(width: 3024, height: 4032)
      $0.bitsPerSample = 8
      $0.hasGainMap = true
      $0.hasICC = true
    },
    Told(
      .image(.png), name: "b.JPG", "b.JPG: png, 1 bit, 3 frames, alpha, named .JPG, truncated",
      """
      {"input": "b.JPG", "kind": "png", "bits": 1, "images": 3, "extension_matches": false, \
      "state": "truncated", "alpha": true, "animated": true, "gain_map": false, "icc": false}
      """
    ) {
      $0.bitsPerSample = 1
      $0.pictures = 3
      $0.isAnimated = true
      $0.hasAlpha = true
      $0.state = .truncated
    },
    Told(
      .image(.tiff), name: "c", "c: tiff, lzw, 2 pictures, damaged",
      """
      {"input": "c", "kind": "tiff", "codec": "lzw", "images": 2, "extension_matches": true, \
      "state": "damaged", "alpha": false, "animated": false, "gain_map": false, "icc": false}
      """
    ) {
      $0.codec = "lzw"
      $0.pictures = 2
      $0.state = .damaged
    },
    // A film has frames, but no pictures.
    Told(
      .media("mp4"), name: "d.heic", "d.heic: mp4, hevc, named .heic",
      """
      {"input": "d.heic", "kind": "mp4", "codec": "hevc", "extension_matches": false, \
      "state": "sound"}
      """
    ) {
      $0.codec = "hevc"
      $0.pictures = 250
    },
    Told(
      .empty, name: "e.jpg", "e.jpg: empty",
      #"{"input": "e.jpg", "kind": "empty", "extension_matches": true}"#),
    Told(
      .unknown, name: "f.jpg", "f.jpg: unknown",
      #"{"input": "f.jpg", "kind": "unknown", "extension_matches": true}"#),
  ]

  @Test("the kind comes first, then what is known, then what is wrong", arguments: cases)
  func line(told: Told) {
    let line = Detection(told.name, told.facts, gainMap: told.gainMap).textLine(isVerbose: false)
    #expect(line?.description == told.line)
  }

  @Test("JSON has numbers as numbers and leaves out what is not known", arguments: cases)
  func json(told: Told) {
    let encoded = Detection(told.name, told.facts, gainMap: told.gainMap).json.encoded
    #expect(String(decoding: encoded, as: UTF8.self) == told.json)
  }
}
