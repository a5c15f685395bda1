import Testing

@testable import Metadata

@Suite("XMP packets")
struct XMPDocumentTests {
  private func names(_ packet: [UInt8]) throws -> [XMPName] {
    try XMPDocument(packet).properties.map(\.name)
  }

  @Test("Finds properties as attributes and as elements, by namespace whatever the prefix")
  func properties() throws {
    let packet = Samples.xmp(
      """
      <rdf:Description rdf:about="" xmlns:a="http://ns.adobe.com/tiff/1.0/" a:Make = 'M' \
      a:Model="&amp;"><a:Orientation> 6 </a:Orientation><b:Rating \
      xmlns:b="http://ns.adobe.com/xap/1.0/">4</b:Rating></rdf:Description>
      """)
    let document = try XMPDocument(packet)
    let properties = document.properties
    #expect(
      properties.map(\.name) == [
        XMPName(XMPNamespace.tiff, "Make"), XMPName(XMPNamespace.tiff, "Model"),
        XMPName(XMPNamespace.tiff, "Orientation"), XMPName(XMPNamespace.xmp, "Rating"),
      ])
    #expect(properties.map { $0.value.map(document.text) } == ["M", "&amp;", "6", "4"])
    #expect(properties.map(\.isAttribute) == [true, true, false, false])
  }

  @Test("What is nested in a property is none itself, nor is what stands outside rdf:RDF")
  func nesting() throws {
    let packet = Samples.xmp(
      elements: """
        <dc:source><rdf:Description tiff:Orientation="6"><tiff:Orientation>6</tiff:Orientation>\
        </rdf:Description></dc:source>
        """)
    #expect(try names(packet) == [XMPName("http://purl.org/dc/elements/1.1/", "source")])
    #expect(try names(Array("<a b:c=\"1\" xmlns:b=\"x\"/>".utf8)).isEmpty)
  }

  @Test("A prefix means what its innermost declaration says, and nothing once that has ended")
  func scopes() throws {
    let packet = Samples.xmp(
      """
      <rdf:Description rdf:about="" xmlns:p="one"><p:a/><p:b xmlns:p="two"/><p:c/>\
      </rdf:Description><rdf:Description p:d="" xmlns="three"><e/></rdf:Description>
      """)
    #expect(
      try names(packet) == [
        XMPName("one", "a"), XMPName("two", "b"), XMPName("one", "c"), XMPName("three", "e"),
      ])
  }

  @Test(
    "Comments, CDATA, instructions, document types and bytes that are no UTF-8 are passed over",
    arguments: [
      Array("<!-- <a> -- > -->".utf8), Array("<![CDATA[ <a> ]] > ]]>".utf8),
      Array("<?php <a> ?>".utf8), [0xE9, 0x20, 0xFF, 0x80],
    ])
  func passedOver(bytes: [UInt8]) throws {
    let start = Array(
      "<r:RDF xmlns:r=\"\(XMPNamespace.rdf)\"><r:Description xmlns:b=\"c\" b:d=\"".utf8)
    let plain = bytes.filter { $0 >= 0x80 }
    let packet =
      Array("<!DOCTYPE a [<!ENTITY b \"c\">]>".utf8) + start + plain + Array("\">".utf8) + bytes
      + Array("</r:Description></r:RDF>".utf8)
    #expect(try names(packet) == [XMPName("c", "d")])
  }

  @Test(
    "What is not well formed is damaged",
    arguments: [
      "", "no markup", "<a>", "</a>", "<a></b>", "<a><b></a></b>", "<a", "<a b", "<a b=",
      "<a b=c/>",
      "<a b='1/>", "<a b='1'c='2'/", "<>", "< a/>", "<!-- <a/>", "<a><![CDATA[</a>", "<?x <a/>",
      "<!DOCTYPE a [<a/>", "<a/b>", "<a></a",
    ])
  func damaged(text: String) {
    #expect(throws: XMPDocument.Failure.damaged) { try XMPDocument(Array(text.utf8)) }
  }

  @Test("Elements that nest deeper than any real packet are damage, and so are too many of them")
  func limits() throws {
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)).utf8)
    }
    #expect(try XMPDocument(nested(256)).elements.count == 256)
    #expect(throws: XMPDocument.Failure.damaged) { try XMPDocument(nested(257)) }
    let many = String(repeating: "<a/>", count: 250_000)
    #expect(throws: XMPDocument.Failure.damaged) { try XMPDocument(Array("<b>\(many)</b>".utf8)) }
  }

  @Test(
    "Packets in UTF-16 and UTF-32 are told apart from damaged ones",
    arguments: [
      [0xFE, 0xFF, 0, 0x3C], [0xFF, 0xFE, 0x3C, 0], [0, 0x3C, 0, 0x61], [0x3C, 0, 0x61, 0],
      [0, 0, 0, 0x3C],
    ] as [[UInt8]])
  func wideEncodings(packet: [UInt8]) {
    #expect(throws: XMPDocument.Failure.encoding) { try XMPDocument(packet) }
    #expect(XMPPatch.makeTrue(packet, width: 1, height: 1) == Warned(packet, [.xmpEncoding]))
  }
}
