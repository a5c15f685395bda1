package import Batch
package import Imaging
internal import Posix

extension FileError {
  /// What a failure of the pipeline is for the user; `reason` tells a time limit from a stop.
  package init(_ error: ImagingError, stoppedBy reason: @autoclosure () -> CancellationReason?) {
    let detail = error.detail.map { Message($0) }
    if error.reason == .cancelled {
      self = .stopped(by: reason())
    } else {
      self.init(Self.code(of: error.reason), Message(error.message), detail: detail)
    }
  }

  /// What `work` on a picture gives; what it throws is said for the user, `token` telling why it stopped.
  static func translating<Made>(
    _ token: CancellationToken, _ work: () throws(ImagingError) -> Made
  ) throws(FileError) -> Made {
    do throws(ImagingError) {
      return try work()
    } catch {
      throw FileError(error, stoppedBy: token.reason)
    }
  }

  /// The failure of a picture that was stopped or never begun.
  package static func stopped(by reason: CancellationReason?) -> FileError {
    switch reason {
    case .timedOut: FileError(.timeout, "not done within the time limit (see --timeout)")
    case .failedFast: FileError(.cancelled, "not done, since another one failed")
    default: FileError(.cancelled, "cancelled")
    }
  }

  private static func code(of reason: ImagingError.Reason) -> Code {
    switch reason {
    case .notAnImage: .notAnImage
    case .unsupported: .unsupported
    case .damaged: .damaged
    case .tooLarge: .tooLarge
    case .overBudget: .overBudget
    case .cancelled: .cancelled
    case .timeout: .timeout
    case .internal: .internal
    }
  }
}
