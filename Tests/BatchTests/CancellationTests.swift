import Batch
import Posix
import Testing

@Suite struct CancellationTests {
  @Test("Only the first reason counts")
  func firstReason() {
    let run = Cancellation()
    #expect(!run.isCancelled)
    #expect(run.cancel(.interrupted))
    #expect(!run.cancel(.failedFast))
    #expect(run.reason == .interrupted)
  }

  @Test("Handlers are called once, late ones at once")
  func handlers() {
    let run = Cancellation()
    let heard = Locked<[CancellationReason]>([])
    run.onCancel { reason in heard.withLock { $0.append(reason) } }
    #expect(heard.withLock { $0 }.isEmpty)
    run.cancel(.terminated)
    run.cancel(.interrupted)
    run.onCancel { reason in heard.withLock { $0.append(reason) } }
    #expect(heard.withLock { $0 } == [.terminated, .terminated])
  }

  @Test("A token stops with its run, or at its own deadline")
  func tokens() {
    let run = Cancellation()
    let patient = run.token()
    let hasty = run.token(timeout: 0)
    let generous = run.token(timeout: 1e9)
    #expect(patient.reason == nil)
    #expect(hasty.reason == .timedOut)
    #expect(generous.reason == nil)
    #expect(throws: CancellationReason.timedOut) { try hasty.check() }
    run.cancel(.failedFast)
    #expect(patient.isCancelled)
    #expect(hasty.reason == .failedFast)
    #expect(throws: CancellationReason.failedFast) { try generous.check() }
  }
}
