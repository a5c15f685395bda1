import Checksum

/// The two packets into which XMP is cut where one is too long for a JPEG (XMP part 3, 1.1.3.1).
enum ExtendedXMP {
  /// A packet and what it leaves to the second one.
  struct Parts: Sendable, Equatable {
    /// The packet that stands alone.
    var main: [UInt8]
    /// The second packet; nil where the first is all.
    var extended: [UInt8]?
    /// By what the main packet names the second: its MD5 digest, 32 capital hexadecimal digits.
    var identifier: [UInt8] = []
  }

  /// The property of the main packet that names the second.
  private static let reference = XMPName(XMPNamespace.note, "HasExtendedXMP")

  /// The name of the second packet that a main packet states; nil where it states none.
  static func identifier(in main: [UInt8]) -> [UInt8]? {
    guard let document = try? XMPDocument(main),
      let value = document.properties.first(where: { $0.name == reference })?.value
    else { return nil }
    return Array(main[value])
  }

  // MARK: - Joining

  /// One packet that says what both say; nil where one of them can't be read.
  ///
  /// What is inside the second's `rdf:RDF` is added, bytes unchanged, at the end of the main one's;
  /// namespaces declared around it are declared at each description instead.
  static func joined(_ main: [UInt8], _ extended: [UInt8]) -> [UInt8]? {
    guard let document = try? XMPDocument(main), let second = try? XMPDocument(extended),
      let target = document.rdf.map({ document.elements[$0].content }), !target.isEmpty,
      let source = second.rdf
    else { return nil }
    let scope = second.namespacesInScope(at: source)
    var added: [UInt8] = []
    for description in second.descriptions.map({ second.elements[$0] }) {
      let own = second.declarations(of: description)
      added += extended[description.extent.lowerBound..<description.name.upperBound]
      for (prefix, uri) in scope.sorted(by: { $0.key < $1.key }) where own[prefix] == nil {
        added += declaration(of: prefix, extended[uri])
      }
      added += extended[description.name.upperBound..<description.extent.upperBound]
    }
    return main.applying(
      withoutReference(document)
        + [ByteEdit(range: target.upperBound..<target.upperBound, replacement: added)])
  }

  /// The packet without the property that names a second one.
  static func withoutReference(_ main: [UInt8]) -> [UInt8] {
    guard let document = try? XMPDocument(main) else { return main }
    return main.applying(withoutReference(document))
  }

  private static func withoutReference(_ document: XMPDocument) -> [ByteEdit] {
    document.properties.filter { $0.name == reference }.map { ByteEdit(range: $0.extent) }
  }

  private static func declaration(of prefix: String, _ uri: ArraySlice<UInt8>) -> [UInt8] {
    // A value between single quotes may hold double ones.
    let quote = uri.contains(UInt8(ascii: "\"")) ? "'" : "\""
    let name = prefix.isEmpty ? "xmlns" : "xmlns:\(prefix)"
    return Array(" \(name)=\(quote)".utf8) + Array(uri) + Array(quote.utf8)
  }

  // MARK: - Splitting

  /// The packet in parts of which the main one has at most `limit` bytes; nil where that can't be.
  ///
  /// First comments and padding go; then the longest properties move into the second packet.
  static func split(_ packet: [UInt8], limit: Int) -> Parts? {
    if packet.count <= limit { return Parts(main: packet) }
    guard let document = try? XMPDocument(packet) else { return nil }
    let compact = packet.applying(document.superfluous.map { ByteEdit(range: $0) })
    if compact.count <= limit { return Parts(main: compact) }
    guard let document = try? XMPDocument(compact), let rdf = document.rdf else { return nil }

    // The reference, put in later, needs room: its element, four names, the digest.
    let end = document.elements[rdf].content
    let room = limit - reference(in: document, rdf: rdf, identifier: []).count - 32
    var (moved, left): ([XMPDocument.Property], Int) = ([], compact.count)
    for property in document.properties.sorted(by: { $0.extent.count > $1.extent.count })
    where left > room {
      moved.append(property)
      left -= property.extent.count
    }
    guard left <= room, !end.isEmpty else { return nil }

    let extended = second(moved, of: document, rdf: rdf)
    let identifier = Array(MD5.hexadecimal(of: extended).uppercased().utf8)
    let edits = moved.map { ByteEdit(range: $0.extent) }
    let reference = ByteEdit(
      range: end.upperBound..<end.upperBound,
      replacement: reference(in: document, rdf: rdf, identifier: identifier))
    let main = compact.applying(edits + [reference])
    return Parts(main: main, extended: extended, identifier: identifier)
  }

