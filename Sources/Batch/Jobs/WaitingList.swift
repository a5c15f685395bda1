/// A first-in, first-out list that takes at both ends in constant time.
struct WaitingList<Element: Sendable>: Sendable {
  private var elements: [Element?] = []
  private var head = 0

  /// The element that has waited longest.
  var first: Element? { head < elements.count ? elements[head] : nil }

  /// Adds an element at the end.
  mutating func append(_ element: Element) {
    elements.append(element)
  }

  /// Takes the element that has waited longest.
  mutating func popFirst() -> Element? {
    guard let first else { return nil }
    // Emptied, so that what the element holds on to goes as soon as it is done.
    elements[head] = nil
    head += 1
    if head == elements.count {
      elements = []
      head = 0
    } else if head >= 1024, head * 2 >= elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return first
  }

  /// Takes all elements, those that have waited longest first.
  mutating func removeAll() -> [Element] {
    let all = elements[head...].compactMap(\.self)
    elements = []
    head = 0
    return all
  }
}
