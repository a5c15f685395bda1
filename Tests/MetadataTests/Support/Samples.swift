@testable import Metadata

/// Small pieces of metadata of every kind.
enum Samples {
  /// A profile of so many bytes, 153 or more: a header and one tag, the copyright.
  static func icc(_ count: Int = 200) -> [UInt8] {
    var header = [UInt8](repeating: 0, count: 128)
    header.replaceSubrange(0..<4, with: big(UInt32(count)))
    header.replaceSubrange(8..<12, with: [4, 0x40, 0, 0])
    header.replaceSubrange(12..<24, with: Array("mntrRGB XYZ ".utf8))
    header.replaceSubrange(36..<40, with: Array("acsp".utf8))
    let table = big(UInt32(1)) + Array("cprt".utf8) + big(UInt32(144)) + big(UInt32(count - 144))
    let text = (0..<count - 152).map { UInt8(0x41 + $0 % 26) }
    return header + table + Array("text\0\0\0\0".utf8) + text
  }

  /// An XMP packet around the inside of `rdf:RDF`.
  static func xmp(_ inside: String, padding: Int = 0) -> [UInt8] {
    Array(
      """
      <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
      <x:xmpmeta xmlns:x="adobe:ns:meta/">
       <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\(inside)</rdf:RDF>
      </x:xmpmeta>
      """.utf8) + Array(repeating: 0x20, count: padding) + Array("<?xpacket end=\"w\"?>".utf8)
  }

  /// A packet with one description, its properties as attributes and elements.
  static func xmp(attributes: String = "", elements: String = "") -> [UInt8] {
    xmp(
      """
      <rdf:Description rdf:about="" \(namespaces) \(attributes)>\(elements)</rdf:Description>
      """)
  }

  static let namespaces = """
    xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:tiff="http://ns.adobe.com/tiff/1.0/" \
    xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
    """

  /// A data set of IPTC's second record.
  static func iptc(_ number: UInt8, _ text: String) -> [UInt8] {
    [0x1C, 2, number] + big(UInt16(text.utf8.count)) + Array(text.utf8)
  }

  /// One of Photoshop's resources.
  static func resource(_ identifier: UInt16, _ data: [UInt8]) -> [UInt8] {
    let padding: [UInt8] = data.count.isMultiple(of: 2) ? [] : [0]
    let head: [UInt8] = Array("8BIM".utf8) + big(identifier) + [0, 0]
    return head + big(UInt32(data.count)) + data + padding
  }

  /// Metadata with something in every part that all formats but WebP can hold.
  static var everything: PictureMetadata {
    var metadata = PictureMetadata()
    metadata.exif = EXIFBuilder.camera().build().bytes
    metadata.xmp = xmp(attributes: "xmp:Rating=\"4\"")
    metadata.iptc = iptc(80, "Pat Example") + iptc(90, "Paris")
    metadata.photoshop = [PhotoshopResource(0x040A, [1])]
    metadata.icc = icc()
    metadata.comments = [Array("a comment".utf8)]
    metadata.density = PixelDensity(x: 300, y: 300, unit: .inch)
    return metadata
  }
}

extension [UInt8] {
  /// Whether a text's bytes stand somewhere in these.
  func holds(_ text: String) -> Bool { firstRange(of: Array(text.utf8)) != nil }

  /// The bytes as text.
  var text: String { String(decoding: self, as: UTF8.self) }

  /// The offsets at which two arrays of one length differ.
  func differences(from other: [UInt8]) -> [Int] {
    indices.filter { $0 >= other.count || self[$0] != other[$0] }
  }
}
