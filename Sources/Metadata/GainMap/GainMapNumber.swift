/// A number of a gain map's metadata as files state it: a fraction with 10,000,000 below the line.
///
/// All forms that are written state the same numbers so: seven digits behind the point are more than a sample
/// of 16 bits can tell apart, 1/64 is exact, and what `checked()` lets pass fits 32 bits.
struct GainMapNumber {
  /// What stands below the line.
  static let denominator: UInt32 = 10_000_000

  /// What stands above the line.
  let numerator: Int64

  /// The nearest fraction; 0 for what is no number.
  init(_ value: Double) {
    let scaled = (value * Double(Self.denominator)).rounded()
    numerator = scaled.isFinite ? Int64(exactly: min(max(scaled, -1e15), 1e15)) ?? 0 : 0
  }

  /// The number in decimal digits, without an exponent, as reals of XMP are written (XMP part 1, 8.2.1.4).
  var text: String {
    let magnitude = numerator.magnitude
    let (whole, rest) = magnitude.quotientAndRemainder(dividingBy: UInt64(Self.denominator))
    let sign = numerator < 0 ? "-" : ""
    guard rest > 0 else { return "\(sign)\(whole)" }
    // A digit 1 in front keeps the zeros behind the point.
    var digits = String(UInt64(Self.denominator) + rest).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(sign)\(whole).\(digits)"
  }
}
