/// Text of XML as it is stored.
enum XMLText {
  private static let named: [Substring: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
  ]

  /// How many characters a reference has at most, such as `&#x0010FFFF;`.
  private static let longest = 16

  /// The text with the five entities of XML and references by number expanded (XML 1.0, 4.6 and 4.1).
  ///
  /// What else starts with an ampersand is left as it is.
  static func expanded(_ text: String) -> String {
    guard text.contains("&") else { return text }
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      rest = rest[start...]
      guard let end = rest.prefix(longest).firstIndex(of: ";"),
        let character = character(rest[rest.index(after: start)..<end])
      else {
        result += "&"
        rest = rest.dropFirst()
        continue
      }
      result += character
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  private static func character(_ name: Substring) -> String? {
    guard name.first == "#" else { return named[name] }
    let digits = name.dropFirst()
    let number =
      digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
    return number.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
  }
}
