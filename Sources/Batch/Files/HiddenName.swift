internal import Posix

/// The name of a file that is not finished: `.imgtool-PROCESS-RANDOM`, both numbers, the second in hex.
///
/// The name never depends on the final one, which may be as long as the system allows.
struct HiddenName {
  /// The process that made it.
  let owner: ProcessNumber
  /// The name itself.
  let name: FilePath

  private static let prefix = ".imgtool-"
  private static let hexDigits = 16

  /// A name that nobody has used.
  init() {
    owner = .current
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    let zeros = String(repeating: "0", count: Self.hexDigits - digits.count)
    name = FilePath("\(Self.prefix)\(owner.rawValue)-\(zeros)\(digits)")
  }

  /// The name in its parts, or nil where it is another sort of name.
  init?(parsing name: FilePath) {
    let bytes = name.bytes
    guard bytes.starts(with: Self.prefix.utf8) else { return nil }
    let parts = bytes.dropFirst(Self.prefix.utf8.count)
      .split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    let text = parts.map { String(decoding: $0, as: UTF8.self) }
    let hex = Set("0123456789abcdef")
    guard text.count == 2, let owner = Int32(text[0]), owner > 0, "\(owner)" == text[0],
      text[1].count == Self.hexDigits, text[1].allSatisfy(hex.contains)
    else { return nil }
    self.owner = ProcessNumber(rawValue: owner)
    self.name = name
  }
}
