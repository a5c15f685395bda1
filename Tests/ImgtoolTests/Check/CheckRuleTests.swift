internal import Foundation
internal import Posix
internal import TestSupport
internal import Testing

@Suite("check: the rules")
struct CheckRuleTests {
  /// A rule with its options, files that keep it, and files that break it.
  struct Case: CustomTestStringConvertible {
    let rule: String
    let options: [String]
    let keeping: [String]
    let breaking: [String]
    var testDescription: String { rule }
  }

  static let cases = [
    Case(
      rule: "damage", options: ["--no-damage"],
      keeping: ["photo.jpg", "rgba.png", "animated.gif", "pages.tif", "photo.heic", "lossy.webp"],
      breaking: [
        "truncated.jpg", "truncated.png", "truncated.gif", "truncated.heic", "truncated.webp",
      ]),
    Case(
      rule: "extension", options: ["--right-extension"], keeping: ["photo.jpg", "photo.heic"],
      breaking: ["jpeg-named.heic", "png-named.jpg"]),
    Case(
      rule: "format", options: ["--formats", "jpg,webp"], keeping: ["photo.jpg", "lossy.webp"],
      breaking: ["photo.heic", "rgba.png", "animated.gif"]),
    Case(
      rule: "under", options: ["--under", "20kB"], keeping: ["rgba.png", "lossy.webp"],
      breaking: ["photo.jpg", "interlaced.png"]),
    Case(
      rule: "max", options: ["--max", "100x70"], keeping: ["rgba.png", "orientation-6.jpg"],
      breaking: ["photo.jpg", "interlaced.png"]),
    Case(
      rule: "location", options: ["--no-location"], keeping: ["rgba.png", "lossy.webp", "p3.jpg"],
      breaking: ["photo.jpg", "photo.heic"]),
    Case(
      rule: "metadata", options: ["--no-metadata"],
      keeping: ["rgba.png", "p3.png", "orientation-1.heic"],
      breaking: ["photo.jpg", "photo.heic"]),
    Case(
      rule: "untagged", options: ["--srgb-or-tagged"],
      keeping: ["photo.jpg", "p3.jpg", "p3-nclx.heic", "cmyk-profile.jpg", "gray.jpg", "rgba.png"],
      breaking: ["cmyk.jpg", "cmyk-unmarked.jpg"]),
    Case(
      rule: "upright", options: ["--upright"],
      keeping: ["photo.jpg", "orientation-1.jpg", "orientation-1.heic", "orientation-9.jpg"],
      breaking: ["orientation-6.jpg", "orientation-2.jpg", "irot-6.heic", "orientation-6.tif"]),
    Case(
      rule: "savings", options: ["--savings", "10"],
      keeping: ["lossy.webp", "orientation-1.jpg", "gray.jpg"],
      breaking: ["interlaced.png"]),
  ]

  @Test("a file that keeps a rule is clean, one that breaks it is named with it", arguments: cases)
  func rules(_ rule: Case) async throws {
    let place = try Workplace()
    for name in rule.keeping + rule.breaking { try place.put(name) }
    let names = (rule.keeping + rule.breaking).map { FilePath($0) }
    let run = try await place.start(
      (["check", "--json", "--quiet"] + rule.options).map { "\($0)" } + names.map { Argument($0) }
    ).result()
    #expect(run.end == .exited(1))
    let lines: [CheckedLine] = try run.lines()
    #expect(lines.map(\.input) == rule.keeping + rule.breaking)
    for line in lines.prefix(rule.keeping.count) {
      #expect(line.status == "clean", "\(line.input): \(line.findings)")
    }
    for line in lines.dropFirst(rule.keeping.count) {
      #expect(line.status == "found")
      #expect(line.rules == [rule.rule], "\(line.input)")
    }
    let clean = try await place.start(
      (["check"] + rule.options + rule.keeping).map { "\($0)" }
    ).result()
    #expect(clean.end == .exited(0))
    #expect(clean.text.isEmpty)
  }

  @Test(
    "the command of a finding mends it, and all else that is wrong with the file",
    arguments: [
      ("photo.jpg", ["--under", "20kB"]), ("interlaced.png", ["--under", "20kB"]),
      ("photo.heic", ["--under", "20kB", "--no-location"]),
      ("photo.jpg", ["--max", "100"]), ("p3.png", ["--max", "50"]),
      ("photo.jpg", ["--no-location"]), ("photo.heic", ["--no-location"]),
      ("photo.jpg", ["--no-metadata"]), ("photo.heic", ["--no-metadata"]),
      ("jpeg-named.heic", []), ("png-named.jpg", []),
      ("photo.heic", ["--formats", "jpeg,png"]), ("rgba.png", ["--formats", "jpeg,webp"]),
      ("lzw.tif", ["--formats", "jpeg,png"]),
      ("cmyk.jpg", ["--srgb-or-tagged"]), ("cmyk-unmarked.jpg", ["--srgb-or-tagged"]),
      ("orientation-6.jpg", ["--upright"]), ("orientation-5.jpg", ["--upright"]),
      ("irot-6.heic", ["--upright"]), ("orientation-6.tif", ["--upright"]),
      ("interlaced.png", ["--savings", "5"]),
      (
        "photo.jpg",
        [
          "--under", "30kB", "--max", "500", "--no-metadata", "--savings", "10", "--upright",
          "--formats", "webp",
        ]
      ),
      ("orientation-6.jpg", ["--upright", "--max", "30", "--no-location", "--under", "10kB"]),
      ("cmyk.jpg", ["--srgb-or-tagged", "--formats", "png", "--max", "64"]),
    ])
  func mending(fixture: String, rules: [String]) async throws {
    let place = try Workplace(fixture)
    let found = try await place.check(rules, one: FilePath(fixture))
    #expect(found.status == "found")
    let command = try #require(found.command)
    #expect(Set(found.findings.map(\.command)) == [command])
    let mended = try await place.mend(command)
    #expect(mended.end == .exited(0), "\(command): \(mended.errorLines)")
    let files = try place.files()
    #expect(files.count == 1)
    let again = try await place.check(rules, one: files[0])
    #expect(again.status == "clean", "\(command): \(again.findings)")
  }

