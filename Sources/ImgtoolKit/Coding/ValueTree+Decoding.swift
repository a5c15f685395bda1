extension ValueTree {
  /// The value that stands here.
  ///
  /// - Throws: `DecodingError` where it is none of that type.
  func value<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    if let plain = plainValue(type) { return plain }
    return try Value(from: TreeDecoder(node: self))
  }

  /// The value of a type that is not made of others; nil where there is none.
  fileprivate func plainValue<Value>(_ type: Value.Type) -> Value? {
    switch content {
    case .flag(let flag): flag as? Value
    case .number(let number): number as? Value
    case .text(let text): text as? Value
    case .integer(let number):
      (type as? any FixedWidthInteger.Type)?.init(exactly: number) as? Value
    case .nothing, .list, .object: nil
    }
  }
}

extension Optional {
  /// The value; an error where there is none.
  fileprivate func orMissing() throws -> Wrapped {
    if let self { return self }
    throw DecodingError.valueNotFound(
      Wrapped.self, DecodingError.Context(codingPath: [], debugDescription: "not as expected"))
  }
}

private struct TreeDecoder: Decoder {
  let node: ValueTree
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let members) = node.content else {
      return try KeyedDecodingContainer<Key>?.none.orMissing()
    }
    return KeyedDecodingContainer(MemberDecoder(members: members))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .list(let trees) = node.content else {
      return try ElementDecoder?.none.orMissing()
    }
    return ElementDecoder(trees: trees)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    SingleDecoder(node: node)
  }
}

private struct MemberDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let members: [String: ValueTree]
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { members.keys.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

  private func member(_ key: Key) throws -> ValueTree {
    try members[key.stringValue].orMissing()
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    if case .nothing = try member(key).content { true } else { false }
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try member(key).value()
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try TreeDecoder(node: member(key)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try TreeDecoder(node: member(key)).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    TreeDecoder(node: try members["super"].orMissing())
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { TreeDecoder(node: try member(key)) }
}

private struct ElementDecoder: UnkeyedDecodingContainer {
  let trees: [ValueTree]
  private(set) var currentIndex = 0
  var codingPath: [any CodingKey] { [] }
  var count: Int? { trees.count }
  var isAtEnd: Bool { currentIndex >= trees.count }

  init(trees: [ValueTree]) {
    self.trees = trees
  }

  private mutating func next() throws -> ValueTree {
    let tree = try (isAtEnd ? nil : trees[currentIndex]).orMissing()
    currentIndex += 1
    return tree
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, case .nothing = trees[currentIndex].content else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try next().value()
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try TreeDecoder(node: next()).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try TreeDecoder(node: next()).unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { TreeDecoder(node: try next()) }
}

private struct SingleDecoder: SingleValueDecodingContainer {
  let node: ValueTree
  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool {
    if case .nothing = node.content { true } else { false }
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    // Types made of others have containers for them.
    try node.plainValue(type).orMissing()
  }
}
