internal import Posix

/// A place in a text file, both numbers from 1; columns count bytes.
struct TextPlace: Hashable, Sendable {
  var line = 1
  var column = 1
}

/// A value of a project file, and where it stands.
struct ProjectValue: Hashable, Sendable {
  /// What JSON knows (RFC 8259).
  enum Content: Hashable, Sendable {
    case null
    case bool(Bool)
    /// As it is spelled.
    case number(String)
    /// Bytes, as it may be a name.
    case text(FilePath)
    case list([ProjectValue])
    /// In their order, each name once.
    case object([Member])
  }

  /// A name and its value.
  struct Member: Hashable, Sendable {
    let name: String
    let place: TextPlace
    let value: ProjectValue
  }

  let content: Content
  let place: TextPlace

  /// What it is, for people.
  var kind: String {
    switch content {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let text): text
    case .text: "a text"
    case .list: "a list"
    case .object: "an object"
    }
  }
}

/// What is wrong with a project file, and where.
struct ProjectError: Error, Hashable {
  /// What is wrong and, where that is known, how it is right.
  let message: Message
  /// Where; nil where it is about the file as a whole.
  let place: TextPlace?

  init(_ message: Message, at place: TextPlace?) {
    self.message = message
    self.place = place
  }

  /// The error on one line, as compilers write it: `imgtool.json:12:7: …`.
  func text(in file: FilePath) -> Message {
    guard let place else { return "\(file): \(message)" }
    return "\(file):\(place.line):\(place.column): \(message)"
  }
}
