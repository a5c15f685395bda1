/// A number of bytes, as given to options and shown in reports.
package struct ByteSize: Hashable, Sendable, Comparable {
  /// How many bytes; in a parsed size at least 1.
  package let bytes: Int

  /// The size of so many bytes.
  package init(bytes: Int) {
    self.bytes = bytes
  }

  /// Reads `750000`, `500kB`, `40k`, `0.05MB` or `1MiB`: decimal units count by 1000, binary ones by 1024.
  ///
  /// Capitals don't matter. A fraction of a byte is dropped; nil for anything else, zero included.
  package init?(parsing text: [UInt8]) {
    let number = text.prefix { (48...57).contains($0) || $0 == UInt8(ascii: ".") }
    let unit = String(decoding: text[number.endIndex...], as: UTF8.self).lowercased()
    guard
      let decimal = Decimal(number), let factor = Self.units[unit],
      factor > 1 || decimal.places == 0, let bytes = decimal.multiplied(by: factor), bytes > 0
    else { return nil }
    self.bytes = bytes
  }

  /// Fewer bytes first.
  package static func < (one: ByteSize, two: ByteSize) -> Bool { one.bytes < two.bytes }

  private static let units: [String: UInt64] = [
    "": 1, "b": 1,
    "k": 1000, "kb": 1000, "ki": 1024, "kib": 1024,
    "m": 1_000_000, "mb": 1_000_000, "mi": 1 << 20, "mib": 1 << 20,
    "g": 1_000_000_000, "gb": 1_000_000_000, "gi": 1 << 30, "gib": 1 << 30,
    "t": 1_000_000_000_000, "tb": 1_000_000_000_000, "ti": 1 << 40, "tib": 1 << 40,
  ]
}

extension ByteSize: CustomStringConvertible {
  /// The size in two or three digits and a decimal unit: `750 B`, `1.9 MB`, `412 kB`.
  package var description: String {
    guard bytes >= 1000 else { return "\(bytes) B" }
    var unit = 1
    for name in ["kB", "MB", "GB", "TB"] {
      unit *= 1000
      let tenths = Self.rounded(bytes, by: unit / 10)
      if tenths < 100 { return "\(tenths / 10).\(tenths % 10) \(name)" }
      let whole = Self.rounded(bytes, by: unit)
      if whole < 1000 { return "\(whole) \(name)" }
    }
    return "\(bytes / unit) TB"
  }

  private static func rounded(_ count: Int, by unit: Int) -> Int {
    count / unit + (count % unit >= unit / 2 ? 1 : 0)
  }
}
