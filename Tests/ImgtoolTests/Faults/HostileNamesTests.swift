internal import Foundation
internal import Posix
internal import TestSupport
internal import Testing

@Suite("Names and texts that mean harm")
struct HostileNamesTests {
  /// Sets the title of a terminal, colours it, and does so with the single bytes of older ones.
  private static let escape = "\u{1b}]0;x\u{7}"

  /// `photo.jpg` with something else in place of a text, of as many bytes.
  private func photo(_ text: String, _ other: [UInt8]) throws -> [UInt8] {
    var bytes = try Fixtures.bytes("photo.jpg")
    let place = try #require(
      bytes.indices.first { bytes[$0...].starts(with: text.utf8) }, "the fixture has '\(text)'")
    bytes.replaceSubrange(place..<place + text.utf8.count, with: other)
    try #require(other.count == text.utf8.count)
    return bytes
  }

  private func isHarmless(_ bytes: [UInt8]) -> Bool {
    // C0 but for the newline, DEL, and C1 in UTF-8 or alone.
    !bytes.contains { $0 < 0x20 && $0 != 0x0a || $0 == 0x7f }
      && !String(decoding: bytes, as: UTF8.self).unicodeScalars.contains {
        0x80...0x9f ~= $0.value || $0 == "\u{fffd}"
      }
  }

  @Test(
    "what a camera calls itself, dates and comments never reach a terminal as they are",
    arguments: [
      ("iPhone 13", Array("\u{1b}]0;wxyz\u{7}".utf8)),
      ("iPhone 13", [0x9b] + Array("31mabcde".utf8)),
      ("iPhone 13", Array("\u{9b}31mabcd".utf8)), ("Apple", Array("\u{1b}[31m".utf8)),
      ("2024:05:17 18:42:07", Array("\u{1b}]0;a date\u{7} 18:42:0".utf8)),
      ("A comment", Array("\u{1b}]0;wxyz\u{7}".utf8)),
    ])
  func texts(text: String, other: [UInt8]) async throws {
    let place = try Workplace()
    try place.put(try photo(text, other), as: "a.jpg")
    for arguments in [
      ["info"], ["info", "--json"], ["detect"], ["doctor"], ["shrink", "--verbose", "-o", "out"],
      ["heic", "--json", "-o", "out"],
    ] as [[Argument]] {
      let run = try await place.start(arguments + ["a.jpg"]).result()
      #expect(isHarmless(run.output) && isHarmless(run.errors), "\(arguments): \(run.text)")
    }
  }

  @Test(
    "nor does the camera in a table at a terminal, nor a name under a progress bar",
    .enabled(if: Terminal.isThere, "needs script(1) as Linux has it"))
  func terminal() async throws {
    let place = try Workplace()
    try place.put(try photo("iPhone 13", Array("\u{1b}]0;wxyz\u{7}".utf8)), as: "a.jpg")
    let name = "b\(Self.escape).jpg"
    try place.put(Array(try Fixtures.bytes("photo.jpg").prefix(2000)), as: FilePath(name))
    try place.put("rgba.png", as: FilePath("c\(Self.escape).png"))
    for line in ["info", "detect", "shrink --max 24 -o out", "convert --to jpeg -o out2"] {
      let run = try await place.shell(Terminal.line("\(line) *"))
      #expect(run.text.contains("a.jpg") && run.text.contains("b\\x1b"), "\(line): \(run.text)")
      #expect(!run.text.contains("\u{1b}]0"), "\(line): \(run.text)")
    }
  }

  @Test("nor does what is wrong on a command line, in a list or in the environment")
  func messages() async throws {
    let place = try Workplace("photo.jpg")
    try place.put(Array("none\(Self.escape).jpg\n".utf8), as: "list")
    let bad = "x\(Self.escape)"
    for arguments in [
      ["\(bad)"], ["shrink", "--files-from", "list"], ["shrink", "--files-from", "\(bad)"],
      ["shrink", "--max", "\(bad)", "photo.jpg"], ["shrink", "--\(bad)", "photo.jpg"],
      ["shrink", "--name", "{\(bad)}", "photo.jpg"],
      ["shrink", "--name", "\(bad)/..", "photo.jpg"],
      ["shrink", "--format", "\(bad)", "photo.jpg"],
      ["shrink", "--background", "\(bad)", "photo.jpg"],
      ["shrink", "-o", "photo.jpg/\(bad)/a", "photo.jpg"], ["shrink", "\(bad)"],
      ["help", "\(bad)"],
      ["shrink", "--cache-dir", "photo.jpg/\(bad)", "-o", "out", "photo.jpg"],
      ["completions", "\(bad)"], ["cache", "\(bad)"],
      ["shrink", "--timeout", "\(bad)", "photo.jpg"],
    ] as [[Argument]] {
      let run = try await place.start(arguments).result()
      #expect(isHarmless(run.output) && isHarmless(run.errors), "\(arguments): \(run.text)")
      #expect(!run.errors.isEmpty, "\(arguments)")
    }
  }

  @Test(
    "no name leads out of the folder of -o",
    arguments: ["../{stem}", "a/../../{stem}", "/tmp/{stem}", "..", "a/..", "./../{stem}"])
  func templates(name: String) async throws {
    let place = try Workplace()
    try place.put("photo.jpg", as: "in/photo.jpg")
    let run = try await place.imgtool(
      "shrink", "-o", "deep/out", "--name", Argument(stringLiteral: name), "in/photo.jpg")
    #expect(run.end == .exited(2))
    #expect(try place.files() == ["in/photo.jpg"])
  }

  @Test("no line of a list leads out of the folder of -o, with zeros between them as little")
  func lists() async throws {
    let place = try Workplace()
    try place.put("photo.jpg", as: "in/photo.jpg")
    try place.put("rgba.png", as: "in/deep/rgba.png")
    try place.put("photo.heic", as: "..heic")
    for (separator, option) in [("\n", "--files-from"), ("\0", "-0")] {
      let paths = ["in/../in/deep/../photo.jpg", "./in//deep/./rgba.png", "..heic"]
      let out = FilePath("deep/out\(option)")
      let run = try await place.imgtool(
        "shrink", "--max", "24", "--no-cache", "--files-from", "-", "-r",
        option == "-0" ? "-0" : "--quiet", "-o", Argument(out),
        input: Array(paths.joined(separator: separator).utf8))
      #expect(run.end == .exited(0), "\(run.text)")
      let made = ["..heic-24.jpg", "photo-24.jpg", "rgba-24.png"].map { out.appending($0) }
      #expect(
        try place.files().filter { $0.bytes.starts(with: out.bytes) }.count == made.count)
    }
    #expect(try place.files().allSatisfy { !$0.bytes.contains(UInt8(ascii: "\0")) })
    #expect(
      try place.files().filter { !$0.bytes.starts(with: Array("deep/out".utf8)) }
        == ["..heic", "in/deep/rgba.png", "in/photo.jpg"])
  }

  @Test("no link that lies below the folder of -o leads out of it")
  func links() async throws {
    let place = try Workplace()
    try place.put("photo.jpg", as: "in/deep/photo.jpg")
    try place.put("rgba.png", as: "in/rgba.png")
    try place.put("gray.jpg", as: "elsewhere/gray.jpg")
    try FileSystem.makeFolders(place.path.appending("real"))
    try FileSystem.makeLink(at: place.path.appending("out"), to: "real")
    try FileSystem.makeLink(at: place.path.appending("real/deep"), to: "../elsewhere")
    let run = try await place.imgtool("shrink", "--max", "24", "-r", "-o", "out", "in")
    #expect(run.end == .exited(1))
    // The folder itself may be a link: that is what was asked for.
    #expect(
      try place.files() == [
        "elsewhere/gray.jpg", "in/deep/photo.jpg", "in/rgba.png", "out", "real/deep",
        "real/rgba-24.png",
      ])
    #expect(
      run.errorLines.contains(
        "imgtool: in/deep/photo.jpg: cannot write out/deep/photo-24.jpg: out/deep is a link, "
          + "and outputs don't leave out through links"), "\(run.errorLines)")
  }
}

/// A terminal of a test's own.
private enum Terminal {
  /// Whether there can be one.
  static let isThere: Bool = {
    #if os(Linux)
      return FileManager.default.isExecutableFile(atPath: "/usr/bin/script")
    #else
      return false
    #endif
  }()

  /// The line of shell that runs imgtool at a terminal, with what both print on standard output.
  static func line(_ arguments: String) -> String {
    "TERM=xterm COLUMNS=200 script -q -c \"\\\"$imgtool\\\" \(arguments)\" /dev/null"
  }
}
