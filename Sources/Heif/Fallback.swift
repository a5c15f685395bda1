/// Which decoder comes after one that failed.
enum Fallback {
  /// Runs `attempt` with one decoder after the other until one succeeds.
  ///
  /// - Parameters:
  ///   - installed: The decoders for this picture, the best first; none where the library is left
  ///     to choose.
  ///   - preferred: The decoder to begin with, installed or not; nil for the first installed one.
  ///   - attempt: Decodes with the decoder of a name, or with the library's own choice.
  /// - Returns: What `attempt` made.
  /// - Throws: What the first decoder said, unless it lacked something and a later one knew more.
  static func first<Result>(
    of installed: [String], startingWith preferred: String?,
    _ attempt: (String?) throws(HeifError) -> Result
  ) throws(HeifError) -> Result {
    let head = preferred ?? installed.first
    var failure: HeifError?
    for name in [head] + installed.filter({ $0 != head }) {
      do {
        return try attempt(name)
      } catch {
        guard mayHelp(after: error) else { throw error }
        failure = isBetter(error, than: failure) ? error : failure
      }
    }
    throw failure ?? HeifError(.other, "no decoder was tried")
  }

  /// Whether another decoder can do better: it gets the same file and the same limits.
  private static func mayHelp(after error: HeifError) -> Bool {
    switch error.kind {
    case .damaged: error.isFromDecoder
    case .unsupported, .codecMissing, .other: true
    case .tooLarge, .encoding, .cancelled: false
    }
  }

  /// Whether an error says more about the picture than one before it.
  private static func isBetter(_ error: HeifError, than earlier: HeifError?) -> Bool {
    guard let earlier else { return true }
    return error.kind == .damaged && earlier.kind != .damaged
  }
}
