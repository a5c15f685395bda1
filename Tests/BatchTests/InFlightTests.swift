import Batch
import Testing

@Suite("InFlight")
struct InFlightTests {
  @Test("Work that is under way is not begun again; who came for it is called once it is done")
  func waits() {
    let inFlight = InFlight<String>()
    let called = Locked<[Int]>([])
    #expect(inFlight.begin("a") { called.withLock { $0.append(0) } })
    #expect(!inFlight.begin("a") { called.withLock { $0.append(1) } })
    #expect(!inFlight.begin("a") { called.withLock { $0.append(2) } })
    #expect(inFlight.begin("b") {})
    #expect(called.withLock { $0 } == [])
    inFlight.end("a")
    #expect(called.withLock { $0 } == [1, 2])
  }

  @Test("Work that is done can be begun again, also by one that waited for it")
  func again() {
    let inFlight = InFlight<String>()
    let began = Locked<[Bool]>([])
    #expect(inFlight.begin("a") {})
    for _ in 0..<2 {
      _ = inFlight.begin("a") {
        let isFirst = inFlight.begin("a") {}
        began.withLock { $0.append(isFirst) }
      }
    }
    inFlight.end("a")
    #expect(began.withLock { $0 } == [true, false])
  }
}
