internal import ResultCache

extension ValueTree {
  /// What follows in the bytes of a tree.
  private enum Tag: UInt8 {
    case nothing, no, yes, integer, number, text, list, object
  }

  /// The tree in bytes, of which two processes of one program make the same.
  var bytes: [UInt8] {
    var writer = FieldWriter()
    write(to: &writer)
    return writer.bytes
  }

  private func write(to writer: inout FieldWriter) {
    switch content {
    case .nothing: writer.add(Tag.nothing.rawValue)
    case .flag(let flag): writer.add((flag ? Tag.yes : .no).rawValue)
    case .integer(let number):
      writer.add(Tag.integer.rawValue)
      writer.add(Int64(number))
    case .number(let number):
      writer.add(Tag.number.rawValue)
      writer.add(number.bitPattern)
    case .text(let text):
      writer.add(Tag.text.rawValue)
      writer.addCounted(Array(text.utf8))
    case .list(let trees):
      writer.add(Tag.list.rawValue)
      writer.add(UInt32(clamping: trees.count))
      for tree in trees { tree.write(to: &writer) }
    case .object(let members):
      writer.add(Tag.object.rawValue)
      writer.add(UInt32(clamping: members.count))
      for (name, tree) in members {
        writer.addCounted(Array(name.utf8))
        tree.write(to: &writer)
      }
    }
  }

  /// The tree of these bytes; nil where they are none, or end too early or too late.
  convenience init?(_ bytes: [UInt8]) {
    var reader = FieldReader(bytes)
    guard let content = Self.content(&reader, depth: 0), reader.isAtEnd else { return nil }
    self.init(content)
  }

  /// How deep a tree may be, so that no bytes make the reader go on for ever.
  private static let mostDepth = 16
  private static let longestText = 64 << 10

  private static func content(_ reader: inout FieldReader, depth: Int) -> Content? {
    guard depth < mostDepth, let tag = reader.number(UInt8.self).flatMap({ Tag(rawValue: $0) })
    else { return nil }
    switch tag {
    case .nothing: return .nothing
    case .no: return .flag(false)
    case .yes: return .flag(true)
    case .integer:
      return reader.number(Int64.self).flatMap { Int(exactly: $0) }.map(Content.integer)
    case .number: return reader.number(UInt64.self).map { .number(Double(bitPattern: $0)) }
    case .text:
      return reader.counted(atMost: longestText).map { .text(String(decoding: $0, as: UTF8.self)) }
    case .list:
      guard let count = reader.number(UInt32.self) else { return nil }
      var trees: [ValueTree] = []
      // Each takes a byte at least, so that the bytes there are bound the list.
      for _ in 0..<count {
        guard let next = content(&reader, depth: depth + 1) else { return nil }
        trees.append(ValueTree(next))
      }
      return .list(trees)
    case .object:
      guard let count = reader.number(UInt32.self) else { return nil }
      var members: [String: ValueTree] = [:]
      for _ in 0..<count {
        guard let name = reader.counted(atMost: longestText),
          let next = content(&reader, depth: depth + 1)
        else { return nil }
        members[String(decoding: name, as: UTF8.self)] = ValueTree(next)
      }
      return .object(members)
    }
  }
}
