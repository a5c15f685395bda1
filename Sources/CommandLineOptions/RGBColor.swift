/// An opaque colour in sRGB.
package struct RGBColor: Hashable, Sendable {
  /// How much red, 0 to 255.
  package let red: UInt8
  /// How much green, 0 to 255.
  package let green: UInt8
  /// How much blue, 0 to 255.
  package let blue: UInt8

  /// White, the ground that pictures with transparency are put on unless told otherwise.
  package static let white = RGBColor(red: 255, green: 255, blue: 255)

  /// The colour of three parts, 0 to 255 each.
  package init(red: UInt8, green: UInt8, blue: UInt8) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// Reads `#rgb`, `#rrggbb` or one of CSS's basic names (CSS Color 4, section 6.1), nil for anything else.
  package init?(parsing text: String) {
    let text = text.lowercased()
    guard let hexadecimal = text.first == "#" ? String(text.dropFirst()) : Self.names[text] else {
      return nil
    }
    let digits = hexadecimal.compactMap(\.hexDigitValue)
    guard digits.count == hexadecimal.count, hexadecimal.utf8.count == hexadecimal.count else {
      return nil
    }
    switch digits.count {
    case 3: self.init(digits.flatMap { [$0, $0] })
    case 6: self.init(digits)
    default: return nil
    }
  }

  private init(_ digits: [Int]) {
    let parts = stride(from: 0, to: 6, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    self.init(red: parts[0], green: parts[1], blue: parts[2])
  }

  private static let names = [
    "black": "000", "silver": "c0c0c0", "gray": "808080", "grey": "808080", "white": "fff",
    "maroon": "800000", "red": "f00", "purple": "800080", "fuchsia": "f0f", "magenta": "f0f",
    "green": "008000", "lime": "0f0", "olive": "808000", "yellow": "ff0", "navy": "000080",
    "blue": "00f", "teal": "008080", "aqua": "0ff", "cyan": "0ff", "orange": "ffa500",
  ]
}
