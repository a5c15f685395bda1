extension ValueTree {
  /// Puts a value here.
  func set(_ new: some Encodable) throws {
    switch new {
    case let flag as Bool: content = .flag(flag)
    case let number as any BinaryInteger:
      guard let whole = Int(exactly: number) else { throw Unrepresentable() }
      content = .integer(whole)
    case let number as any BinaryFloatingPoint: content = .number(Double(number))
    case let text as String: content = .text(text)
    default: try new.encode(to: TreeEncoder(node: self))
    }
  }

  private struct Unrepresentable: Error {}

  /// The place of a member, which is made.
  fileprivate func member(_ name: String) -> ValueTree {
    let tree = ValueTree()
    if case .object(var members) = content {
      content = .nothing
      members[name] = tree
      content = .object(members)
    } else {
      content = .object([name: tree])
    }
    return tree
  }

  /// The place behind the last one of a list, which is made.
  fileprivate func element() -> ValueTree {
    let tree = ValueTree()
    if case .list(var trees) = content {
      content = .nothing
      trees.append(tree)
      content = .list(trees)
    } else {
      content = .list([tree])
    }
    return tree
  }
}

private struct TreeEncoder: Encoder {
  let node: ValueTree
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .object = node.content {} else { node.content = .object([:]) }
    return KeyedEncodingContainer(MemberEncoder(node: node))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .list = node.content {} else { node.content = .list([]) }
    return ElementEncoder(node: node)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleEncoder(node: node)
  }
}

private struct MemberEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: ValueTree
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
    TreeEncoder(node: node.member(key.stringValue)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    TreeEncoder(node: node.member(key.stringValue)).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { TreeEncoder(node: node.member("super")) }

  func superEncoder(forKey key: Key) -> any Encoder {
    TreeEncoder(node: node.member(key.stringValue))
  }
}

private struct ElementEncoder: UnkeyedEncodingContainer {
  let node: ValueTree
  var codingPath: [any CodingKey] { [] }
  var count: Int { if case .list(let trees) = node.content { trees.count } else { 0 } }

  func encodeNil() { _ = node.element() }

  func encode<Value: Encodable>(_ value: Value) throws { try node.element().set(value) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    TreeEncoder(node: node.element()).container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    TreeEncoder(node: node.element()).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { TreeEncoder(node: node.element()) }
}

private struct SingleEncoder: SingleValueEncodingContainer {
  let node: ValueTree
  var codingPath: [any CodingKey] { [] }

  func encodeNil() { node.content = .nothing }

  func encode<Value: Encodable>(_ value: Value) throws { try node.set(value) }
}
