import Testing

@testable import Metadata

@Suite("XMP made true of new pixels")
struct XMPPatchTests {
  private func patch(_ packet: [UInt8]) -> Warned<[UInt8]> {
    XMPPatch.makeTrue(packet, width: 640, height: 480)
  }

  /// The packet in which a text is replaced everywhere.
  private func replaced(_ packet: [UInt8], _ changes: [(String, String)]) -> [UInt8] {
    changes.reduce(packet) { packet, change in
      Array(
        packet.text.split(separator: change.0, omittingEmptySubsequences: false)
          .joined(separator: change.1).utf8)
    }
  }

  private static let changes = [
    ("@O", "1"), ("@W", "640"), ("@H", "480"), ("@X", "640"), ("@Y", "480"),
  ]

  @Test(
    "Values are replaced, and no other byte changes",
    arguments: [
      Samples.xmp(attributes: "tiff:Orientation=\"@O\" exif:PixelXDimension='@X'"),
      Samples.xmp(
        elements: """
          <tiff:Orientation>@O</tiff:Orientation> <tiff:ImageWidth>
          @W  </tiff:ImageWidth><tiff:ImageLength rdf:datatype="i">@H</tiff:ImageLength>\
          <exif:PixelXDimension>@X</exif:PixelXDimension>
          <exif:PixelYDimension>@Y</exif:PixelYDimension>
          """),
      Samples.xmp(
        """
        <rdf:Description rdf:about="" xmlns:q="http://ns.adobe.com/tiff/1.0/" q:Orientation="@O"/>\
        <rdf:Description><Orientation xmlns="http://ns.adobe.com/tiff/1.0/">@O</Orientation>\
        </rdf:Description>
        """),
      Samples.xmp(attributes: "tiff:Orientation=\"@O\"", elements: "<tiff:Make>6</tiff:Make>"),
    ])
  func values(template: [UInt8]) {
    let old = replaced(
      template, [("@O", "6"), ("@W", "4000"), ("@H", "3000"), ("@X", "4000"), ("@Y", "3000")])
    #expect(patch(old) == Warned(replaced(template, Self.changes)))
  }

  @Test(
    "What is not about this picture stays",
    arguments: [
      Samples.xmp(
        """
        <rdf:Description rdf:about="" xmlns:tiff="http://example.com/" tiff:Orientation="6"/>
        """),
      Samples.xmp(
        elements: "<dc:source><rdf:Description tiff:Orientation=\"6\"/></dc:source>"),
      Samples.xmp(elements: "<tiff:Orientation/><tiff:ImageWidth> </tiff:ImageWidth>"),
      Samples.xmp("<!-- tiff:Orientation=\"6\" -->"), Samples.xmp(attributes: "xmp:Rating=\"6\""),
    ])
  func others(packet: [UInt8]) {
    #expect(patch(packet) == Warned(packet))
  }

  @Test("Bytes that are no UTF-8 stay as they are")
  func latin1() {
    var packet = Samples.xmp(attributes: "tiff:Orientation=\"6\" tiff:Make=\"Caf~\"")
    var expected = Samples.xmp(attributes: "tiff:Orientation=\"1\" tiff:Make=\"Caf~\"")
    for index in packet.indices where packet[index] == UInt8(ascii: "~") {
      packet[index] = 0xE9
      expected[index] = 0xE9
    }
    #expect(patch(packet) == Warned(expected))
  }

  @Test("Thumbnails go")
  func thumbnails() {
    let list = "<xmp:Thumbnails><rdf:Alt><rdf:li>/9j/4AAQ</rdf:li></rdf:Alt></xmp:Thumbnails>"
    #expect(patch(Samples.xmp(elements: list)) == Warned(Samples.xmp(elements: "")))
  }

  @Test("A damaged packet stays as it is, with a warning")
  func damaged() {
    let packet = Array(Samples.xmp(attributes: "tiff:Orientation=\"6\"").dropLast(60))
    #expect(patch(packet) == Warned(packet, [.xmpDamaged]))
  }

  @Test("Cut anywhere or with any byte changed, a packet grows by no more than the new values")
  func hostile() {
    let packet = Samples.xmp(
      attributes: "tiff:Orientation=\"6\" tiff:ImageWidth=\"1\"",
      elements: "<exif:PixelXDimension>1</exif:PixelXDimension>")
    for index in packet.indices {
      #expect(patch(Array(packet[..<index])).value.count <= index + 4, "cut at \(index)")
      for byte in [0x00, 0x3C, 0x22, 0xFF] as [UInt8] {
        var changed = packet
        changed[index] = byte
        #expect(patch(changed).value.count <= packet.count + 4, "byte \(index)")
      }
    }
  }
}

