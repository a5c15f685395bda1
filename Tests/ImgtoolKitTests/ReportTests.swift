import Formats
import Imaging
import ImgtoolKit
import Posix
import Testing

@Suite("Reports")
struct ReportTests {
  static func written() -> Outcome {
    var outcome = Outcome(input: "photos/a.heic", output: "out/a-1920.jpg", .written)
    outcome.format = .jpeg
    outcome.sourceSize = PixelSize(width: 4032, height: 3024)
    outcome.size = PixelSize(width: 1920, height: 1440)
    (outcome.bytesIn, outcome.bytesOut) = (1_923_456, 412_345)
    (outcome.quality, outcome.encodes, outcome.decodes, outcome.seconds) = (85, 1, 1, 0.41249)
    return outcome
  }

  static func lines() -> [(id: String, outcome: Outcome, line: String?)] {
    var cached = written()
    cached.status = .cached
    var small = written()
    (small.sourceSize, small.status, small.bytesOut) = (small.size, .unchanged, 1_923_456)
    var searched = written()
    searched.isQualityFound = true
    return [
      (
        "written", written(),
        "photos/a.heic → out/a-1920.jpg  4032×3024 → 1920×1440  1.9 MB → 412 kB"
      ),
      (
        "cached", cached,
        "photos/a.heic → out/a-1920.jpg  4032×3024 → 1920×1440  1.9 MB → 412 kB  from cache"
      ),
      (
        "same size", small,
        "photos/a.heic → out/a-1920.jpg  1920×1440  1.9 MB → 1.9 MB  unchanged"
      ),
      (
        "searched", searched,
        "photos/a.heic → out/a-1920.jpg  4032×3024 → 1920×1440  1.9 MB → 412 kB  quality 85"
      ),
      (
        "skipped", Outcome(input: "a.jpg", output: "b.jpg", .skipped),
        "a.jpg → b.jpg  skipped, is there already"
      ),
      (
        "planned", Outcome(input: "a.jpg", output: "b.jpg", .planned),
        "a.jpg → b.jpg  would be written"
      ),
      ("failed", Outcome(input: "a.jpg", failed: FileError(.damaged, "cut off")), nil),
    ]
  }

  @Test("a result is one line with sizes before and after", arguments: lines())
  func textLine(id: String, outcome: Outcome, line: String?) {
    #expect(outcome.textLine(isVerbose: false)?.description == line, "\(id)")
  }

  @Test("with timings the line also tells the work")
  func verbose() throws {
    let line = try #require(Self.written().textLine(isVerbose: true)).description
    #expect(line.hasSuffix("412 kB  decoded 1×, encoded 1×, 0.412 s"))
  }

  @Test("a record holds the members that have a value, in one order")
  func json() {
    var outcome = Self.written()
    outcome.notes = ["frames", "alpha", "frames"].map { PictureWarning(name: $0, message: "why") }
    #expect(
      String(decoding: outcome.json.encoded, as: UTF8.self) == """
        {"input": "photos/a.heic", "output": "out/a-1920.jpg", "status": "written", "format": "jpeg", \
        "width": 1920, "height": 1440, "bytes_in": 1923456, "bytes_out": 412345, "quality": 85, \
        "encodes": 1, "decodes": 1, "seconds": 0.412, "warnings": ["frames", "alpha"]}
        """)
    let failed = Outcome(input: "a", failed: FileError(.notFound, "no such file or folder"))
    #expect(
      String(decoding: failed.json.encoded, as: UTF8.self) == """
        {"input": "a", "status": "failed", "encodes": 0, "decodes": 0, "seconds": 0.0, "warnings": [], \
        "error": {"code": "not-found", "message": "no such file or folder"}}
        """)
  }

  @Test("the codes are the words of the contract")
  func codes() {
    #expect(
      FileError.Code.allCases.map(\.rawValue) == [
        "not-found", "unreadable", "not-an-image", "unsupported", "damaged", "too-large",
        "output-exists", "output-conflict", "over-budget", "write-failed", "timeout", "cancelled",
        "internal",
      ])
    #expect(
      Outcome.Status.allCases.map(\.rawValue) == [
        "written", "cached", "unchanged", "skipped", "failed", "planned",
      ])
  }

  static let odd: [(bytes: [UInt8], text: [UInt8], json: String)] = [
    (Array("a\nb\tc\rd".utf8), Array("a\\nb\\tc\\rd".utf8), #""a\nb\tc\rd""#),
    (
      Array("\u{1B}[31m\u{7F}\u{0}".utf8), Array("\\x1b[31m\\x7f\\x00".utf8),
      #""\u001b[31m\u007f\u0000""#
    ),
    (Array("\u{9B}x\u{2028}".utf8), Array("\\u009bx\\u2028".utf8), #""\u009bx\u2028""#),
    (Array("Zürich-📷 100%".utf8), Array("Zürich-📷 100%".utf8), #""Zürich-📷 100%""#),
    (Array("Zu\u{308}rich".utf8), Array("Zu\u{308}rich".utf8), "\"Zu\u{308}rich\""),
    (Array(#"q'"\s"#.utf8), Array(#"q'"\s"#.utf8), #""q'\"\\s""#),
    ([0x61, 0xFF, 0x62, 0x80], [0x61, 0xFF, 0x62] + Array("\\x80".utf8), #""a\udcffb\udc80""#),
    // The beginning of a longer character, and a surrogate in UTF-8: bytes that are no text.
    ([0xE5, 0xA6], [0xE5, 0xA6], #""\udce5\udca6""#),
    ([0xED, 0xA0, 0xA0, 0x41], [0xED, 0xA0, 0xA0, 0x41], #""\udced\udca0\udca0A""#),
    // A byte that steers terminals of eight bits.
    ([0x9B, 0x33, 0x31, 0x6D], Array("\\x9b31m".utf8), #""\udc9b31m""#),
  ]

  @Test("a name is one line of text and loses nothing in JSON, whatever its bytes", arguments: odd)
  func names(bytes: [UInt8], text: [UInt8], json: String) {
    #expect(printable(bytes) == text)
    var message: Message = ""
    // Through a path where there is no NUL, which no name can hold.
    if bytes.contains(0) {
      message = Message(String(decoding: bytes, as: UTF8.self))
    } else {
      message = "\(FilePath(bytes: bytes))"
    }
    #expect(String(decoding: JSONValue.text(message).encoded, as: UTF8.self) == json)
  }

  @Test("numbers are plain, and what JSON has no number for is null")
  func numbers() {
    let values: [JSONValue] = [
      .integer(-3), .number(0.5), .number(.infinity), .bool(true), .list([]),
    ]
    #expect(
      String(decoding: JSONValue.list(values).encoded, as: UTF8.self) == "[-3, 0.5, null, true, []]"
    )
  }
}
