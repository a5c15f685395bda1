import Batch
internal import Dispatch
import Testing

@Suite(.timeLimit(.minutes(1))) struct OrderedReporterTests {
  let heard = Locked<[Int]>([])

  func reporter() -> OrderedReporter<String> {
    OrderedReporter { [heard] index, outcome in
      #expect(outcome == "outcome \(index)")
      heard.withLock { $0.append(index) }
    }
  }

  @Test("Outcomes that come in any order are told in theirs", arguments: 0..<10)
  func ordersShuffled(round: Int) {
    let reporter = reporter()
    let indices = (0..<300).shuffled()
    DispatchQueue.concurrentPerform(iterations: indices.count) { place in
      reporter.report(indices[place], "outcome \(indices[place])")
    }
    reporter.finish()
    #expect(heard.withLock { $0 } == Array(0..<300))
  }

  @Test("An outcome is told as soon as all before it are, without waiting for the end")
  func tellsAtOnce() {
    let told = DispatchSemaphore(value: 0)
    let reporter = OrderedReporter<Int> { [heard] index, _ in
      heard.withLock { $0.append(index) }
      told.signal()
    }
    reporter.report(1, 1)
    reporter.report(0, 0)
    told.wait()
    told.wait()
    #expect(heard.withLock { $0 } == [0, 1])
  }

  @Test("At the end nothing is lost, even behind gaps")
  func finishesOverGaps() {
    let reporter = reporter()
    for index in [7, 2, 0, 5, 1] { reporter.report(index, "outcome \(index)") }
    reporter.finish()
    #expect(heard.withLock { $0 } == [0, 1, 2, 5, 7])
  }

  @Test("A second outcome for an index is not told")
  func tellsOnce() {
    let reporter = reporter()
    for index in [0, 0, 1, 2, 2, 1] { reporter.report(index, "outcome \(index)") }
    reporter.finish()
    reporter.report(1, "outcome 1")
    reporter.finish()
    #expect(heard.withLock { $0 } == [0, 1, 2])
  }

  @Test("The consumer is called by one thread at a time")
  func tellsSerially() {
    let inside = Locked(0)
    let reporter = OrderedReporter<Int> { _, _ in
      #expect(
        inside.withLock { count in
          count += 1
          return count
        } == 1)
      inside.withLock { $0 -= 1 }
    }
    DispatchQueue.concurrentPerform(iterations: 500) { reporter.report($0, $0) }
    reporter.finish()
  }
}
