import Testing

@testable import Batch

@Suite("concurrentMap")
struct ConcurrentMapTests {
  @Test("Gives an answer for each element, in their order", arguments: [0, 1, 64, 65, 1000])
  func order(count: Int) {
    let numbers = Array(0..<count)
    #expect(numbers.concurrentMap { $0 * 2 } == numbers.map { $0 * 2 })
  }

  @Test("Asks only for what is not settled, and keeps the order", arguments: [1, 2, 3, 2000])
  func settled(every step: Int) {
    let numbers = Array(0..<1000)
    let asked = Locked<[Int]>([])
    let answers = numbers.concurrentMap(settled: { $0 % step == 0 ? -$0 : nil }) { number in
      asked.withLock { $0.append(number) }
      return number
    }
    #expect(answers == numbers.map { $0 % step == 0 ? -$0 : $0 })
    #expect(asked.withLock { $0.sorted() } == numbers.filter { $0 % step != 0 })
  }
}
