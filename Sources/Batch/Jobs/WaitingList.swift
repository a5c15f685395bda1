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

  /// Takes the first element that will do among the `count` that have waited longest; nil where none does.
  mutating func take(amongFirst count: Int, where isWanted: (Element) -> Bool) -> Element? {
    let places = head..<min(head + count, elements.count)
    guard let place = places.first(where: { elements[$0].map(isWanted) ?? false }) else {
      return nil
    }
    return place == head ? popFirst() : elements.remove(at: place)
  }

  /// Takes all elements, those that have waited longest first.
  mutating func removeAll() -> [Element] {
    let all = elements[head...].compactMap(\.self)
    elements = []
    head = 0
    return all
  }
}
