internal import Posix

extension FindingsReport {
  /// The command that makes GitHub Actions show a finding at its file: `::error file=…,title=…::…`.
  static func annotation(
    _ finding: ReportedFinding, of input: FilePath, _ paths: ReportPaths
  ) -> [UInt8] {
    let what: Message = "\(input): \(finding.message)"
    let message =
      printable(what.bytes) + (finding.command.map { [0x0A] + printable($0.bytes) } ?? [])
    return Array("::error file=".utf8) + escaped(paths.path(input).bytes, isProperty: true)
      + Array(",title=".utf8)
      + escaped(Array("\(Program.name): \(finding.rule)".utf8), isProperty: true)
      + Array("::".utf8) + escaped(message, isProperty: false)
  }

  /// What the runner would take for an end or a separator, in the numbers that it reads back: `%25`, `%0D`,
  /// `%0A`, and in properties `%3A` and `%2C`.
  private static func escaped(_ bytes: [UInt8], isProperty: Bool) -> [UInt8] {
    bytes.flatMap { byte -> [UInt8] in
      switch Unicode.Scalar(byte) {
      case "%": Array("%25".utf8)
      case "\r": Array("%0D".utf8)
      case "\n": Array("%0A".utf8)
      case ":" where isProperty: Array("%3A".utf8)
      case "," where isProperty: Array("%2C".utf8)
      default: [byte]
      }
    }
  }
}
