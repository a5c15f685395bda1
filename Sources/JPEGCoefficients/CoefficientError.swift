internal import CJPEG

/// Why coefficients could not be read or written.
package struct CoefficientError: Error, Sendable, Equatable {
  /// What a caller does about it.
  package enum Kind: Sendable, Equatable {
    /// The bytes are no JPEG, or break its rules, or end too early.
    case damaged
    /// A JPEG of a kind whose coefficients are not gray or Y, Cb, Cr of 8 bits.
    case unsupported
    /// More pixels than was allowed.
    case tooLarge
    /// Whoever wanted it no longer does.
    case cancelled
  }

  /// What a caller does about it.
  package let kind: Kind
  /// The library's own words, for people who look for the cause.
  package let detail: String

  /// Turns the result of a call into a thrown error.
  ///
  /// - Returns: Whether all was done; false where it was cut off.
  @discardableResult
  static func check(
    _ call: (UnsafeMutablePointer<CChar>) -> imgtool_jpeg_result
  ) throws(CoefficientError) -> Bool {
    var message = [CChar](repeating: 0, count: Int(IMGTOOL_JPEG_MESSAGE))
    let (result, detail) = message.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return (IMGTOOL_JPEG_UNSUPPORTED, "") }
      let result = call(start)
      return (result, String(cString: start))
    }
    switch result {
    case IMGTOOL_JPEG_DONE: return true
    case IMGTOOL_JPEG_CUT_OFF: return false
    case IMGTOOL_JPEG_TOO_LARGE: throw CoefficientError(kind: .tooLarge, detail: detail)
    case IMGTOOL_JPEG_CANCELLED: throw CoefficientError(kind: .cancelled, detail: detail)
    case IMGTOOL_JPEG_DAMAGED: throw CoefficientError(kind: .damaged, detail: detail)
    default: throw CoefficientError(kind: .unsupported, detail: detail)
    }
  }
}
