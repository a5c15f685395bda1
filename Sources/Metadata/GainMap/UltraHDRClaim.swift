internal import Formats

/// What the XMP of a picture says of the gain map behind it: `hdrgm:Version` and the directory of a container
/// (Android, Ultra HDR Image Format 1.1, "Gain map image and GContainer").
struct UltraHDRClaim {
  /// The size of the map's JPEG in bytes.
  let mapSize: Int

  /// A packet that says nothing else.
  var packet: [UInt8] { XMPPacket.packet(description(prefix: "rdf:", about: " rdf:about=\"\"")) }

  /// The segments of the XMP of a JPEG with this said in it, and nothing of other pictures or videos.
  ///
  /// It stands in the main packet, where readers look for it, also where the rest needs a second one.
  func segments(in file: JPEGSegments) -> [JPEGSegment] {
    let old = file.segments.filter { [.xmp, .extendedXMP].contains(JPEGSegmentKind($0)) }
    var only = file
    only.segments = old
    guard let said = JPEGMetadata.read(only).value.xmp else {
      return [JPEGSegment(.xmp, packet)]
    }
    return parts(of: said)?.segments ?? old
  }

  /// The packet with this in it, in parts that fit segments; nil where it can't be read or shortened.
  private func parts(of packet: [UInt8]) -> ExtendedXMP.Parts? {
    // A depth map inside the packet is no other picture of the file.
    let claims: XMPClaims = [.gainMap, .motionPhoto, .depthItem]
    let cleared = claims.removed(from: packet)
    guard cleared.warnings.isEmpty,
      let rest = try? XMPDocument(cleared.value.applying(directories(in: cleared.value))),
      let bare = try? XMPDocument(rest.bytes.applying(emptyDescriptions(in: rest)))
    else { return nil }
    guard !bare.descriptions.isEmpty else { return ExtendedXMP.Parts(main: self.packet) }
    guard let added = addition(to: bare),
      var parts = ExtendedXMP.split(bare.bytes, limit: JPEGMetadata.xmpLimit - added.count),
      let main = try? XMPDocument(parts.main), let rdf = main.rdf
    else { return nil }
    let end = main.elements[rdf].content.upperBound
    parts.main = parts.main.applying([ByteEdit(range: end..<end, replacement: added)])
    return parts
  }

  /// The lists of a container's items that are left: of files that are not put behind this picture.
  private func directories(in packet: [UInt8]) -> [ByteEdit] {
    guard let document = try? XMPDocument(packet) else { return [] }
    return document.extents { XMPClaims.directories.contains($0) }.outermost
      .map { ByteEdit(range: $0) }
  }

  /// The descriptions that state nothing, as those do whose claims were taken out.
  private func emptyDescriptions(in document: XMPDocument) -> [ByteEdit] {
    let stating = Set(document.properties.map(\.description))
    return document.descriptions.filter { !stating.contains($0) }
      .map { ByteEdit(range: document.elements[$0].extent) }
  }

  /// The description in terms of a packet; nil where that has none that it could stand beside.
  private func addition(to document: XMPDocument) -> [UInt8]? {
    guard let rdf = document.rdf, let first = document.descriptions.first else { return nil }
    let about = String(decoding: ExtendedXMP.aboutAttribute(document, first), as: UTF8.self)
    return [UInt8](
      text: description(prefix: ExtendedXMP.rdfPrefix(document, rdf), about: about))
  }

  /// The description, with a prefix for RDF, colon included, and what it is about.
  private func description(prefix: String, about: String) -> String {
    func item(_ semantic: String, _ more: String) -> String {
      "<\(prefix)li \(prefix)parseType=\"Resource\"><Container:Item Item:Semantic=\"\(semantic)\""
        + " Item:Mime=\"image/jpeg\"\(more)/></\(prefix)li>"
    }
    return "<\(prefix)Description\(about) xmlns:hdrgm=\"\(XMPNamespace.gainMap)\""
      + " xmlns:Container=\"\(XMPNamespace.container)\" xmlns:Item=\"\(XMPNamespace.containerItem)\""
      + " hdrgm:Version=\"\(GainMapMetadata.xmpVersion)\">"
      + "<Container:Directory><\(prefix)Seq>\(item("Primary", ""))"
      + item("GainMap", " Item:Length=\"\(mapSize)\"")
      + "</\(prefix)Seq></Container:Directory></\(prefix)Description>"
  }
}
