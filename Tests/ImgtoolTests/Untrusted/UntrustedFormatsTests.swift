internal import Foundation
internal import Posix
internal import TestSupport
internal import Testing
internal import Vips

@Suite("--allow-untrusted-formats")
struct UntrustedFormatsTests {
  private static let option: Argument = "--allow-untrusted-formats"
  private static let hasSVG = (try? VipsLibrary.hasOperation("svgload_buffer")) == true
  private static let hasPDF = (try? VipsLibrary.hasOperation("pdfload_buffer")) == true

  @Test(
    "without it a drawing that is named fails with a message that names it, and the others are made",
    arguments: [
      ["shrink", "--max", "20"], ["shrink", "--max", "20", "--isolate"],
      ["convert", "--to", "png"],
      ["jpeg"], ["heic"], ["upload-prep", "--under", "1MB"], ["shrink", "--dry-run"],
    ] as [[Argument]])
  func refused(command: [Argument]) async throws {
    let place = try Workplace("photo.jpg")
    try place.put(Drawings.halfRed, as: "a.svg")
    try place.put(Drawings.pdf(), as: "b.pdf")
    let run = try await place.start(
      command + ["--json", "-o", "out", "a.svg", "b.pdf", "photo.jpg"]
    ).result()
    #expect(run.end == .exited(1))
    let records = try run.records()
    #expect(records.map(\.error?.code) == ["unsupported", "unsupported", nil])
    #expect(
      records.map(\.error?.message) == [
        "SVG can run code or open other files; --allow-untrusted-formats takes it",
        "PDF can run code or open other files; --allow-untrusted-formats takes it", nil,
      ])
  }

  @Test(
    "without it drawings in a folder are no images", arguments: [[], ["--isolate"]] as [[Argument]])
  func folder(more: [Argument]) async throws {
    let place = try Workplace()
    try place.put("photo.jpg", as: "in/photo.jpg")
    try place.put(Drawings.halfRed, as: "in/a.svg")
    // The cache has seen it, and yet it is none.
    for (option, count) in [([], 1), ([Self.option], 2), ([], 1)] as [([Argument], Int)] {
      let run = try await place.start(
        ["shrink", "--max", "20", "--json", "--overwrite", "-o", "out", "in"] + option + more
      ).result()
      #expect(run.end == .exited(0))
      #expect(try run.records().count == (Self.hasSVG ? count : 1))
    }
  }

  @Test("a result that was made with it is not handed out without it", .enabled(if: hasSVG))
  func cache() async throws {
    let place = try Workplace()
    try place.put(Drawings.halfRed, as: "a.svg")
    for (option, status) in [
      ([Self.option], "written"), ([], "failed"), ([Self.option], "written"),
    ] {
      let run = try await place.start(
        ["shrink", "--json", "--overwrite", "-o", "out", "a.svg"] + option
      ).result()
      #expect(try run.records().map(\.status) == [status])
    }
  }

  @Test(
    "an SVG becomes a PNG of its own size that is transparent where nothing is drawn",
    .enabled(if: hasSVG), arguments: [[], ["--isolate"]] as [[Argument]])
  func svg(more: [Argument]) async throws {
    let place = try Workplace()
    try place.put(Drawings.halfRed, as: "a.svg")
    let run = try await place.start(
      ["shrink", Self.option, "--json", "-o", "out", "a.svg"] + more
    ).result()
    let record = try #require(try run.records().first)
    #expect(record.status == "written" && record.format == "png", "\(run.errorLines)")
    #expect(record.warnings?.isEmpty != false)
    let picture = try place.picture("out/a-1920.png")
    #expect(picture.size == [60, 40])
    #expect(picture.colour(10, 20) == Colour(255, 0, 0))
    #expect(picture.hasAlpha && picture.colour(50, 20).samples[3] == 0)
  }

  @Test(
    "the first page of a PDF becomes a PNG on white, and others are told of",
    .enabled(if: hasPDF), arguments: [[], ["--isolate"]] as [[Argument]])
  func pdf(more: [Argument]) async throws {
    let place = try Workplace()
    try place.put(Drawings.pdf(pages: 3), as: "a.pdf")
    let run = try await place.start(
      ["shrink", Self.option, "--json", "-o", "out", "a.pdf"] + more
    ).result()
    let record = try #require(try run.records().first)
    #expect(record.status == "written" && record.format == "png", "\(run.errorLines)")
    #expect(record.warnings == ["frames"])
    let picture = try place.picture("out/a-1920.png")
    #expect(picture.size == [60, 40])
    #expect(picture.colour(10, 20) == Colour(255, 0, 0))
    #expect(picture.colour(50, 20) == .white)
  }

  @Test(
    "several sizes and formats are made of one drawing, none larger than it is",
    .enabled(if: hasSVG), arguments: [[], ["--isolate"]] as [[Argument]])
  func several(more: [Argument]) async throws {
    let place = try Workplace()
    try place.put(Drawings.svg(600, 400, "<circle cx='300' cy='200' r='150'/>"), as: "a.svg")
    let run = try await place.start(
      [
        "shrink", Self.option, "--json", "--max", "30,90,9000", "--format", "jpeg,webp", "-o",
        "out",
        "a.svg",
      ] + more
    ).result()
    let records = try run.records()
    #expect(Set(records.map(\.width)) == [30, 90, 600], "\(run.errorLines)")
    #expect(Set(records.map(\.format)) == ["jpeg", "webp"])
    #expect(records.count == 6)
  }

  @Test(
    "what is too large is refused before it is drawn", .enabled(if: hasSVG),
    arguments: [[], ["--isolate"]] as [[Argument]])
  func tooLarge(more: [Argument]) async throws {
    let place = try Workplace("photo.jpg")
    try place.put(Drawings.svg(100_000, 100_000), as: "a.svg")
    let run = try await place.start(
      ["shrink", Self.option, "--json", "-o", "out", "a.svg", "photo.jpg"] + more
    ).result()
    #expect(try run.records().map(\.error?.code) == ["too-large", nil])
  }

  @Test("--max-pixels holds for drawings too", .enabled(if: hasSVG && hasPDF))
  func maximum() async throws {
    let place = try Workplace()
    try place.put(Drawings.halfRed, as: "a.svg")
    try place.put(Drawings.pdf(), as: "b.pdf")
    for (most, code) in [("2399", "too-large"), ("2400", nil)] {
      let run = try await place.imgtool(
        "shrink", Self.option, "--json", "--overwrite", "--max-pixels",
        Argument(stringLiteral: most),
        "-o", "out", "a.svg", "b.pdf")
      #expect(try run.records().map(\.error?.code) == [code, code])
    }
  }

  @Test("nothing outside the file is drawn, and no text of another file", .enabled(if: hasSVG))
  func references() async throws {
    let place = try Workplace("photo.jpg")
    let whole = "file://\(place.path.appending("photo.jpg"))"
    try place.put(Drawings.svg(50, 50, "<rect id='r' width='50' height='50'/>"), as: "other.svg")
    let names = ["photo.jpg", "./photo.jpg", whole, "other.svg", "http://127.0.0.1:9/photo.jpg"]
    for (number, name) in names.enumerated() {
      try place.put(
        Drawings.svg(50, 50, Drawings.image(name)), as: FilePath("image-\(number).svg"))
    }
    try place.put(
      Drawings.svg(50, 50, "<use xlink:href='other.svg#r'/>"), as: "use.svg")
    try place.put(
      Array(
        """
        <!DOCTYPE svg [<!ENTITY e SYSTEM "file:///etc/passwd">]>\
        <svg xmlns="http://www.w3.org/2000/svg" width="50" height="50">\
        <text y="20" font-size="20">&e;</text></svg>
        """.utf8), as: "entity.svg")
    try place.put(
      Array(
        """
        <svg xmlns="http://www.w3.org/2000/svg" xmlns:xi="http://www.w3.org/2001/XInclude" width="50" \
        height="50"><text y="20" font-size="20"><xi:include href="/etc/passwd" parse="text"/></text></svg>
        """.utf8), as: "include.svg")
    let inputs = try place.files().filter { $0 != "other.svg" && $0 != "photo.jpg" }
    let run = try await place.start(
      ["convert", "--to", "png", Self.option, "--json", "-o", "out"]
        + inputs.map { Argument(bytes: $0.bytes) }
    ).result()
    let records = try run.records()
    #expect(records.count == names.count + 3)
    for record in records where record.status == "written" {
      let picture = try place.picture(FilePath(try #require(record.output)))
      #expect(picture.isClear, "\(record.input)")
    }
    // What is within it is drawn.
    let inside = Drawings.image(
      "data:image/svg+xml;base64," + Data(Drawings.halfRed).base64EncodedString())
    try place.put(Drawings.svg(60, 40, inside), as: "inside.svg")
    try await place.imgtool("convert", "--to", "png", Self.option, "-o", "out", "inside.svg")
    #expect(try place.picture("out/inside.png").colour(10, 20) == Colour(255, 0, 0))
  }

  @Test("text is told to be in danger where no font can be opened", .enabled(if: hasSVG))
  func fonts() async throws {
    let place = try Workplace()
    try place.put(Drawings.svg(60, 40, "<text y='20'>Ag</text>"), as: "a.svg")
    for (more, warnings) in [([], []), (["--isolate"], ["fonts"])] as [([Argument], [String])] {
      let run = try await place.start(
        ["shrink", Self.option, "--json", "--overwrite", "-o", "out", "a.svg"] + more
      ).result()
      #expect(try run.records().map(\.warnings) == [warnings])
    }
  }

  @Test("entities that stand for ever more of each other fail", .enabled(if: hasSVG))
  func entities() async throws {
    let place = try Workplace("photo.jpg")
    var text = "<!DOCTYPE svg [<!ENTITY a0 \"xxxxxxxxxx\">"
    for level in 1...12 {
      text += "<!ENTITY a\(level) \"\(String(repeating: "&a\(level - 1);", count: 10))\">"
    }
    text +=
      "]><svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><text>&a12;</text></svg>"
    try place.put(Array(text.utf8), as: "a.svg")
    let run = try await place.imgtool(
      "convert", "--to", "jpeg", Self.option, "--json", "-o", "out", "a.svg", "photo.jpg")
    #expect(try run.records().map(\.error?.code) == ["damaged", nil])
  }

  @Test("a drawing is not replaced by its pixels", .enabled(if: hasSVG))
  func inPlace() async throws {
    let place = try Workplace()
    try place.put(Drawings.halfRed, as: "a.svg")
    let run = try await place.imgtool("shrink", Self.option, "--in-place", "--json", "a.svg")
    #expect(try run.records().map(\.error?.code) == ["unsupported"])
    #expect(try place.files() == ["a.svg"])
  }

  @Test(
    "what looks at files alone has no such option",
    arguments: ["detect", "info", "check"] as [Argument])
  func others(command: Argument) async throws {
    let place = try Workplace()
    try place.put(Drawings.halfRed, as: "a.svg")
    #expect(try await place.imgtool(command, Self.option, "a.svg").end == .exited(2))
  }
}

extension Picture {
  /// Whether nothing at all is drawn.
  fileprivate var isClear: Bool {
    hasAlpha
      && (0..<size.height).allSatisfy { y in
        (0..<size.width).allSatisfy { colour($0, y).samples[3] == 0 }
      }
  }
}
