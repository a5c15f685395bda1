package import Batch
internal import Posix

/// What a command finds around it: tests give it their own.
package struct Environment: Sendable {
  /// Where results, messages and progress go.
  package var console: any Console
  /// Set when the user or the system wants the run to end.
  package var cancellation: Cancellation
  /// Gets the cache and the inputs of a command that makes pictures, in place of the run.
  package var explainsCache: (@Sendable (PictureCache?, [FoundInput]) -> Void)?
  /// The value of an environment variable, nil where it is not set.
  package var variable: @Sendable (String) -> [UInt8]?

  /// The surroundings of these parts; variables are the process's own unless given.
  package init(
    console: any Console, cancellation: Cancellation = Cancellation(),
    variable: @escaping @Sendable (String) -> [UInt8]? = ProcessArguments.environmentVariable
  ) {
    self.console = console
    self.cancellation = cancellation
    self.variable = variable
  }
}

extension Environment {
  /// The exit status of a run that came to `status` by itself: that of a signal goes before it, and
  /// results that could not be written make it a failure.
  package func status(or status: ExitStatus) -> ExitStatus {
    switch cancellation.reason {
    case .interrupted: .interrupted
    case .terminated: .terminated
    default: console.outputError == nil ? status : .failure
    }
  }
}
