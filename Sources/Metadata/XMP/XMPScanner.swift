/// Finds the elements and attributes of an XMP packet.
struct XMPScanner {
  /// How deep elements may nest.
  static let depthLimit = 256
  /// How many elements and attributes there may be.
  static let countLimit = 250_000

  private(set) var elements: [XMPDocument.Element] = []
  private(set) var comments: [Range<Int>] = []
  private(set) var sections: [Range<Int>] = []
  private(set) var instructions: [Range<Int>] = []
  private(set) var namespaces = [""]

  private let bytes: [UInt8]
  private var position = 0
  private var count = 0
  /// The elements that are open, and the prefixes that each declares.
  private var open: [(index: Int, prefixes: [String])] = []
  /// What each prefix stands for, the innermost declaration last.
  private var bindings: [String: [Int]] = [:]
  private var namespaceIndices = ["": 0]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    bindings["xml"] = [intern(XMPNamespace.xml)]
    bindings["xmlns"] = [intern(XMPNamespace.xmlns)]
  }

  /// Whether a byte is white space of XML.
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// Reads the whole packet.
  mutating func scan() throws(XMPDocument.Failure) {
    guard !bytes.prefix(4).contains(0), !bytes.starts(with: [0xFE, 0xFF]),
      !bytes.starts(with: [0xFF, 0xFE])
    else { throw .encoding }
    while skip(to: UInt8(ascii: "<")) {
      try markup()
    }
    guard open.isEmpty, !elements.isEmpty else { throw .damaged }
  }

  // MARK: - Markup

  private mutating func markup() throws(XMPDocument.Failure) {
    let start = position
    if take("<!--") {
      try skip(past: "-->")
      comments.append(start..<position)
    } else if take("<![CDATA[") {
      try skip(past: "]]>")
      sections.append(start..<position)
    } else if take("<?") {
      try skip(past: "?>")
      instructions.append(start..<position)
    } else if take("<!") {
      try skipDocumentType()
      instructions.append(start..<position)
    } else if take("</") {
      try endTag()
    } else {
      position += 1
      try startTag(from: start)
    }
  }

  private mutating func skipDocumentType() throws(XMPDocument.Failure) {
    var depth = 0
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "[") { depth += 1 }
      if byte == UInt8(ascii: "]") { depth -= 1 }
      if byte == UInt8(ascii: ">"), depth <= 0 { return }
    }
    throw .damaged
  }

  private mutating func startTag(from start: Int) throws(XMPDocument.Failure) {
    let name = try self.name()
    var raw: [(name: Range<Int>, value: Range<Int>, extent: Range<Int>)] = []
    while true {
      let before = position
      skipSpace()
      guard position < bytes.count else { throw .damaged }
      if take("/>") || take(">") { break }
      guard position > before else { throw .damaged }
      let name = try self.name()
      let value = try attributeValue()
      raw.append((name, value, before..<position))
    }
    count += 1 + raw.count
    guard count <= Self.countLimit, open.count < Self.depthLimit else { throw .damaged }

    let prefixes = declare(raw.map { ($0.name, $0.value) })
    let (namespace, local) = resolve(name, isAttribute: false)
    let attributes = raw.map { raw in
      let (namespace, local) = resolve(raw.name, isAttribute: true)
      return XMPDocument.Attribute(
        namespace: namespace, local: local, value: raw.value, extent: raw.extent)
    }
    let parent = open.last?.index
    if let parent { elements[parent].hasChildren = true }
    elements.append(
      XMPDocument.Element(
        parent: parent, namespace: namespace, name: name, local: local, attributes: attributes,
        content: position..<position, extent: start..<position))
    if bytes[position - 2] == UInt8(ascii: "/") {
      undeclare(prefixes)
    } else {
      open.append((elements.count - 1, prefixes))
    }
  }

  private mutating func endTag() throws(XMPDocument.Failure) {
    let start = position - 2
    let name = try self.name()
    skipSpace()
    guard take(">"), let (index, prefixes) = open.popLast(),
      bytes[name] == bytes[elements[index].name]
    else { throw .damaged }
    elements[index].content = elements[index].content.lowerBound..<start
    elements[index].extent = elements[index].extent.lowerBound..<position
    undeclare(prefixes)
  }

  // MARK: - Namespaces

  /// Brings declarations into force and gives their prefixes.
  private mutating func declare(_ attributes: [(name: Range<Int>, value: Range<Int>)]) -> [String] {
    var prefixes: [String] = []
    for (name, value) in attributes {
      let text = String(decoding: bytes[name], as: UTF8.self)
      guard text == "xmlns" || text.hasPrefix("xmlns:") else { continue }
      let prefix = String(text.dropFirst("xmlns:".count))
      let namespace = intern(XMLText.expanded(String(decoding: bytes[value], as: UTF8.self)))
      bindings[prefix, default: []].append(namespace)
      prefixes.append(prefix)
    }
    return prefixes
  }

  private mutating func undeclare(_ prefixes: [String]) {
    for prefix in prefixes { bindings[prefix]?.removeLast() }
  }

  /// The namespace of a name and its part behind the colon.
  private func resolve(_ name: Range<Int>, isAttribute: Bool) -> (Int, Range<Int>) {
    guard let colon = bytes[name].firstIndex(of: UInt8(ascii: ":")) else {
      // The default namespace holds for elements alone; `xmlns` itself is in its own.
      let prefix = isAttribute ? String(decoding: bytes[name], as: UTF8.self) : ""
      let counts = !isAttribute || prefix == "xmlns"
      return (counts ? bindings[prefix]?.last ?? 0 : 0, name)
    }
    let prefix = String(decoding: bytes[name.lowerBound..<colon], as: UTF8.self)
    return (bindings[prefix]?.last ?? 0, colon + 1..<name.upperBound)
  }

  private mutating func intern(_ namespace: String) -> Int {
    if let index = namespaceIndices[namespace] { return index }
    namespaces.append(namespace)
    namespaceIndices[namespace] = namespaces.count - 1
    return namespaces.count - 1
  }

  // MARK: - Characters

  private mutating func name() throws(XMPDocument.Failure) -> Range<Int> {
    let start = position
    while position < bytes.count, !Self.endsName(bytes[position]) { position += 1 }
    guard position > start else { throw .damaged }
    return start..<position
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    switch byte {
    // " ' / < = >
    case 0x22, 0x27, 0x2F, 0x3C, 0x3D, 0x3E: true
    default: isSpace(byte)
    }
  }

  private mutating func attributeValue() throws(XMPDocument.Failure) -> Range<Int> {
    skipSpace()
    guard take("=") else { throw .damaged }
    skipSpace()
    guard position < bytes.count else { throw .damaged }
    let quote = bytes[position]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { throw .damaged }
    position += 1
    let start = position
    guard skip(to: quote) else { throw .damaged }
    position += 1
    return start..<position - 1
  }

  private mutating func skipSpace() {
    while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
  }

  /// Goes to the next such byte; false, and to the end, where there is none.
  private mutating func skip(to byte: UInt8) -> Bool {
    while position < bytes.count, bytes[position] != byte { position += 1 }
    return position < bytes.count
  }

  private mutating func skip(past text: String) throws(XMPDocument.Failure) {
    guard let first = text.utf8.first else { return }
    while skip(to: first) {
      if take(text) { return }
      position += 1
    }
    throw .damaged
  }

  /// Goes past a text if it stands here.
  private mutating func take(_ text: String) -> Bool {
    guard bytes[position...].starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }
}
