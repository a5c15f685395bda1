import Batch
import Dispatch
import Imaging
import ImgtoolKit
import Posix

/// What a process does about signals: stop cleanly, and die as shells expect it.
// A file of its own: written in `@main`'s `main()`, handlers compile and crash.
enum InterruptTrap {
  /// How long pictures that are under way may take to stop, in seconds.
  private static let grace = 1.5

  /// Turns signals that would end the process into errors of the calls concerned.
  static func prepareProcess() {
    StandardStream.occupyMissing()
    Signal.brokenPipe.ignore()
    Signal.fileSizeExceeded.ignore()
    Libraries.discardMessages()
    Libraries.loadCodecsWhenNeeded()
    // Each thread of glibc may keep a heap of its own; two serve as well and stay small.
    Machine.limitHeaps(to: 2)
  }

  /// Stops the run at the first signal; at the second, or when stopping takes too long, at once.
  static func set(cancelling cancellation: Cancellation) {
    SignalTrap.set(for: [.interrupt, .terminate]) { signal in
      guard cancellation.cancel(signal == .interrupt ? .interrupted : .terminated) else {
        signal.die()
      }
      DispatchQueue.global().asyncAfter(deadline: .now() + grace) { signal.die() }
    }
  }

  /// Ends the process with `status`; after a signal by that signal, so that a shell's loop ends too.
  static func leave(_ status: ExitStatus) -> Never {
    switch status {
    case .interrupted: Signal.interrupt.die()
    case .terminated: Signal.terminate.die()
    default: CurrentProcess.exit(status.rawValue)
    }
  }
}
