internal import Posix

/// An argument of a program: any bytes but NUL.
///
/// A string literal gives its UTF-8.
struct Argument: Sendable, ExpressibleByStringInterpolation {
  let bytes: [UInt8]

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  init(stringLiteral text: String) {
    self.init(bytes: Array(text.utf8))
  }

  init(_ path: FilePath) {
    self.init(bytes: path.bytes)
  }
}
