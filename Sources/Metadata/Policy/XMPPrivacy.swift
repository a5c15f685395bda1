/// What of XMP tells a place, a single device or its owner.
enum XMPPrivacy {
  /// The packet without private properties and fields, however deep they are nested, and without all
  /// that is no property: comments, CDATA sections, instructions, text outside the root.
  ///
  /// - Returns: The packet; nil, with a warning, where it can't be read.
  static func withoutPrivateProperties(_ packet: [UInt8]) -> Warned<[UInt8]?> {
    do throws(XMPDocument.Failure) {
      let document = try XMPDocument(packet)
      let extents =
        document.extents { kind(of: $0) != nil } + document.spokenTexts.map(\.extent)
        + document.asides.map(\.range)
      let result = packet.applying(extents.outermost.map { ByteEdit(range: $0) })
      // What is put together anew could be read anew.
      return findings(in: result).isEmpty ? Warned(result) : Warned(nil, [.xmpDamaged])
    } catch {
      return Warned(nil, [error == .encoding ? .xmpLeftOut : error.warning])
    }
  }

  /// What private properties and fields a packet has, each name once.
  static func findings(in packet: [UInt8]) -> [PrivacyFinding] {
    guard let document = try? XMPDocument(packet) else {
      return [PrivacyFinding(.unreadable, "XMP that can't be read")]
    }
    var seen: Set<XMPName> = []
    let named = document.allNames.compactMap { name -> PrivacyFinding? in
      guard let kind = kind(of: name), seen.insert(name).inserted else { return nil }
      return PrivacyFinding(kind, "XMP \(name.local)")
    }
    // Inside what is private already a text says nothing more.
    let spoken = document.spokenTexts.map {
      PrivacyFinding($0.word.kind, "XMP \($0.name) that speaks of \($0.word.word)")
    }
    let asides = document.asides.map { PrivacyFinding(.opaque, "XMP \($0.what)") }
    return named + (named.isEmpty ? spoken : []) + asides
  }

  // MARK: - Names

  /// In what way a property is private; nil where it is not.
  ///
  /// Names count in any namespace, since raw converters, drones and asset managers repeat those of
  /// EXIF and IPTC in their own.
  private static func kind(of name: XMPName) -> PrivacyFinding.Kind? {
    if name.namespace == XMPNamespace.rdf { return nil }
    if let kind = namespaces[name.namespace] { return kind }
    // Nobody writes a namespace so that readers differ about it, but to hide it from some.
    if name.namespace.contains("&") { return .opaque }
    // Who owns the copyright is part of the copyright, which stays.
    var local = name.local.lowercased()
    if local.contains(copyrightOwner) { local = local.replacing(copyrightOwner, with: "") }
    if let kind = names[local] { return kind }
    return parts.first { local.contains($0.part) }?.kind
  }

  private static let copyrightOwner = "copyrightowner"

  /// Namespaces in which everything is private.
  private static let namespaces: [String: PrivacyFinding.Kind] = [
    // Where a drone flew, and which one.
    "http://www.dji.com/drone-dji/1.0/": .place,
    "http://www.parrot.com/drone-parrot/1.0/": .place,
    "http://pix4d.com/camera/1.0": .place,
    "http://www.w3.org/2003/01/geo/wgs84_pos#": .place,
    "http://www.geotate.com/Geotate/1.0/": .place,
    "http://rs.tdwg.org/dwc/index.htm": .place,
    "http://rs.tdwg.org/dwc/terms/": .place,
    // Pictures and sounds inside the packet, the uncropped original among them.
    "http://ns.google.com/photos/1.0/image/": .thumbnail,
    "http://ns.google.com/photos/1.0/depthmap/": .thumbnail,
    "http://ns.google.com/photos/1.0/audio/": .thumbnail,
  ]

  /// Whole names, in small letters (XMP part 2; IPTC Photo Metadata 2023; exifEX 2.32).
  private static let names: [String: PrivacyFinding.Kind] = {
    var names: [String: PrivacyFinding.Kind] = [
      "makernote": .opaque, "devicesettingdescription": .opaque, "imageuniqueid": .serial,
      "rawdatauniqueid": .serial, "hostcomputer": .owner, "thumbnails": .thumbnail,
    ]
    let places = [
      "city", "state", "province", "country", "location", "countrycode", "countryname",
      "provincestate", "worldregion", "locationcreated", "locationshown", "locationname",
      "locationid", "shotlocation", "place", "placename", "shotplace", "lat", "lon", "lng", "geo",
      "ciadrcity", "ciadrctry", "ciadrextadr", "ciadrpcode",
      "ciadrregion",
    ]
    for place in places { names[place] = .place }
    return names
  }()

  /// Parts of names, in small letters.
  private static let parts: [(part: String, kind: PrivacyFinding.Kind)] = [
    ("gps", .place), ("latitude", .place), ("longitude", .place), ("altitude", .place),
    ("geotag", .place), ("location", .place), ("coordinates", .place), ("geohash", .place),
    ("serial", .serial), ("owner", .owner),
    ("makernote", .opaque), ("shotlogdata", .opaque),
  ]
}
