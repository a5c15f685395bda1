import Foundation
import Testing

@testable import Imaging

@Suite("FirstFit: few measurements, and the answer of trying one after the other")
struct FirstFitTests {
  /// A repeatable source of numbers from 0 to 1.
  private struct Numbers {
    var state: UInt64

    mutating func next() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 11) / Double(1 << 53)
    }
  }

  /// Sizes that fall from candidate to candidate, each by another factor.
  private func sizes(_ count: Int, _ numbers: inout Numbers) -> [Int] {
    var size = 1e4 * (1 + 500 * numbers.next())
    return (0..<count).map { _ in
      size /= 1.02 + 0.6 * numbers.next()
      return Int(size) + 300
    }
  }

  private func walked(_ sizes: [Int], _ limit: Int) -> Int? { sizes.firstIndex { $0 <= limit } }

  @Test("any falling sizes, any limit, any expectation", arguments: [1, 2, 9, 81])
  func falling(count: Int) {
    var numbers = Numbers(state: UInt64(count))
    let costs = (0..<count).map { -0.2 * Double($0) }
    for _ in 0..<500 {
      let sizes = sizes(count, &numbers)
      let limit = Int(Double(sizes[0]) * numbers.next() * 1.2)
      let search = FirstFit(costs: costs, limit: limit, overhead: 300)
      var measured: [Int] = []
      let found = search.search(expecting: 15 * numbers.next()) { index in
        measured.append(index)
        return sizes[index]
      }
      #expect(found == walked(sizes, limit))
      #expect(measured.count <= search.most)
      #expect(Set(measured).count == measured.count, "none is measured twice")
    }
  }

  @Test("the default ladder takes five measurements at most")
  func most() {
    let rungs = ByteBudget(bytes: 1).qualities(upTo: nil)
    #expect(rungs == [90, 80, 70, 60, 50, 40, 30, 20, 10])
    #expect(FirstFit(costs: rungs.map(Double.init), limit: 1).most == 5)
  }

  @Test("where sizes are as expected, two measurements are enough: what fits, and its neighbour")
  func expected() {
    let costs = (0..<9).map { -0.3 * Double($0) }
    let sizes = [900, 700, 500, 400, 300, 220, 160, 120, 90].map { $0 * 1000 }
    let search = FirstFit(costs: costs, limit: 450_000)
    var measured: [Int] = []
    let found = search.search(expecting: FirstFit.logarithm(of: 900_000)) { index in
      measured.append(index)
      return sizes[index]
    }
    #expect(found == 3)
    #expect(measured == [3, 2])
  }

  @Test("a larger candidate that fits although the next one doesn't is found")
  func unordered() {
    let costs = (0..<20).map { -0.02 * Double($0) }
    var sizes = (0..<20).map { 100_000 - 1000 * $0 }
    sizes.swapAt(9, 10)
    for limit in sizes {
      let search = FirstFit(costs: costs, limit: limit)
      let found = search.search(expecting: FirstFit.logarithm(of: 100_000)) { sizes[$0] }
      #expect(found == walked(sizes, limit), "limit \(limit)")
    }
  }

  @Test("where measurements are dear a few bring the answer, or the one next to it")
  func dear() {
    var numbers = Numbers(state: 5)
    for _ in 0..<500 {
      // Sizes that are nearly as expected, as from one size of a picture to the next.
      let costs = (0..<120).map { -0.08 * Double($0) }
      let slope = 0.9 + 0.2 * numbers.next()
      let sizes = costs.map { Int(exp(16 + slope * $0 + 0.01 * numbers.next())) }
      let limit = Int(exp(9 + 6 * numbers.next()))
      var search = FirstFit(costs: costs, limit: limit)
      search.allowed = 3
      var measured = 0
      let found = search.search(expecting: 16 + 0.2 * (numbers.next() - 0.5)) { index in
        measured += 1
        return sizes[index]
      }
      let wanted = walked(sizes, limit)
      #expect(measured <= 4)
      #expect((found ?? 999) - (wanted ?? 999) <= 2 && (found ?? 999) >= (wanted ?? 999))
    }
  }

  @Test("what was measured before is not measured again")
  func known() {
    let costs = (0..<9).map { -0.3 * Double($0) }
    let sizes = [900, 700, 500, 400, 300, 220, 160, 120, 90].map { $0 * 1000 }
    let search = FirstFit(costs: costs, limit: 450_000)
    var measured: [Int] = []
    let found = search.search(
      expecting: 5, known: [2: sizes[2], 8: sizes[8], 4: sizes[4]]
    ) { index in
      measured.append(index)
      return sizes[index]
    }
    #expect(found == 3 && measured == [3])
  }

  @Test("the last is asked about before others that are as doubtful")
  func doubtful() {
    let costs = (0..<9).map { -0.3 * Double($0) }
    var search = FirstFit(costs: costs, limit: 50_000)
    search.doubtful = 4
    let sizes = [900, 700, 500, 400, 300, 220, 160, 120, 90].map { $0 * 1000 }
    var measured: [Int] = []
    let found = search.search(expecting: FirstFit.logarithm(of: 250_000)) { index in
      measured.append(index)
      return sizes[index]
    }
    #expect(found == nil && measured.count == 2 && measured.last == 8)
  }

  @Test("nothing fits, everything fits")
  func extremes() {
    let costs = (0..<9).map { -0.2 * Double($0) }
    #expect(FirstFit(costs: costs, limit: 10).search(expecting: 12) { 1000 - $0 } == nil)
    #expect(FirstFit(costs: costs, limit: 5000).search(expecting: 12) { 1000 - $0 } == 0)
    #expect(FirstFit(costs: [], limit: 5000).search(expecting: 12) { 1000 - $0 } == nil)
  }

  @Test("a failure to measure ends the search")
  func failure() {
    let search = FirstFit(costs: [0, -1], limit: 10)
    #expect(throws: ImagingError.self) {
      _ = try search.search(expecting: 1) { _ throws(ImagingError) in
        throw ImagingError(.encode, .internal, "no")
      }
    }
  }
}

@Suite("ByteBudget")
struct ByteBudgetTests {
  @Test(
    "qualities go down by steps from 90 to the lowest",
    arguments: [
      (10, 10, nil, [90, 80, 70, 60, 50, 40, 30, 20, 10]), (40, 10, nil, [90, 50, 10]),
      (25, 30, nil, [90, 65, 40]), (10, 90, nil, [90]), (90, 1, nil, [90]),
      (20, 30, 75, [75, 70, 50, 30]), (20, 30, 70, [70, 50, 30]), (20, 30, 95, [90, 70, 50, 30]),
      (10, 80, 60, [60]),
    ] as [(Int, Int, Int?, [Int])])
  func qualities(step: Int, least: Int, most: Int?, wanted: [Int]) {
    let budget = ByteBudget(bytes: 1, step: step, minimumQuality: least)
    #expect(budget.qualities(upTo: most) == wanted)
  }
}
