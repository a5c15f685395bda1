internal import Dispatch
import Testing

@testable import Batch

@Suite(.timeLimit(.minutes(5))) struct JobQueueTests {
  /// What a queue did, as its jobs saw it.
  struct Diary: Sendable {
    var running: [Int: Int] = [:]
    var mostRunning = 0
    var mostBytes = 0
    var mostBytesTogether = 0
    var started: [Int] = []
    var finished: Set<Int> = []

    mutating func start(_ id: Int, bytes: Int) {
      running[id] = bytes
      started.append(id)
      mostRunning = max(mostRunning, running.count)
      mostBytes = max(mostBytes, running.values.reduce(0, +))
      if running.count > 1 {
        mostBytesTogether = max(mostBytesTogether, running.values.reduce(0, +))
      }
    }

    mutating func finish(_ id: Int) {
      running[id] = nil
      finished.insert(id)
    }
  }

  let diary = Locked(Diary())

  func job(_ id: Int, bytes: Int = 0, _ work: @escaping @Sendable () -> Void = {}) -> Job {
    Job(id: id, bytes: bytes) { [diary] in
      diary.withLock { $0.start(id, bytes: bytes) }
      work()
      diary.withLock { $0.finish(id) }
    }
  }

  @Test("All jobs are done, never more at once than there are processors", arguments: [1, 2, 3, 8])
  func keepsToProcessors(processors: Int) {
    let queue = JobQueue(processors: processors, budget: MemoryBudget(limit: .max))
    for id in 0..<500 {
      #expect(queue.submit(job(id)))
    }
    queue.waitUntilIdle()
    let diary = diary.withLock { $0 }
    #expect(diary.finished == Set(0..<500))
    #expect(diary.mostRunning <= processors)
  }

  @Test("Running jobs fit the budget together; only a lone one may be larger")
  func keepsToBudget() {
    let queue = JobQueue(processors: 4, budget: MemoryBudget(limit: 100))
    let sizes = (0..<300).map { ($0 * 37) % 140 }
    for (id, bytes) in sizes.enumerated() { queue.submit(job(id, bytes: bytes)) }
    queue.waitUntilIdle()
    let diary = diary.withLock { $0 }
    #expect(diary.finished.count == sizes.count)
    #expect(diary.mostBytesTogether <= 100)
    #expect(diary.mostBytes == sizes.max())
  }

  @Test("With one processor jobs run in the order in which they came")
  func firstComeFirstServed() {
    let queue = JobQueue(processors: 1, budget: MemoryBudget(limit: 0))
    for id in 0..<200 { queue.submit(job(id, bytes: 200 - id)) }
    queue.waitUntilIdle()
    #expect(diary.withLock { $0.started } == Array(0..<200))
  }

  @Test("While a large job waits for memory, small ones that fit keep the processors busy")
  func smallJobsFillIn() {
    let queue = JobQueue(processors: 2, budget: MemoryBudget(limit: 100))
    let gate = DispatchSemaphore(value: 0)
    let filled = DispatchSemaphore(value: 0)
    queue.submit(job(0, bytes: 10) { gate.wait() })
    queue.submit(job(1, bytes: 100))
    queue.submit(job(2, bytes: 95))
    queue.submit(job(3, bytes: 90) { filled.signal() })
    filled.wait()
    #expect(diary.withLock { $0.started } == [0, 3])
    gate.signal()
    queue.waitUntilIdle()
    #expect(diary.withLock { $0.started } == [0, 3, 1, 2])
  }

  @Test(
    "A large job that waits for memory is overtaken by few, and gets its turn", arguments: [2, 4])
  func largeJobIsNotStarved(processors: Int) {
    let queue = JobQueue(processors: processors, budget: MemoryBudget(limit: 100))
    let gate = DispatchSemaphore(value: 0)
    queue.submit(job(0, bytes: 10) { gate.wait() })
    queue.submit(job(1, bytes: 100))
    let few = processors * 4
    let filled = DispatchSemaphore(value: 0)
    for id in 2..<few * 3 { queue.submit(job(id, bytes: 1) { filled.signal() }) }
    for _ in 0..<few { filled.wait() }
    gate.signal()
    queue.waitUntilIdle()
    let started = diary.withLock { $0.started }
    #expect(started.firstIndex(of: 1) == few + 1)
    #expect(started.count == few * 3)
  }

  @Test("A job that turns out larger holds others back, and lets them in when it shrinks")
  func growsAndShrinks() {
    let queue = JobQueue(processors: 2, budget: MemoryBudget(limit: 100))
    let (began, gate, second) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    queue.submit(
      job(0, bytes: 1) {
        queue.grow(0, to: 99)
        began.signal()
        gate.wait()
        queue.grow(0, to: 5)
        second.wait()
      })
    began.wait()
    queue.submit(job(1, bytes: 50) { second.signal() })
    #expect(diary.withLock { $0.started } == [0])
    gate.signal()
    queue.waitUntilIdle()
    #expect(diary.withLock { $0.finished } == [0, 1])
  }

  @Test("Cancelling drops what waits, tells which, and lets what runs finish")
  func cancels() {
    let queue = JobQueue(processors: 1, budget: MemoryBudget(limit: .max))
    let (began, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    queue.submit(
      job(0) {
        began.signal()
        gate.wait()
      })
    for id in 1..<10 { queue.submit(job(id)) }
    began.wait()
    var dropped: [Int] = []
    queue.cancel { dropped.append($0) }
    #expect(dropped == Array(1..<10))
    #expect(!queue.submit(job(10)))
    queue.cancel { dropped.append($0) }
    #expect(dropped.count == 9)
    gate.signal()
    queue.waitUntilIdle()
    #expect(diary.withLock { $0.finished } == [0])
  }

  @Test("Dropped jobs are told of before anybody stops waiting for them")
  func tellsDroppedFirst() {
    for _ in 0..<50 {
      let queue = JobQueue(processors: 1, budget: MemoryBudget(limit: .max))
      let (began, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let told = Locked(0)
      queue.submit(
        Job(id: 0, bytes: 0) {
          began.signal()
          gate.wait()
        })
      for id in 1..<50 { queue.submit(job(id)) }
      began.wait()
      DispatchQueue.global().async {
        queue.cancel { _ in told.withLock { $0 += 1 } }
        gate.signal()
      }
      queue.waitUntilIdle()
      #expect(told.withLock { $0 } == 49)
    }
  }

  @Test("An idle queue is not waited for, and can be used again")
  func idles() {
    let queue = JobQueue(processors: 2, budget: MemoryBudget(limit: 1))
    queue.waitUntilIdle()
    for round in 0..<3 {
      queue.submit(job(round))
      queue.waitUntilIdle()
      #expect(diary.withLock { $0.finished.count } == round + 1)
    }
  }

  @Test("Jobs may submit jobs")
  func nests() {
    let queue = JobQueue(processors: 2, budget: MemoryBudget(limit: 10))
    for id in 0..<50 {
      queue.submit(job(id, bytes: 3) { [self] in queue.submit(job(id + 100, bytes: 3)) })
    }
    queue.waitUntilIdle()
    #expect(diary.withLock { $0.finished.count } == 100)
  }

  @Test("Estimates of any size overflow nothing")
  func survivesHugeEstimates() {
    let queue = JobQueue(processors: 3, budget: MemoryBudget(limit: .max))
    for id in 0..<20 { queue.submit(job(id, bytes: id.isMultiple(of: 2) ? Int.max / 2 : -5) {}) }
    queue.waitUntilIdle()
    #expect(diary.withLock { $0.finished.count } == 20)
  }

  @Test(
    "A budget takes what adds up to its limit",
    arguments: [
      (10, 0, true), (10, 90, true), (11, 90, false), (0, 100, true), (.max, 1, false),
      (.max, .max, false),
    ])
  func budgets(bytes: Int, inUse: Int, fits: Bool) {
    #expect(MemoryBudget(limit: 100).fits(bytes, besides: inUse) == fits)
  }

  @Test("The standard budget is a part of the machine's memory")
  func standardBudget() {
    #expect(MemoryBudget.standard.limit > 1 << 20)
  }

  @Test("A waiting list gives back in order what it took, however both alternate")
  func waitingList() {
    var list = WaitingList<Int>()
    var (next, expected) = (0, 0)
    for round in 0..<4000 {
      for _ in 0..<(round % 3) {
        list.append(next)
        next += 1
      }
      #expect(list.first == (expected < next ? expected : nil))
      if let taken = list.popFirst() {
        #expect(taken == expected)
        expected += 1
      }
    }
    list.append(next)
    #expect(list.removeAll() == Array(expected...next))
    #expect(list.popFirst() == nil)
  }
}
