/// Words for people that may name files: the text in UTF-8, the names in it byte for byte.
///
/// A name inside `String` text would lose the bytes that are no UTF-8; nothing is escaped here, that is up to
/// the report that shows the message.
package struct Message: Hashable, Sendable {
  /// The text's UTF-8 and the names' own bytes.
  package private(set) var bytes: [UInt8]

  /// The message that `text` spells.
  package init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// Puts `more` behind the message.
  package static func += (message: inout Message, more: Message) {
    message.bytes += more.bytes
  }
}

extension Message: ExpressibleByStringInterpolation, CustomStringConvertible {
  /// Gathers the bytes of a literal such as `"no room for \(path)"`.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var message = Message("")

    /// Starts with nothing.
    package init(literalCapacity: Int, interpolationCount: Int) {}

    /// Takes the words between the values.
    package mutating func appendLiteral(_ literal: String) {
      message += Message(literal)
    }

    /// Takes a name, byte for byte.
    package mutating func appendInterpolation(_ path: FilePath) {
      message.bytes += path.bytes
    }

    /// Takes another message.
    package mutating func appendInterpolation(_ more: Message) {
      message += more
    }

    /// Takes any other value as it describes itself.
    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      message += Message(value.description)
    }
  }

  /// The message that the literal spells.
  package init(stringLiteral text: String) {
    self.init(text)
  }

  /// The message of the literal's words and values.
  package init(stringInterpolation: StringInterpolation) {
    self = stringInterpolation.message
  }

  /// The message as text; bytes that are no UTF-8 become U+FFFD.
  package var description: String {
    String(decoding: bytes, as: UTF8.self)
  }
}
