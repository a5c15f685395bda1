internal import Foundation
internal import Posix
internal import Testing

@testable internal import ImgtoolKit

@Suite("Reports of findings")
struct FindingsReportTests {
  @Test("an annotation of GitHub is one line whose properties and message can be read back")
  func annotations() throws {
    let bytes = SampleReport.report().document(.github)
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    #expect(lines.count == 3)
    let line = String(decoding: lines[0], as: UTF8.self)
    #expect(
      line.hasPrefix(
        "::error file=img/a%0Ab%2541%2Cc%3A'd\"<&>\u{1B}\\é \u{FFFD},title=imgtool%3A under::"))
    #expect(
      line.hasSuffix(
        "::a\\nb%2541,c:'d\"<&>\\x1b\\é \u{FFFD}: it has 2 bytes, more than 1"
          + "%0Aimgtool mend \"$(printf 'a\\012b%25%2541,c:\\047d\"<&>\\033\\134é \\377')\""))
    #expect(lines.allSatisfy { $0.starts(with: Array("::error file=".utf8)) })
  }

  @Test("in text a finding is a line, and a command that mends all is there once")
  func text() {
    let command: Message = "imgtool mend x.jpg"
    var file = ReportedFile("x.jpg")
    file.findings = [
      ReportedFinding("under", "too large", command: command),
      ReportedFinding("max", "too wide", command: command), ReportedFinding("damage", "broken"),
    ]
    #expect(
      String(decoding: FindingsReport.piece(of: file, .text, SampleReport.paths), as: UTF8.self)
        == """
        x.jpg: under: too large
        x.jpg: max: too wide
        x.jpg: damage: broken
          imgtool mend x.jpg

        """)
  }

  @Test("in text a hostile name keeps to its line")
  func hostileText() {
    let bytes = SampleReport.report().document(.text)
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    #expect(lines.count == 4)
    #expect(
      lines[0].starts(
        with: Array("a\\nb%41,c:'d\"<&>\\x1b\\é ".utf8) + [0xFF] + Array(": under".utf8)))
  }

  @Test("in JSON a file is an object a line with its status, its findings and why it failed")
  func json() throws {
    let lines = SampleReport.report("x.jpg").document(.json).split(separator: UInt8(ascii: "\n"))
    #expect(
      lines.map { String(decoding: $0, as: UTF8.self) } == [
        #"{"input": "clean.jpg", "status": "clean", "findings": []}"#,
        #"{"input": "x.jpg", "status": "found", "findings": [{"rule": "under", "message": "it has 2 bytes, more than 1", "command": "imgtool mend x.jpg"}, {"rule": "location", "message": "it tells <where>"}]}"#,
        #"{"input": "missing.png", "status": "failed", "findings": [], "error": {"code": "not-found", "message": "no such file or folder"}}"#,
      ])
    let hostile = SampleReport.report().document(.json).split(separator: UInt8(ascii: "\n"))
    #expect(hostile.count == 3)
    #expect(
      String(decoding: hostile[1], as: UTF8.self).contains(#""a\nb%41,c:'d\"<&>\u001b\\é \udcff""#))
  }

  @Test("a report of nothing is sound in every format", arguments: ReportFormat.allCases)
  func nothing(format: ReportFormat) throws {
    let report = FindingsReport(
      "imgtool check", rules: [], files: [], seconds: 0, paths: SampleReport.paths)
    let bytes = report.document(format)
    #expect(bytes.isEmpty == format.comesInPieces)
    if format == .sarif { _ = try JSONSerialization.jsonObject(with: Data(bytes)) }
  }

  @Test(
    "paths are those below the project's folder, others those from the root",
    arguments: [
      ("a.jpg", "img/a.jpg", "img/a.jpg"), ("./a.jpg", "img/a.jpg", "img/a.jpg"),
      ("../a b.jpg", "a b.jpg", "a%20b.jpg"), ("sub//x/../a.jpg", "img/sub/a.jpg", "img/sub/a.jpg"),
      ("/home/me/site/c.png", "c.png", "c.png"),
      ("/home/me/sites/c.png", "/home/me/sites/c.png", "file:///home/me/sites/c.png"),
      ("../../x:y.jpg", "/home/me/x:y.jpg", "file:///home/me/x%3Ay.jpg"),
    ])
  func paths(given: String, path: String, uri: String) {
    #expect(SampleReport.paths.path(FilePath(given)) == FilePath(path))
    #expect(SampleReport.paths.reference(FilePath(given)).uri == uri)
    #expect(SampleReport.paths.reference(FilePath(given)).isRelative == !path.hasPrefix("/"))
  }

  @Test(
    "an extension tells the form of a report",
    arguments: [
      ("a.txt", ReportFormat.text), ("a.json", .json), ("a.JSONL", .json), ("a.xml", .junit),
      ("out/a.sarif", .sarif), ("a.html", nil), ("a", nil),
    ])
  func extensions(path: String, format: ReportFormat?) {
    #expect(ReportFormat(extensionOf: FilePath(path)) == format)
  }
}

@Suite("Words of a shell")
struct ShellWordTests {
  static let names: [FilePath] = [
    "a.jpg", "a b.jpg", "it's.jpg", "$(x) `y` \"z\" \\.jpg", "a\nb.jpg", "tab\t100%.jpg",
    "*?[a].jpg",
    "-rf", "~", "#a", "a=b", "", "é.jpg", "\u{2028}.jpg", "ends in\n",
    FilePath(bytes: [0x61, 0xFF, 0xC3, 0x28, 0x27, 0x5C, 0x25, 0x6E]),
    FilePath(bytes: Array(1...255)),
  ]

  @Test("a shell reads every name back byte for byte", arguments: names)
  func readBack(name: FilePath) throws {
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    let script = Array("printf %s\\\\000 ".utf8) + name.shellWord.bytes
    let input = Pipe()
    let output = Pipe()
    shell.standardInput = input
    shell.standardOutput = output
    try shell.run()
    try input.fileHandleForWriting.write(contentsOf: Data(script))
    try input.fileHandleForWriting.close()
    let read = try output.fileHandleForReading.readToEnd() ?? Data()
    shell.waitUntilExit()
    #expect(Array(read) == name.bytes + [0])
  }

  @Test(
    "a word can be shown: it has no control characters but a newline at its end", arguments: names)
  func shown(name: FilePath) {
    let word = name.shellWord.bytes
    #expect(printable(word) == word || name.bytes.last == UInt8(ascii: "\n"))
    #expect(String(validating: word, as: UTF8.self) != nil)
  }

  @Test("plain names stay as they are, others are quoted, and no operand looks like an option")
  func spelling() {
    #expect(FilePath("img/a-1.jpg").shellWord == "img/a-1.jpg")
    #expect(FilePath("a b's").shellWord == #"'a b'\''s'"#)
    #expect(FilePath("a\n%").shellWord == #""$(printf 'a\012%%')""#)
    #expect(FilePath("-a.jpg").shellOperand == "./-a.jpg")
    #expect(FilePath("a.jpg").shellOperand == "a.jpg")
  }
}
