internal import Batch
internal import Posix

/// A process that this one has to end, and whose number is its own until then.
final class OwnedProcess: Sendable {
  private let process: SpawnedProcess
  /// How it ended; nil as long as its number is its own.
  private let end = Locked<SpawnedProcess.End?>(nil)

  init(_ process: SpawnedProcess) {
    self.process = process
  }

  deinit { stop() }

  /// Seconds of processor time that it has taken; nil where the system doesn't say.
  var processorSeconds: Double? { process.processorSeconds }

  /// Ends it where it lives, from any thread.
  func kill() {
    end.withLock { if $0 == nil { process.kill() } }
  }

  /// Ends it and waits for its end.
  @discardableResult
  func stop() -> SpawnedProcess.End {
    if let end = end.withLock({ $0 }) { return end }
    kill()
    return ended()
  }

  /// Waits for its end.
  @discardableResult
  func ended() -> SpawnedProcess.End {
    if let end = end.withLock({ $0 }) { return end }
    process.waitUntilEnded()
    return end.withLock { end in
      let found = end ?? process.reap()
      end = found
      return found
    }
  }

  /// Sets what it may take.
  ///
  /// - Returns: Whether that could be done from here.
  func limit(_ limits: WorkLimits, addresses: Int) -> Bool {
    guard let spent = process.processorSeconds else { return false }
    do throws(SystemError) {
      let seconds = Int(spent.rounded(.up)) &+ limits.processorSeconds
      try ResourceLimit.processorSeconds.set(to: seconds, of: process.number)
      try ResourceLimit.addresses.set(to: addresses &+ limits.addressBytes, of: process.number)
      return true
    } catch {
      return false
    }
  }
}
