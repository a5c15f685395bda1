/// An XMP packet with the places of its elements and attributes, so that single bytes can be changed.
///
/// A tolerant reading of XML (fifth edition) with namespaces: bytes outside of markup may be of any
/// encoding that extends ASCII, entities are expanded in the URIs of namespaces alone, and a document type
/// is passed over.
package struct XMPDocument: Sendable {
  /// Why a packet is not read.
  package enum Failure: Error, Equatable, Sendable {
    /// It is in UTF-16 or UTF-32.
    case encoding
    /// It is not well formed, or nests or counts more than any real packet.
    case damaged

    /// What to warn of.
    package var warning: MetadataWarning { self == .encoding ? .xmpEncoding : .xmpDamaged }
  }

  /// An attribute of an element; all ranges count from the packet's start.
  struct Attribute: Sendable {
    /// The index of its namespace in `namespaces`.
    var namespace: Int
    /// Its name without prefix.
    var local: Range<Int>
    /// Its value between the quotes.
    var value: Range<Int>
    /// All of it, from the white space before it to the closing quote.
    var extent: Range<Int>
  }

  /// An element; all ranges count from the packet's start.
  struct Element: Sendable {
    /// The index of the element around it in `elements`.
    var parent: Int?
    /// The index of its namespace in `namespaces`.
    var namespace: Int
    /// Its name with prefix, in the start tag.
    var name: Range<Int>
    /// Its name without prefix.
    var local: Range<Int>
    /// Its attributes, declarations of namespaces too.
    var attributes: [Attribute]
    /// What stands between its tags; empty for an empty-element tag.
    var content: Range<Int>
    /// All of it, both tags included.
    var extent: Range<Int>
    /// Whether there is an element inside.
    var hasChildren = false
  }

  /// The packet.
  package let bytes: [UInt8]
  /// The elements, each before those inside it.
  let elements: [Element]
  /// The comments.
  let comments: [Range<Int>]
  /// The CDATA sections.
  let sections: [Range<Int>]
  /// The processing instructions, those around the packet too, and the document types.
  let instructions: [Range<Int>]
  /// The namespaces that are used; the first is none.
  let namespaces: [String]

  /// Reads a packet.
  ///
  /// - Throws: `Failure` where it can't be read.
  package init(_ bytes: [UInt8]) throws(Failure) {
    var scanner = XMPScanner(bytes)
    try scanner.scan()
    self.bytes = bytes
    elements = scanner.elements
    comments = scanner.comments
    sections = scanner.sections
    instructions = scanner.instructions
    namespaces = scanner.namespaces
  }

  /// The name of an element.
  func name(of element: Element) -> XMPName {
    XMPName(namespaces[element.namespace], text(element.local))
  }

  /// The name of an attribute.
  func name(of attribute: Attribute) -> XMPName {
    XMPName(namespaces[attribute.namespace], text(attribute.local))
  }

  /// The bytes of a range as text, invalid UTF-8 replaced.
  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }
}

// MARK: - Properties

extension XMPDocument {
  /// A property of the resource that the packet describes: an attribute or an element.
  struct Property: Sendable {
    /// Its name.
    var name: XMPName
    /// Where its value stands, without white space around it; nil where it is no simple text.
    var value: Range<Int>?
    /// All of it.
    var extent: Range<Int>
    /// The index of the description that holds it in `elements`.
    var description: Int
    /// Whether it is an attribute of the description.
    var isAttribute: Bool
  }

  /// The index of `rdf:RDF`; nil where there is none.
  var rdf: Int? {
    elements.firstIndex { name(of: $0) == XMPName(XMPNamespace.rdf, "RDF") }
  }

  /// The indices of the elements right inside `rdf:RDF`.
  var descriptions: [Int] {
    guard let rdf else { return [] }
    return elements.indices.filter { elements[$0].parent == rdf }
  }

  /// The properties, not what is nested inside them (XMP part 1, 7.4).
  var properties: [Property] {
    let descriptions = Set(descriptions)
    var found: [Property] = []
    for (index, element) in elements.enumerated() {
      if let parent = element.parent, descriptions.contains(parent) {
        let value = element.hasChildren ? nil : trimmed(element.content)
        found.append(
          Property(
            name: name(of: element), value: value, extent: element.extent, description: parent,
            isAttribute: false))
      }
      guard descriptions.contains(index) else { continue }
      for attribute in element.attributes where isProperty(attribute) {
        found.append(
          Property(
            name: name(of: attribute), value: trimmed(attribute.value), extent: attribute.extent,
            description: index, isAttribute: true))
      }
    }
    return found
  }

  /// Whether an attribute states a property, and not how RDF or XML are to be read.
  func isProperty(_ attribute: Attribute) -> Bool {
    let syntax = ["", XMPNamespace.rdf, XMPNamespace.xmlns, XMPNamespace.xml]
    return !syntax.contains(namespaces[attribute.namespace])
  }

  /// The namespaces declared at an element and around it, by prefix; the default's prefix is empty.
  func namespacesInScope(at index: Int) -> [String: Range<Int>] {
    var scope: [String: Range<Int>] = [:]
    var next: Int? = index
    while let index = next {
      for (prefix, uri) in declarations(of: elements[index]) where scope[prefix] == nil {
        scope[prefix] = uri
      }
      next = elements[index].parent
    }
    return scope
  }

  /// The namespaces that an element itself declares, by prefix.
  func declarations(of element: Element) -> [String: Range<Int>] {
    var found: [String: Range<Int>] = [:]
    for attribute in element.attributes
    where namespaces[attribute.namespace] == XMPNamespace.xmlns {
      let local = text(attribute.local)
      // Only the default namespace is declared without a colon.
      let isDefault = local == "xmlns" && bytes[attribute.local.lowerBound - 1] != UInt8(ascii: ":")
      found[isDefault ? "" : local] = attribute.value
    }
    return found
  }

  /// A range without the white space at its ends.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, XMPScanner.isSpace(bytes[start]) { start += 1 }
    while end > start, XMPScanner.isSpace(bytes[end - 1]) { end -= 1 }
    return start..<end
  }
}