  /// The description that names the second packet.
  private static func reference(in document: XMPDocument, rdf: Int, identifier: [UInt8]) -> [UInt8]
  {
    let prefix = rdfPrefix(document, rdf)
    let about = document.descriptions.first.map { aboutAttribute(document, $0) } ?? []
    return Array("<\(prefix)Description".utf8) + about
      + Array(" xmlns:xmpNote=\"\(XMPNamespace.note)\" xmpNote:HasExtendedXMP=\"".utf8)
      + identifier + Array("\"/>".utf8)
  }

  /// The second packet: the moved properties, each description's in one of its own.
  private static func second(
    _ moved: [XMPDocument.Property], of document: XMPDocument, rdf: Int
  ) -> [UInt8] {
    let prefix = rdfPrefix(document, rdf)
    var packet = Array("<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><\(prefix)RDF".utf8)
    for (name, uri) in document.namespacesInScope(at: rdf).sorted(by: { $0.key < $1.key })
    where name != "x" {
      packet += declaration(of: name, document.bytes[uri])
    }
    packet += Array(">".utf8)
    for (index, properties) in Dictionary(grouping: moved, by: \.description).sorted(by: {
      $0.key < $1.key
    }) {
      packet += Array("<\(prefix)Description".utf8) + aboutAttribute(document, index)
      let own = document.declarations(of: document.elements[index])
      for (name, uri) in own.sorted(by: { $0.key < $1.key }) {
        packet += declaration(of: name, document.bytes[uri])
      }
      let ordered = properties.sorted { $0.extent.lowerBound < $1.extent.lowerBound }
      packet += ordered.filter(\.isAttribute).flatMap { document.bytes[$0.extent] }
      packet += Array(">".utf8)
      packet += ordered.filter { !$0.isAttribute }.flatMap { document.bytes[$0.extent] }
      packet += Array("</\(prefix)Description>".utf8)
    }
    return packet + Array("</\(prefix)RDF></x:xmpmeta>".utf8)
  }

  /// The prefix of the packet's `rdf:RDF`, colon included.
  static func rdfPrefix(_ document: XMPDocument, _ rdf: Int) -> String {
    let element = document.elements[rdf]
    return document.text(element.name.lowerBound..<element.local.lowerBound)
  }

  /// The `rdf:about` of a description as it stands there, white space before it.
  static func aboutAttribute(_ document: XMPDocument, _ index: Int) -> [UInt8] {
    let attribute = document.elements[index].attributes.first {
      document.name(of: $0) == XMPName(XMPNamespace.rdf, "about")
    }
    return attribute.map { Array(document.bytes[$0.extent]) } ?? []
  }
}

extension XMPDocument {
  /// What no reader needs: comments, and the white space that pads the packet outside its root.
  var superfluous: [Range<Int>] {
    guard let root = elements.first?.extent else { return [] }
    var ranges = comments
    for side in [0..<root.lowerBound, root.upperBound..<bytes.count] {
      var start = side.lowerBound
      while start < side.upperBound {
        let end = bytes[start..<side.upperBound].firstIndex { !XMPScanner.isSpace($0) }
        // Shorter runs separate things, for people.
        if let end, end == start {
          start += 1
          continue
        }
        if (end ?? side.upperBound) - start > 8 { ranges.append(start..<(end ?? side.upperBound)) }
        start = end ?? side.upperBound
      }
    }
    return ranges
  }
}
