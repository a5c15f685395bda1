/// The forms in which containers hold an XMP packet.
package enum XMPPacket {
  /// The packet without the NULs that some writers put behind it; nil where nothing is left.
  package static func normalised(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    guard let last = bytes.lastIndex(where: { $0 != 0 }) else { return nil }
    let end = bytes.prefix(4).contains(0) ? bytes.endIndex : last + 1
    return Array(bytes[..<end])
  }

  /// A packet that holds descriptions and nothing else, their prefix for RDF being `rdf`.
  static func packet(_ descriptions: String) -> [UInt8] {
    [UInt8](
      text: "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"\(XMPNamespace.rdf)\">"
        + descriptions + "</rdf:RDF></x:xmpmeta>")
  }
}
