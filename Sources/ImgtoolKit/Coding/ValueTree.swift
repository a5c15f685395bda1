/// A value as its members, their members and so on, without the type that it had.
///
/// `Encodable` values become one, and `Decodable` ones are made of one.
final class ValueTree {
  /// What stands at one place of it.
  enum Content {
    case nothing
    case flag(Bool)
    case integer(Int)
    case number(Double)
    case text(String)
    case list([ValueTree])
    case object([String: ValueTree])
  }

  /// What stands here.
  var content: Content

  /// A tree of this content.
  init(_ content: Content = .nothing) {
    self.content = content
  }

  /// The tree of a value.
  ///
  /// - Throws: What the value throws; an error too for a whole number that is no `Int`.
  convenience init(of value: some Encodable) throws {
    self.init()
    try set(value)
  }

  /// The members of an object by their names, in byte order of these; nil for anything else.
  var members: [(name: String, tree: ValueTree)]? {
    guard case .object(let members) = content else { return nil }
    return members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
