internal import Formats
internal import Imaging
internal import Posix

extension BatchPlan.Step {
  /// Whether the input has failed already.
  var hasFailed: Bool {
    if case .done(let outcome) = self { outcome.status == .failed } else { false }
  }

  /// The picture that is to be made.
  var picture: PlannedPicture? {
    if case .make(let picture, _, _) = self { picture } else { nil }
  }

  /// Bytes of what was there already and stays.
  var skippedBytes: Int {
    guard case .done(let outcome) = self, outcome.status == .skipped, let output = outcome.output
    else { return 0 }
    return (try? FileStatus(of: output).size) ?? 0
  }
}

extension PlannedPicture {
  /// The outcome of a failure before anything was made.
  func outcome(failed error: FileError) -> Outcome {
    var outcome = Outcome(input: input.path, failed: error)
    outcome.bytesIn = bytes
    outcome.sourceSize = facts.displayedSize.known
    return outcome
  }
}
