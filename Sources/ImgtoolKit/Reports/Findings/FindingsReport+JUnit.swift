internal import Posix

extension FindingsReport {
  /// JUnit's XML: one suite, a case for each file, a failure for each finding, an error for a file that
  /// could not be looked at.
  var junit: String {
    let findings = files.reduce(0) { $0 + $1.findings.count }
    let errors = files.reduce(0) { $0 + ($1.failure == nil ? 0 : 1) }
    let counts = """
      tests="\(files.count)" failures="\(findings)" errors="\(errors)" time="\(time(seconds))"
      """
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      "<testsuites \(counts)>",
      #"  <testsuite name="\#(xmlText(title))" \#(counts) skipped="0">"#,
    ]
    for file in files { lines += testCase(file) }
    lines += ["  </testsuite>", "</testsuites>", ""]
    return lines.joined(separator: "\n")
  }

  private func testCase(_ file: ReportedFile) -> [String] {
    let path = xmlText(readable(paths.path(file.input).bytes))
    let start =
      #"    <testcase classname="\#(xmlText(title))" name="\#(path)" file="\#(path)" time="\#(time(file.seconds))""#
    guard !file.isClean else { return [start + "/>"] }
    return [start + ">"]
      + file.findings.map { element("failure", $0) }
      + (file.failure.map { [element("error", ReportedFinding($0.code.rawValue, $0.message))] }
        ?? [])
      + ["    </testcase>"]
  }

  private func element(_ name: String, _ finding: ReportedFinding) -> String {
    let message = xmlText(readable(finding.message.bytes))
    let command = finding.command.map { "\n" + xmlText(readable($0.bytes)) } ?? ""
    return
      #"      <\#(name) type="\#(finding.rule)" message="\#(message)">\#(message)\#(command)</\#(name)>"#
  }

  private func time(_ seconds: Double) -> String { decimal(seconds, places: 3) }
}

/// Text as content or attribute of XML 1.0, characters that it can't hold (2.2) spelled by their numbers.
private func xmlText(_ text: String) -> String {
  var escaped = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": escaped += "&amp;"
    case "<": escaped += "&lt;"
    case ">": escaped += "&gt;"
    case "\"": escaped += "&quot;"
    case "\u{FFFE}", "\u{FFFF}": escaped += "\\u\(scalar.hexadecimal(4))"
    default: escaped.unicodeScalars.append(scalar)
    }
  }
  return escaped
}