  @Test(
    "a command copes with any name",
    arguments: [
      "a b.jpg", "it's.jpg", "-x.jpg", "$(touch y).jpg", "a\nb.jpg", "100%.jpg", "a,b;c&d.jpg",
      "\u{1B}[31m.jpg", "sub folder/it's.jpg",
    ])
  func names(name: String) async throws {
    let place = try Workplace()
    let name = FilePath(name)
    try place.put("photo.jpg", as: name)
    let found = try await place.check([], one: name)
    #expect(try await place.mend(#require(found.command)).end == .exited(0))
    #expect(try place.files() == [name])
    #expect(try await place.check([], one: name).status == "clean")
  }

  @Test("a command copes with a name that is no text", .enabled(if: Machine.namesAreBytes))
  func bytes() async throws {
    let place = try Workplace()
    let name = FilePath(
      bytes: Array("a'\\%".utf8) + [0xFF, 0xC3, 0x28, 0x0A] + Array("b.jpg".utf8))
    try place.put("photo.jpg", as: name)
    let run = try await place.start(["check", "--json", Argument(name)]).result()
    // Only the command is looked for: JSON spells the name in a way that Foundation does not read.
    let text = run.text
    let command = try #require(text.firstRange(of: #""command": ""#))
    let spelled = try #require(
      JSONSerialization.jsonObject(
        with: Data("[\"\(text[command.upperBound...].prefix { $0 != "}" })]".utf8)) as? [String])
    #expect(try await place.mend(spelled[0]).end == .exited(0))
    #expect(try await place.start(["check", Argument(name)]).result().end == .exited(0))
  }

  @Test("nothing is written by a check, whatever is found")
  func readOnly() async throws {
    let place = try Workplace("photo.jpg", "truncated.png", "jpeg-named.heic")
    let before = try place.files().map {
      try (place.bytes($0), FileStatus(of: place.path.appending($0)).modified)
    }
    _ = try await place.check(
      ["--savings", "1", "--no-metadata", "--max", "10", "--right-extension"], "photo.jpg",
      "truncated.png", "jpeg-named.heic")
    let after = try place.files().map {
      try (place.bytes($0), FileStatus(of: place.path.appending($0)).modified)
    }
    #expect(before.map(\.0) == after.map(\.0))
    #expect(before.map(\.1) == after.map(\.1))
  }

  @Test("where nothing can mend a file, no command is given: damage, and frames that would go")
  func noCommand() async throws {
    let place = try Workplace("truncated.jpg", "animated.gif", "animated.webp", "pages.tif")
    let lines = try await place.check(
      ["--max", "10", "--no-location"], "truncated.jpg", "animated.gif", "animated.webp",
      "pages.tif")
    for line in lines {
      #expect(!line.findings.isEmpty)
      #expect(line.command == nil, "\(line.input)")
    }
  }

  @Test(
    "where another file has the name that a file should have, that is said instead of a command")
  func obstacle() async throws {
    let place = try Workplace("jpeg-named.heic")
    try place.put("gray.jpg", as: "jpeg-named.jpg")
    let line = try await place.check(["--right-extension"], one: "jpeg-named.heic")
    #expect(line.command == nil)
    #expect(
      line.findings[0].message == "it is jpeg, but named .heic; jpeg-named.jpg is there already")
  }

  @Test("a file of a format that can't be written gets its right name by itself")
  func renaming() async throws {
    let place = try Workplace()
    try place.put("animated.gif", as: "it's.png")
    let line = try await place.check([], one: "it's.png")
    #expect(line.command == #"mv -n 'it'\''s.png' 'it'\''s.gif'"#)
    #expect(try await place.mend(#require(line.command)).end == .exited(0))
    #expect(try place.files() == ["it's.gif"])
  }

  @Test("savings are taken from the cache where a run has left them, and are the same")
  func cache() async throws {
    let place = try Workplace("interlaced.png")
    let cold = try await place.check(["--savings", "10"], one: "interlaced.png")
    let warm = try await place.check(["--savings", "10"], one: "interlaced.png")
    let without = try await place.check(["--savings", "10", "--no-cache"], one: "interlaced.png")
    #expect(cold.rules == ["savings"])
    #expect(cold.findings.map(\.message) == warm.findings.map(\.message))
    #expect(cold.findings.map(\.message) == without.findings.map(\.message))
  }

  @Test(
    "a picture of needless quality wastes bytes, and none once it is mended",
    arguments: ["jpeg", "webp"])
  func needlessQuality(format: String) async throws {
    let place = try Workplace("interlaced.png")
    try await place.imgtool(
      "convert", "--to", "\(format)", "-q", "99", "--in-place", "interlaced.png")
    let name = try #require(try place.files().first)
    let line = try await place.check(["--savings", "20"], one: name)
    #expect(line.rules == ["savings"])
    #expect(try await place.mend(#require(line.command)).end == .exited(0))
    #expect(try await place.check(["--savings", "20"], one: name).status == "clean")
  }
}
