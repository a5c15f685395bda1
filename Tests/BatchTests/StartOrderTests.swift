import Testing

@testable import Batch

@Suite("StartOrder")
struct StartOrderTests {
  @Test(
    "Jobs start in their order, but the longest of the last ones first",
    arguments: [
      ([], 2, []),
      ([5], 2, [0]),
      ([5, 5, 5, 5], 2, [0, 1, 2, 3]),
      ([1, 1, 1, 9], 2, [3, 0, 1, 2]),
      ([1, 1, 1, 9], 1, [0, 1, 2, 3]),
      ([3, 3, 3, 3, 1, 3], 2, [0, 1, 2, 3, 5, 4]),
      ([0, 0, 0], 2, [0, 1, 2]),
    ] as [([Int], Int, [Int])])
  func order(costs: [Int], processors: Int, expected: [Int]) {
    #expect(StartOrder.places(costs, processors: processors) == expected)
  }

  @Test("A long job that comes last starts while enough is left for the other processors")
  func longLast() {
    let costs = Array(repeating: 1, count: 1000) + [20]
    let order = StartOrder.places(costs, processors: 2)
    #expect(order.sorted() == Array(costs.indices))
    #expect(order.firstIndex(of: 1000) == 980)
    #expect(Array(order.prefix(980)) == Array(0..<980))
  }

  @Test("Costs of any size overflow nothing")
  func huge() {
    #expect(StartOrder.places([1, .max, .max], processors: 64).sorted() == [0, 1, 2])
  }
}
