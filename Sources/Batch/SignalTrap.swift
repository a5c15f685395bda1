internal import Dispatch
package import Posix

/// Turns signals into calls of a closure.
package enum SignalTrap {
  /// Has `handler` called, on a thread of its own, each time one of `signals` comes.
  ///
  /// From then on, until the process ends, the signals have no other effect.
  package static func set(
    for signals: [Signal], handler: @escaping @Sendable (Signal) -> Void
  ) {
    let queue = DispatchQueue(label: "imgtool.signals", qos: .userInitiated)
    for signal in signals {
      let source = DispatchSource.makeSignalSource(signal: signal.rawValue, queue: queue)
      source.setEventHandler {
        // Mentioned here, the source is held by its own handler and lives on.
        guard !source.isCancelled else { return }
        handler(signal)
      }
      #if !canImport(Glibc)
        // The default would end the process before the source hears of it. On Linux Dispatch has a
        // handler of its own for that, set later on another thread, which this would undo.
        signal.ignore()
      #endif
      source.activate()
    }
  }
}
