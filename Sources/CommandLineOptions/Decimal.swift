/// A number as people type it: ASCII digits with at most one point between them, in every locale.
struct Decimal {
  /// What stands before the point.
  let integer: UInt64
  /// The digits behind the point as a number below 10 to the power of `places`; the first 18 count.
  let fraction: UInt64
  /// How many digits `fraction` has, 0 where there is no point.
  let places: Int

  /// The number, nil where the bytes are none or it takes more than 64 bits.
  init?(_ text: some Sequence<UInt8>) {
    let parts = Array(text).split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard let integer = Self.digits(parts[0]) else { return nil }
    self.integer = integer
    guard parts.count == 2 else {
      (fraction, places) = (0, 0)
      return
    }
    guard parts[1].allSatisfy(Self.isDigit), let fraction = Self.digits(parts[1].prefix(18)) else {
      return nil
    }
    self.fraction = fraction
    places = min(parts[1].count, 18)
  }

  /// The number where it was given without a point and fits.
  var whole: Int? { places == 0 ? Int(exactly: integer) : nil }

  /// The number, rounded to what a `Double` holds.
  var double: Double { Double(integer) + Double(fraction) / Double(divisor) }

  /// The number times `factor`, rounded down, nil where that takes more than 63 bits.
  func multiplied(by factor: UInt64) -> Int? {
    let (product, overflow) = integer.multipliedReportingOverflow(by: factor)
    // The fraction is below its divisor, so this quotient is below `factor` and can't overflow.
    let part = divisor.dividingFullWidth(factor.multipliedFullWidth(by: fraction)).quotient
    let (sum, carry) = product.addingReportingOverflow(part)
    return overflow || carry ? nil : Int(exactly: sum)
  }

  /// 10 to the power of `places`.
  private var divisor: UInt64 { (0..<places).reduce(1) { power, _ in power * 10 } }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  private static func digits(_ text: ArraySlice<UInt8>) -> UInt64? {
    guard !text.isEmpty, text.allSatisfy(isDigit) else { return nil }
    return UInt64(String(decoding: text, as: UTF8.self))
  }
}
