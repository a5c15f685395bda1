import Testing

@testable import ImgtoolKit

@Suite("LevelSearch")
struct LevelSearchTests {
  @Test("the first level that fits is found from any guess, and the one before it was asked about")
  func first() {
    for count in 0...12 {
      for answer in 0...count {
        for guess in -1...count {
          var asked: [Int] = []
          let found = LevelSearch.first(in: 3..<3 + count, near: 3 + guess) { level in
            asked.append(level)
            return level >= 3 + answer
          }
          #expect(found == (answer < count ? 3 + answer : nil))
          #expect(Set(asked).count == asked.count)
          #expect(answer == 0 || asked.contains(3 + answer - 1))
        }
      }
    }
  }

  @Test("of many levels few are asked about")
  func few() {
    for answer in 0...200 {
      var asked = 0
      _ = LevelSearch.first(in: 0..<200, near: answer) { level in
        asked += 1
        return level >= answer
      }
      #expect(asked <= 3)
      asked = 0
      _ = LevelSearch.first(in: 0..<200, near: 100) { level in
        asked += 1
        return level >= answer
      }
      #expect(asked <= 16)
    }
  }

  @Test("those that cost least are raised first, then those that stand first")
  func raised() {
    let costs = [(10, 30), (10, 15), (10, 20), (10, 20), (10, 10)].map { (plain: $0, better: $1) }
    func raised(_ total: Int) -> [Bool] { LevelSearch.raised(costs, total: total) }
    #expect(raised(50) == [false, false, false, false, true])
    #expect(raised(54) == [false, false, false, false, true])
    #expect(raised(55) == [false, true, false, false, true])
    #expect(raised(65) == [false, true, true, false, true])
    #expect(raised(75) == [false, true, true, true, true])
    #expect(raised(95) == [true, true, true, true, true])
  }

  @Test("what can't be better costs more than there is")
  func impossible() {
    #expect(LevelSearch.raised([(1, .max), (1, 2)], total: .max / 2) == [false, true])
  }
}
