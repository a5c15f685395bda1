package import CommandLineOptions
package import Imaging
internal import Posix

extension ValueKind where Value == RGBColor {
  /// A colour in hexadecimal digits, `#rgb` or `#rrggbb`, or one of CSS's basic names.
  package static var color: ValueKind<RGBColor> {
    ValueKind("color", wanted: "a colour such as white, #fff or #ffffff") { text in
      let text = text.description.lowercased()
      let digits = text.first == "#" ? String(text.dropFirst()) : names[text] ?? ""
      guard digits.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
        let number = Int(digits, radix: 16)
      else { return nil }
      return switch digits.utf8.count {
      // Each digit stands for two.
      case 3: RGBColor(number >> 8 & 15, number >> 4 & 15, number & 15, times: 17)
      case 6: RGBColor(number >> 16 & 255, number >> 8 & 255, number & 255, times: 1)
      default: nil
      }
    }
  }

  /// CSS Color 4, section 6.1: the sixteen old names, and the other spellings of three of them.
  private static var names: [String: String] {
    [
      "black": "000000", "silver": "c0c0c0", "gray": "808080", "grey": "808080",
      "white": "ffffff", "maroon": "800000", "red": "ff0000", "purple": "800080",
      "fuchsia": "ff00ff", "magenta": "ff00ff", "green": "008000", "lime": "00ff00",
      "olive": "808000", "yellow": "ffff00", "navy": "000080", "blue": "0000ff",
      "teal": "008080", "aqua": "00ffff", "cyan": "00ffff", "orange": "ffa500",
    ]
  }
}

extension RGBColor {
  fileprivate init(_ red: Int, _ green: Int, _ blue: Int, times factor: Int) {
    self.init(
      red: UInt8(red * factor), green: UInt8(green * factor), blue: UInt8(blue * factor))
  }
}
