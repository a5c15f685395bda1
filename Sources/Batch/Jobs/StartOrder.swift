/// The order in which jobs of known costs are best begun.
package enum StartOrder {
  /// The places of all jobs in the order in which they should start: that in which they came, but for the last
  /// ones, of which the longest come first.
  ///
  /// A long job that begins last keeps everybody waiting for one processor. The last ones are as many as take
  /// all processors as long as the longest job of all takes one, so that this much is left to do beside it;
  /// whoever reads the reports waits no longer than that for one that is out of turn.
  ///
  /// - Parameters:
  ///   - costs: About how long each job takes, in any unit.
  ///   - processors: How many of them run at a time.
  /// - Returns: Places in `costs`, each once.
  package static func places(_ costs: [Int], processors: Int) -> [Int] {
    let places = Array(costs.indices)
    guard processors > 1, let longest = costs.max() else { return places }
    var start = costs.count
    var rest = 0.0
    while start > 0, rest < Double(longest) * Double(processors) {
      start -= 1
      rest += Double(costs[start])
    }
    // Equal ones stay in their order.
    let last = places[start...].sorted { (costs[$0], $1) > (costs[$1], $0) }
    return Array(places[..<start]) + last
  }
}
