internal import Foundation
internal import Posix
internal import TestSupport
internal import Testing

@Suite("detect")
struct DetectTests {
  /// The files whose name speaks of something else than their bytes, and what they are.
  static let others = [
    "jpeg-named.heic": "jpeg", "png-named.jpg": "png", "mp4-named.heic": "mp4",
    "text-named.heic": "unknown", "empty.jpg": "empty",
  ]
  static let kinds = [
    "jpg": "jpeg", "png": "png", "webp": "webp", "gif": "gif", "tif": "tiff", "heic": "heic",
    "avif": "avif",
  ]

  static func fixtures() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: Fixtures.folder).sorted()
      .filter { $0 != "README.md" }
  }

  @Test("the kind of every file is told by its bytes, first in its line and in its record")
  func kinds() async throws {
    let names = try Self.fixtures()
    let place = try Workplace()
    for name in names { try place.put(name) }
    let arguments = names.map { Argument(stringLiteral: $0) }
    let lines = try await place.start(["detect"] + arguments).result()
    let records = try await place.start(["detect", "--json"] + arguments).result()
    #expect(lines.end == .exited(1))
    #expect(records.end == .exited(1))
    #expect(lines.errors.isEmpty)
    let wanted = names.map { name in
      Self.others[name] ?? Self.kinds[String(name.split(separator: ".").last ?? "")]
    }
    #expect(try records.findings().map(\.input) == names)
    #expect(try records.findings().map(\.kind) == wanted)
    let words = lines.text.split(separator: "\n").map { line in
      line.split(separator: " ")[1].split(separator: ",")[0]
    }
    #expect(words.map(String.init) == wanted)
  }

  @Test("a name that lies and a file that is cut off are said")
  func notes() async throws {
    let place = try Workplace("jpeg-named.heic", "truncated.heic", "second-primary.heic")
    let run = try await place.imgtool(
      "detect", "jpeg-named.heic", "truncated.heic", "second-primary.heic")
    #expect(
      run.text == """
        jpeg-named.heic: jpeg, 48×32, 8 bits, named .heic
        truncated.heic: heic, hevc, 640×480, 8 bits, truncated
        second-primary.heic: heic, hevc, 96×64, 8 bits, 2 pictures

        """)
  }

  @Test("a box of brands alone is no sound HEIF")
  func brandsAlone() async throws {
    let place = try Workplace()
    try place.put(
      [0, 0, 0, 24] + Array("ftypheic\0\0\0\0mif1heic".utf8), as: "short.heic")
    let run = try await place.imgtool("detect", "short.heic")
    #expect(run.text == "short.heic: heic, truncated\n")
  }

  @Test("a file that can't be read is an error, and makes the status 2")
  func missing() async throws {
    let place = try Workplace("photo.heic")
    let run = try await place.imgtool("detect", "--json", "missing.heic", "photo.heic")
    #expect(run.end == .exited(2))
    #expect(run.errorLines == ["imgtool: missing.heic: no such file or folder"])
    let findings = try run.findings()
    #expect(findings.map(\.input) == ["missing.heic", "photo.heic"])
    #expect(findings[0].status == "failed")
    #expect(findings[0].error?.code == "not-found")
    #expect(findings[1].kind == "heic")
  }

  @Test("the status is 0 when all files are HEIF", arguments: [[], ["-j", "1"], ["--quiet"]])
  func allHEIF(options: [Argument]) async throws {
    let place = try Workplace("photo.heic", "small.avif")
    let run = try await place.start(["detect", "photo.heic", "small.avif"] + options).result()
    #expect(run.end == .exited(0))
    #expect(run.errors.isEmpty)
  }

  @Test("any name is one line, and comes back in the record", .enabled(if: Machine.namesAreBytes))
  func names() async throws {
    let names: [FilePath] = [
      "-dash.heic", "a\nb.heic", "a\u{1B}[31m.heic", "per%cent.heic", "[x].heic",
      FilePath(bytes: [0xFF, 0xFE] + Array(".heic".utf8)),
    ]
    let place = try Workplace()
    for name in names { try place.put("quadrants.heic", as: name) }
    let run = try await place.start(["detect", "--"] + names.map { Argument($0) }).result()
    #expect(run.end == .exited(0))
    #expect(run.output.split(separator: UInt8(ascii: "\n")).count == names.count)
    #expect(!run.output.contains(0x1B))
    #expect(run.text.contains("a\\nb.heic: heic"))
  }

  @Test(
    "in folders, files count that are images by their bytes; the current one goes without saying")
  func folders() async throws {
    let place = try Workplace("photo.heic", "text-named.heic")
    try place.put("photo.jpg", as: "sub/photo.jpg")
    #expect(try await place.imgtool("detect").text == "photo.heic: heic, hevc, 640×480, 8 bits\n")
    let below = try await place.imgtool("detect", "-r", ".")
    #expect(below.text.split(separator: "\n").count == 2)
    #expect(below.end == .exited(1))
  }

  @Test("standard input is read when it is asked for")
  func standardInput() async throws {
    let run = try await Workplace().imgtool(
      "detect", "-", input: Fixtures.bytes("quadrants.heic"))
    #expect(run.text == "-: heic, hevc, 96×64, 8 bits\n")
  }

  @Test("an unknown option is wrong usage")
  func usage() async throws {
    let run = try await Workplace().imgtool("detect", "--max", "3")
    #expect(run.end == .exited(2))
    #expect(run.output.isEmpty)
  }
}
