/// The `hdrgm` properties in the XMP of a map's picture (Adobe, Gain Map 1.0; Android, Ultra HDR Image Format 1.1).
extension GainMapMetadata {
  /// The version that is read and written.
  static let xmpVersion = "1.0"

  /// Reads the properties of a packet.
  ///
  /// What is not stated has the default of Adobe's specification. Gains and headrooms are binary logarithms;
  /// each of the five numbers of a channel is one value or an array of three.
  ///
  /// - Throws: `metadataMissing` where the packet has no such properties, or can't be read; `metadataDamaged`
  ///   where one is no number, or what they state is no gain map; `noEffect`.
  package init(xmp packet: [UInt8]) throws(GainMapFlaw) {
    guard let document = try? XMPDocument(packet) else { throw .metadataMissing }
    try self.init(document)
  }

  /// Whether a packet has such properties.
  static func isStated(in document: XMPDocument) -> Bool {
    document.properties.contains { $0.name.namespace == XMPNamespace.gainMap }
  }

  /// Reads the properties of a packet that is taken apart already.
  init(_ document: XMPDocument) throws(GainMapFlaw) {
    let stated = GainMapProperties(document)
    guard stated.isThere else { throw .metadataMissing }
    let minimum = try stated.channels("GainMapMin", default: 0)
    let maximum = try stated.channels("GainMapMax", default: 1)
    let gamma = try stated.channels("Gamma", default: 1)
    let standard = try stated.channels("OffsetSDR", default: 1 / 64)
    let bright = try stated.channels("OffsetHDR", default: 1 / 64)
    let isBright = try stated.flag("BaseRenditionIsHDR")
    let channels = (0..<3).map { index in
      Channel(
        minimum: minimum[index], maximum: maximum[index], gamma: gamma[index],
        baseOffset: (isBright ? bright : standard)[index],
        alternateOffset: (isBright ? standard : bright)[index])
    }
    let least = try stated.number("HDRCapacityMin", default: 0)
    let most = try stated.number("HDRCapacityMax", default: 1)
    guard least <= most else { throw .metadataDamaged }
    self = try GainMapMetadata(
      channels: channels, baseHeadroom: isBright ? most : least,
      alternateHeadroom: isBright ? least : most
    ).merged.checked()
  }

  /// The packet for the map's picture: attributes, and arrays where channels differ.
  package var xmpPacket: [UInt8] {
    let merged = merged
    let isBright = baseHeadroom > alternateHeadroom
    let named: [(String, [Double])] = [
      ("GainMapMin", merged.channels.map(\.minimum)),
      ("GainMapMax", merged.channels.map(\.maximum)),
      ("Gamma", merged.channels.map(\.gamma)),
      ("OffsetSDR", merged.channels.map { isBright ? $0.alternateOffset : $0.baseOffset }),
      ("OffsetHDR", merged.channels.map { isBright ? $0.baseOffset : $0.alternateOffset }),
      ("HDRCapacityMin", [min(baseHeadroom, alternateHeadroom)]),
      ("HDRCapacityMax", [max(baseHeadroom, alternateHeadroom)]),
    ]
    var attributes = " hdrgm:Version=\"\(Self.xmpVersion)\""
    var elements = ""
    for (name, values) in named {
      let texts = values.map { GainMapNumber($0).text }
      if let first = texts.first, texts.allSatisfy({ $0 == first }) {
        attributes += " hdrgm:\(name)=\"\(first)\""
      } else {
        let items = texts.map { "<rdf:li>\($0)</rdf:li>" }.joined()
        elements += "<hdrgm:\(name)><rdf:Seq>\(items)</rdf:Seq></hdrgm:\(name)>"
      }
    }
    attributes += " hdrgm:BaseRenditionIsHDR=\"\(isBright ? "True" : "False")\""
    let end = elements.isEmpty ? "/>" : ">\(elements)</rdf:Description>"
    return XMPPacket.packet(
      "<rdf:Description rdf:about=\"\" xmlns:hdrgm=\"\(XMPNamespace.gainMap)\"\(attributes)\(end)")
  }
}

/// The properties of a packet in the namespace of `hdrgm`.
private struct GainMapProperties {
  private let document: XMPDocument
  private let properties: [XMPDocument.Property]

  init(_ document: XMPDocument) {
    self.document = document
    properties = document.properties.filter { $0.name.namespace == XMPNamespace.gainMap }
  }

  /// Whether there is one at all.
  var isThere: Bool { !properties.isEmpty }

  /// The texts that a property states, a simple value or the items of an array; nil where there is none.
  private func texts(_ name: String) -> [String]? {
    properties.first { $0.name.local == name }.map { document.texts(of: $0) }
  }

  /// A number for each of three channels.
  func channels(_ name: String, default missing: Double) throws(GainMapFlaw) -> [Double] {
    guard let texts = texts(name) else { return [missing, missing, missing] }
    let numbers = texts.compactMap { Double($0) }
    guard numbers.count == texts.count else { throw .metadataDamaged }
    switch numbers.count {
    case 1: return [numbers[0], numbers[0], numbers[0]]
    case 3: return numbers
    default: throw .metadataDamaged
    }
  }

  /// One number.
  func number(_ name: String, default missing: Double) throws(GainMapFlaw) -> Double {
    guard let texts = texts(name) else { return missing }
    guard texts.count == 1, let number = Double(texts[0]) else { throw .metadataDamaged }
    return number
  }

  /// A truth value, false where it is not stated.
  func flag(_ name: String) throws(GainMapFlaw) -> Bool {
    guard let text = texts(name)?.first?.lowercased() else { return false }
    guard text == "true" || text == "false" else { throw .metadataDamaged }
    return text == "true"
  }
}

extension XMPDocument {
  /// The texts that a property states: its value where it is simple, else the items of its array, four at most.
  func texts(of property: Property) -> [String] {
    if let value = property.value { return [text(value)] }
    let item = XMPName(XMPNamespace.rdf, "li")
    return elements.lazy.filter { element in
      property.extent.contains(element.extent.lowerBound) && name(of: element) == item
    }.prefix(4).map { text(trimmed($0.content)) }
  }
}
