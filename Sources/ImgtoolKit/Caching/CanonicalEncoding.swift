internal import Posix

/// The one spelling of a value: JSON with sorted keys, in which what is nil is spelled out, too.
enum CanonicalEncoding {
  /// The members of a value by their names, each with its spelling.
  ///
  /// Empty for a value that is not made of members, or can't be encoded.
  static func members(of value: some Encodable) -> [(name: String, bytes: [UInt8])] {
    let node = CanonicalNode()
    guard (try? value.encode(to: CanonicalEncoder(node: node))) != nil,
      case .object(let members) = node.value
    else { return [] }
    return members.sorted { $0.key < $1.key }.map { ($0.key, Array($0.value.text.utf8)) }
  }
}

/// A place in the tree that an encoder fills.
private final class CanonicalNode {
  enum Value {
    case literal(String)
    case object([String: CanonicalNode])
    case list([CanonicalNode])
  }

  var value = Value.literal("null")

  var text: String {
    switch value {
    case .literal(let text): text
    case .list(let nodes): "[" + nodes.map(\.text).joined(separator: ",") + "]"
    case .object(let members):
      "{"
        + members.sorted { $0.key < $1.key }
        .map { "\(Self.quoted($0.key)):\($0.value.text)" }.joined(separator: ",") + "}"
    }
  }

  func member(_ name: String) -> CanonicalNode {
    let node = CanonicalNode()
    if case .object(var members) = value {
      members[name] = node
      value = .object(members)
    } else {
      value = .object([name: node])
    }
    return node
  }

  func element() -> CanonicalNode {
    let node = CanonicalNode()
    if case .list(let nodes) = value {
      value = .list(nodes + [node])
    } else {
      value = .list([node])
    }
    return node
  }

  func set(_ new: some Encodable) throws {
    switch new {
    case let flag as Bool: value = .literal("\(flag)")
    case let number as any BinaryInteger: value = .literal("\(number)")
    case let number as any BinaryFloatingPoint: value = .literal("\(number)")
    case let text as String: value = .literal(Self.quoted(text))
    default: try new.encode(to: CanonicalEncoder(node: self))
    }
  }

  private static func quoted(_ text: String) -> String {
    String(decoding: JSONValue.text(.init(text)).encoded, as: UTF8.self)
  }
}

private struct CanonicalEncoder: Encoder {
  let node: CanonicalNode
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .object = node.value {} else { node.value = .object([:]) }
    return KeyedEncodingContainer(CanonicalMembers(node: node))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .list = node.value {} else { node.value = .list([]) }
    return CanonicalElements(node: node)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    CanonicalSingle(node: node)
  }
}

private struct CanonicalMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: CanonicalNode
  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) { _ = node.member(key.stringValue) }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try node.member(key.stringValue).set(value)
  }

  private func set(_ value: (some Encodable)?, _ key: Key) throws {
    let member = node.member(key.stringValue)
    if let value { try member.set(value) }
  }

  // Each by itself: of these there are ones that leave out what is nil, and they would be taken first.
  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try set(value, key) }
  func encodeIfPresent(_ value: String?, forKey key: Key) throws { try set(value, key) }
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try set(value, key) }
  func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try set(value, key) }
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try set(value, key) }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try set(value, key) }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try set(value, key) }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try set(value, key) }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try set(value, key) }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try set(value, key) }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try set(value, key) }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try set(value, key) }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try set(value, key) }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try set(value, key) }
  func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    try set(value, key)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    CanonicalEncoder(node: node.member(key.stringValue)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    CanonicalEncoder(node: node.member(key.stringValue)).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { CanonicalEncoder(node: node.member("super")) }

  func superEncoder(forKey key: Key) -> any Encoder {
    CanonicalEncoder(node: node.member(key.stringValue))
  }
}

private struct CanonicalElements: UnkeyedEncodingContainer {
  let node: CanonicalNode
  var codingPath: [any CodingKey] { [] }
  var count: Int { if case .list(let nodes) = node.value { nodes.count } else { 0 } }

  func encodeNil() { _ = node.element() }

  func encode<Value: Encodable>(_ value: Value) throws { try node.element().set(value) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    CanonicalEncoder(node: node.element()).container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    CanonicalEncoder(node: node.element()).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { CanonicalEncoder(node: node.element()) }
}

private struct CanonicalSingle: SingleValueEncodingContainer {
  let node: CanonicalNode
  var codingPath: [any CodingKey] { [] }

  func encodeNil() { node.value = .literal("null") }

  func encode<Value: Encodable>(_ value: Value) throws { try node.set(value) }
}
