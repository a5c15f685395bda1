internal import Posix

extension [Message] {
  /// The words with commas between them.
  func joined() -> Message {
    enumerated().reduce(into: "") { line, word in
      line += word.offset == 0 ? word.element : ", \(word.element)"
    }
  }
}
