extension StoredGainMap {
  /// The URN of Apple's auxiliary picture.
  package static let appleType = AppleGainMap.type

  /// The packet that describes a map of Apple's form in a HEIF, its headroom in it; nil for other forms.
  package var applePacket: [UInt8]? {
    guard form == .apple else { return nil }
    let headroom = GainMapNumber(metadata.headroom).text
    return XMPPacket.packet(
      "<rdf:Description rdf:about=\"\" xmlns:HDRGainMap=\"\(XMPNamespace.appleGainMap)\""
        + " HDRGainMap:HDRGainMapVersion=\"131072\" HDRGainMap:HDRGainMapHeadroom=\"\(headroom)\"/>"
    )
  }

  /// A map of Apple's form.
  ///
  /// - Parameter headroom: How many times as bright as white its brightest white is, above 1.
  /// - Returns: What its samples mean.
  /// - Throws: `noEffect` or `metadataDamaged` where that is no headroom.
  package static func apple(headroom: Double) throws(GainMapFlaw) -> StoredGainMap {
    try AppleGainMap.stored(headroom: headroom)
  }
}
