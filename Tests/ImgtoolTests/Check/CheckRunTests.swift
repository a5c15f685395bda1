internal import Foundation
internal import Posix
internal import TestSupport
internal import Testing

@Suite("check: runs and reports")
struct CheckRunTests {
  @Test("without rules damage, wrong extensions and places count, and nothing else")
  func standardRules() async throws {
    let place = try Workplace(
      "photo.jpg", "truncated.png", "png-named.jpg", "orientation-6.jpg", "cmyk.jpg")
    let run = try await place.imgtool("check")
    #expect(run.end == .exited(1))
    #expect(
      run.text == """
        photo.jpg: location: it may tell a place: EXIF GPS, XMP GPSLatitude, XMP GPSLongitude, XMP City, IPTC City
          imgtool convert --to jpeg --metadata safe --in-place photo.jpg
        png-named.jpg: extension: it is png, but named .jpg
          imgtool convert --to png --in-place png-named.jpg
        truncated.png: damage: the file is cut off

        """)
    #expect(run.errorLines.count == 1)
    #expect(
      run.errorLines[0].hasPrefix("imgtool: 5 checked, 3 findings in 3 files, 0 failed, "))
  }

  @Test("clean files are no news, unless asked for")
  func clean() async throws {
    let place = try Workplace("rgba.png", "gray.jpg")
    let run = try await place.imgtool("check")
    #expect(run.end == .exited(0))
    #expect(run.text.isEmpty)
    #expect(run.errorLines[0].hasPrefix("imgtool: 2 checked, nothing found, 0 failed, "))
    let verbose = try await place.imgtool("check", "--verbose")
    #expect(verbose.text == "gray.jpg: clean\nrgba.png: clean\n")
  }

  @Test("a naming of damage alone leaves out the other rules that count without any")
  func damageAlone() async throws {
    let place = try Workplace("photo.jpg")
    #expect(try await place.imgtool("check", "--no-damage").end == .exited(0))
  }

  @Test("what is missing, no image or too large fails, with its code")
  func failures() async throws {
    let place = try Workplace("text-named.heic", "empty.jpg", "mp4-named.heic", "photo.jpg")
    let lines = try await place.check(
      ["--max-pixels", "1000"], "missing.jpg", "text-named.heic", "empty.jpg", "mp4-named.heic",
      "photo.jpg")
    #expect(lines.map(\.status) == Array(repeating: "failed", count: 5))
    #expect(
      lines.map { $0.error?.code }
        == ["not-found", "not-an-image", "not-an-image", "unsupported", "too-large"])
    let quiet = try await place.imgtool("check", "--quiet", "missing.jpg")
    #expect(quiet.end == .exited(1))
    #expect(quiet.text.isEmpty)
    #expect(quiet.errorLines == ["imgtool: missing.jpg: no such file or folder"])
  }

  @Test(
    "wrong usage is 2, and nothing is looked at",
    arguments: [
      ["--under", "0"], ["--max", "x"], ["--formats", "jpeg,bmpx"], ["--formats", ""],
      ["--savings", "101"], ["--report", "html"], ["--report-file", "report.html"],
      ["--json", "--report", "sarif"], ["--in-place"], ["--quiet", "--verbose"],
    ])
  func usage(arguments: [String]) async throws {
    let place = try Workplace("photo.jpg")
    let run = try await place.start((["check", "photo.jpg"] + arguments).map { "\($0)" }).result()
    #expect(run.end == .exited(2))
    #expect(run.output.isEmpty)
  }

  @Test("inputs are those of all commands: folders, trees, lists and standard input")
  func inputs() async throws {
    let place = try Workplace()
    try place.put("photo.jpg", as: "a/one.jpg")
    try place.put("photo.jpg", as: "a/b/two.jpg")
    try place.put([1, 2, 3], as: "a/notes.txt")
    try place.put(Array("a/b/two.jpg\0a/one.jpg\0".utf8), as: "list")
    func inputs(_ arguments: Argument...) async throws -> [String] {
      let run = try await place.start(["check", "--json"] + arguments).result()
      let lines: [CheckedLine] = try run.lines()
      return lines.map(\.input)
    }
    #expect(try await inputs("a") == ["a/one.jpg"])
    #expect(try await inputs("-r", "a") == ["a/b/two.jpg", "a/one.jpg"])
    #expect(try await inputs("--files-from", "list", "-0") == ["a/b/two.jpg", "a/one.jpg"])
    let piped = try await place.imgtool(
      "check", "--json", "--max", "300", "--savings", "10", "--no-location", "-",
      input: Fixtures.bytes("photo.jpg")
    )
    let found: [CheckedLine] = try piped.lines()
    let line = try #require(found.first)
    #expect(line.input == "-")
    #expect(line.rules == ["max", "location", "savings"])
    #expect(line.command == nil)
  }

  @Test("results come in the order of inputs, however many run at once")
  func order() async throws {
    let place = try Workplace()
    let names = (0..<24).map { "\($0 % 3)-\($0).jpg" }
    for name in names {
      try place.put(name.hasPrefix("0") ? "photo.jpg" : "gray.jpg", as: FilePath(name))
    }
    let run = try await place.start(
      ["check", "--json", "-j", "4"] + names.map { "\($0)" }
    ).result()
    let lines: [CheckedLine] = try run.lines()
    #expect(lines.map(\.input) == names)
  }

  @Test("`--fail-fast` leaves out what comes after the first file that fails")
  func failFast() async throws {
    let place = try Workplace("photo.jpg")
    for number in 0..<20 { try place.put("photo.jpg", as: FilePath("\(number).jpg")) }
    let run = try await place.imgtool("check", "--fail-fast", "--json", "-j", "1")
    let lines: [CheckedLine] = try run.lines()
    #expect(run.end == .exited(1))
    #expect((1..<20).contains(lines.count))
    #expect(lines.allSatisfy { $0.status == "found" })
  }

  @Test("a time that is too short fails the file")
  func timeout() async throws {
    let place = try Workplace("photo.heic")
    let line = try await place.check(["--timeout", "0.000001"], one: "photo.heic")
    #expect(line.error?.code == "timeout")
  }

  @Test("a report goes to its file, and lines for people to standard output")
  func reportFile() async throws {
    let place = try Workplace("photo.jpg", "rgba.png")
    let run = try await place.imgtool("check", "--report-file", "out/report.sarif")
    #expect(run.end == .exited(1))
    #expect(run.text.hasPrefix("photo.jpg: location: "))
    let log = try JSONSerialization.jsonObject(with: Data(place.bytes("out/report.sarif")))
    #expect((log as? [String: Any])?["version"] as? String == "2.1.0")
    try await place.imgtool("check", "--report", "json", "--report-file", "lines")
    let json = try await place.imgtool("check", "--json")
    #expect(try place.bytes("lines") == json.output)
    #expect(try await place.imgtool("check", "--report", "json").output == json.output)
    let failing = try await place.imgtool("check", "rgba.png", "--report-file", "rgba.png/x.xml")
    #expect(failing.end == .exited(1))
    #expect(failing.errorLines.contains { $0.contains("cannot write rgba.png/x.xml") })
  }

  @Test("in GitHub Actions findings are annotations, at paths below the project's folder")
  func actions() async throws {
    let place = try Workplace()
    try place.put("photo.jpg", as: "img/a,b.jpg")
    let folder = String(decoding: place.path.bytes, as: UTF8.self)
    let run = try await place.imgtool(
      "check", "img",
      environment: ["GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": folder])
    #expect(
      run.text.hasPrefix(
        "::error file=img/a%2Cb.jpg,title=imgtool%3A location::img/a,b.jpg: it may"))
    #expect(run.text.split(separator: "\n").count == 1)
    #expect(run.text.contains("%0Aimgtool convert "))
    let below = try await place.shell(
      "cd img && GITHUB_ACTIONS=true GITHUB_WORKSPACE='\(folder)' \"$imgtool\" check")
    #expect(below.text.hasPrefix("::error file=img/a%2Cb.jpg,"))
    let asked = try await place.imgtool(
      "check", "img", "--report", "text", environment: ["GITHUB_ACTIONS": "true"])
    #expect(asked.text.hasPrefix("img/a,b.jpg: location: "))
  }

  @Test(
    "a name of any bytes does no harm to any report", .enabled(if: Machine.namesAreBytes),
    arguments: ["text", "json", "junit", "sarif", "github"])
  func hostileNames(format: String) async throws {
    let place = try Workplace()
    let name = FilePath(
      bytes: Array("a\n::error::x,%0A'\"<&>]]>".utf8) + [0x1B, 0xFF] + Array(".jpg".utf8))
    try place.put("photo.jpg", as: name)
    let run = try await place.imgtool("check", "--report", "\(format)")
    #expect(run.end == .exited(1))
    #expect(!run.output.contains(0x1B) || format == "github")
    let lines = run.output.split(separator: UInt8(ascii: "\n"))
    #expect(lines.filter { $0.starts(with: Array("::error::x".utf8)) }.isEmpty)
    switch format {
    case "text": #expect(lines.count == 2)
    case "json", "sarif", "github": #expect(lines.count == 1)
    default:
      #expect(run.text.contains("a\\n::error::x,%0A'&quot;&lt;&amp;&gt;]]&gt;\\x1b\\xff.jpg"))
    }
  }
}
