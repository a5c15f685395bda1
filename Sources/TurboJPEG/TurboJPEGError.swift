internal import CTurboJPEG

/// Why a JPEG could not be read, written or turned.
package struct TurboJPEGError: Error, Sendable, Equatable {
  /// What a caller does about it.
  package enum Kind: Sendable, Equatable {
    /// The bytes are no JPEG, or break its rules, or end too early.
    case damaged
    /// A JPEG of a kind that the library can't handle in this way.
    case unsupported
    /// More pixels than was allowed, or than a JPEG can have.
    case tooLarge
    /// A transform that would leave an edge where it was.
    case imperfect
    /// The planes do not make the picture they are said to be.
    case mismatch
  }

  /// What a caller does about it.
  package let kind: Kind
  /// The library's own words, for people who look for the cause.
  package let detail: String

  init(_ kind: Kind, _ detail: String) {
    self.kind = kind
    self.detail = detail
  }
}

/// One use of the library: its objects are made for one call and destroyed with it.
struct Session: ~Copyable {
  let handle: tjhandle

  init(_ handle: tjhandle?) throws(TurboJPEGError) {
    guard let handle else { throw TurboJPEGError(.unsupported, "no memory for a codec") }
    self.handle = handle
  }

  deinit {
    tjDestroy(handle)
  }

  /// Turns the library's way to say what went wrong into a thrown error.
  ///
  /// A warning is an error too: it says that data was cut or corrupt and that pixels were made up.
  func check(
    _ result: Int32, otherwise kind: TurboJPEGError.Kind = .damaged
  ) throws(TurboJPEGError) {
    guard result != 0 else { return }
    let text = tjGetErrorStr2(handle).map { String(cString: $0) } ?? ""
    let isWarning = tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue)
    if text.contains("not perfect") { throw TurboJPEGError(.imperfect, text) }
    throw TurboJPEGError(isWarning ? .damaged : kind, text)
  }
}