@Suite("What XMP claims of further pictures")
struct XMPClaimsTests {
  private static let namespaces = """
    xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" \
    xmlns:GCamera="http://ns.google.com/photos/1.0/camera/" \
    xmlns:Container="http://ns.google.com/photos/1.0/container/" \
    xmlns:Item="http://ns.google.com/photos/1.0/container/item/"
    """

  private static func packet(_ attributes: String, _ items: [String] = [], _ more: String = "")
    -> [UInt8]
  {
    let list = items.map {
      "<rdf:li rdf:parseType=\"Resource\"><Container:Item Item:Semantic=\"\($0)\"/></rdf:li>"
    }
    let directory =
      items.isEmpty
      ? "" : "<Container:Directory><rdf:Seq>\(list.joined())</rdf:Seq></Container:Directory>"
    return Samples.xmp(
      """
      <rdf:Description rdf:about="" \(namespaces)\(attributes)>\(directory)\(more)\
      </rdf:Description>
      """)
  }

  /// A packet with a property under a prefix that nobody else uses for its namespace.
  private static func foreign(_ namespace: String, _ name: String) -> [UInt8] {
    packet(" xmlns:q=\"\(namespace)\" q:\(name)=\"1\"")
  }

  private static let gainMap = " hdrgm:Version=\"1.0\""
  private static let motion = " GCamera:MotionPhoto=\"1\" GCamera:MicroVideoOffset=\"42\""
  private static let items = ["Primary", "GainMap", "MotionPhoto"]

  @Test(
    "Says what is claimed",
    arguments: [
      (packet(""), XMPClaims()), (packet(gainMap), .gainMap), (packet(motion), .motionPhoto),
      (packet("", items), XMPClaims([.gainMap, .motionPhoto])), (packet("", ["Depth"]), .depthItem),
      (foreign("http://ns.google.com/photos/dd/1.0/device/", "Cameras"), .depthItem),
      (foreign("http://ns.google.com/photos/1.0/depthmap/", "Data"), .depthMap),
      (foreign("http://ns.google.com/photos/1.0/image/", "Data"), .depthMap),
      (foreign("http://ns.apple.com/HDRGainMap/1.0/", "HDRGainMapHeadroom"), .gainMap),
      (foreign("http://ns.adobe.com/hdr-gain-map/1.0/", "Version"), .gainMap),
      (foreign("http://ns.oplus.com/photos/1.0/camera/", "MotionPhotoOwner"), .motionPhoto),
      (packet("", ["Primary", "GainMap"]), .gainMap),
      (packet(" GCamera:BurstID=\"7\""), XMPClaims()), (Array("<a>".utf8), []),
    ] as [([UInt8], XMPClaims)])
  func claims(packet: [UInt8], claims: XMPClaims) {
    #expect(XMPClaims(in: packet) == claims)
  }

  @Test("All claims go, the container with them, and nothing else")
  func removesAll() {
    let rest = " GCamera:BurstID=\"7\""
    let more = "<hdrgm:GainMapMax><rdf:Seq/></hdrgm:GainMapMax><x:y xmlns:x=\"z\"/>"
    let claimed = Self.packet(Self.gainMap + rest + Self.motion, Self.items, more)
    #expect(
      XMPClaims.all.removed(from: claimed)
        == Warned(Self.packet(rest, [], "<x:y xmlns:x=\"z\"/>")))
  }

  @Test("Of two claims one can go, its items with it")
  func removesOne() {
    let claimed = Self.packet(Self.gainMap + Self.motion, Self.items)
    #expect(
      XMPClaims.motionPhoto.removed(from: claimed)
        == Warned(Self.packet(Self.gainMap, ["Primary", "GainMap"])))
    #expect(
      XMPClaims.gainMap.removed(from: claimed)
        == Warned(Self.packet(Self.motion, ["Primary", "MotionPhoto"])))
  }

  @Test("A packet of which nothing would be left stays as it is, with a warning")
  func claimAsWhole() {
    let packet = Array(
      #"<a:RDF xmlns:a="http://ns.google.com/photos/dd/1.0/x"><a:b/></a:RDF>"#.utf8)
    #expect(XMPClaims.all.removed(from: packet) == Warned(packet, [.xmpDamaged]))
  }

  @Test("A packet without claims stays byte for byte, a damaged one too, with a warning")
  func nothingToRemove() {
    #expect(XMPClaims.all.removed(from: Samples.xmp("")) == Warned(Samples.xmp("")))
    #expect(XMPClaims.all.removed(from: [1]) == Warned([1], [.xmpDamaged]))
  }
}
