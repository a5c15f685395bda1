import Formats
import Testing

@testable import Metadata

@Suite("Metadata policies")
struct MetadataPolicyTests {
  private func kept(_ metadata: PictureMetadata, _ policy: MetadataPolicy) -> PictureMetadata {
    metadata.applying(policy).value
  }

  @Test("`all` keeps everything, `color` the profile alone, `none` nothing")
  func simplePolicies() {
    var metadata = Samples.everything
    metadata.otherSegments = [JPEGSegment(0xE6, [1])]
    #expect(metadata.applying(.all) == Warned(metadata))
    var color = PictureMetadata()
    color.icc = metadata.icc
    #expect(metadata.applying(.color) == Warned(color))
    #expect(metadata.applying(.none) == Warned(PictureMetadata()))
  }

  @Test("Policies are spelt as on the command line")
  func names() {
    #expect(MetadataPolicy.allCases.map(\.rawValue) == ["all", "safe", "color", "none"])
  }

  // MARK: - EXIF

  private static let secrets = [
    "pats-computer", "MAKER", "unique-id-0042", "Owner Name", "SERIAL-0815", "LENS-4711",
  ]

  @Test(
    "Of EXIF neither tags nor bytes of places, devices and owners are left",
    arguments: [ByteReader.Order.little, .big])
  func exifSecrets(order: ByteReader.Order) throws {
    var metadata = PictureMetadata()
    let block = EXIFBuilder.camera(order).build()
    metadata.exif = block.bytes
    for secret in Self.secrets { #expect(block.bytes.holds(secret)) }
    let safe = metadata.applying(.safe)
    #expect(safe.warnings.isEmpty)
    let exif = try #require(safe.value.exif)
    for secret in Self.secrets { #expect(!exif.holds(secret), "\(secret)") }
    let place = try #require(block.value("gps", 0x0002))
    #expect(exif.firstRange(of: place) == nil)
    #expect(exif.firstRange(of: [0xFF, 0xD8]) == nil)
    let reader = try #require(TIFFReader(exif))
    #expect(Set(reader.exifDirectories().map(\.kind)) == [.primary, .exif, .interoperability])
    #expect(safe.value.privacyFindings.isEmpty)
  }

  @Test(
    "Date, camera, exposure, copyright and comment stay, byte for byte",
    arguments: [ByteReader.Order.little, .big])
  func exifKept(order: ByteReader.Order) throws {
    var metadata = PictureMetadata()
    let block = EXIFBuilder.camera(order).build()
    metadata.exif = block.bytes
    let exif = try #require(kept(metadata, .safe).exif)
    let reader = try #require(TIFFReader(exif))
    func value(_ kind: TIFFDirectoryKind, _ tag: UInt16) -> [UInt8]? {
      let entry = reader.directory(kind)?.entry(tag)
      return entry.flatMap { reader.data(of: $0) }.map { Array($0) }
    }
    let primary: [UInt16] = [0x010E, 0x010F, 0x0110, 0x0112, 0x011A, 0x0132, 0x013B, 0x8298]
    for tag in primary { #expect(value(.primary, tag) == block.value("0", tag)) }
    let exifTags: [UInt16] = [0x829A, 0x9000, 0x9003, 0x9011, 0x9286, 0xA002, 0xA003, 0xA434]
    for tag in exifTags { #expect(value(.exif, tag) == block.value("exif", tag)) }
  }

  @Test("Private fields are known in whichever directory they stand")
  func misplacedFields() throws {
    let builder = EXIFBuilder(primary: [
      .ascii(0x010F, "Maker"), .ascii(0xA431, "SERIAL-0815"), .ascii(0xC62F, "SERIAL-0816"),
      .ascii(0xFDE8, "Owner Name"), .ascii(0xFDE9, "SERIAL-0817"), .ascii(0x9003, "2023"),
    ])
    var metadata = PictureMetadata()
    metadata.exif = builder.build().bytes
    #expect(
      metadata.privacyFindings.map(\.description) == [
        "EXIF BodySerialNumber", "EXIF CameraSerialNumber", "EXIF OwnerName", "EXIF SerialNumber",
      ])
    let exif = try #require(kept(metadata, .safe).exif)
    #expect(!exif.holds("SERIAL"))
    #expect(exif.holds("Maker"))
    #expect(exif.holds("2023"))
  }

  // MARK: - XMP

  @Test("who owns the copyright stays in what may be shown to anybody")
  func copyrightOwner() throws {
    var metadata = PictureMetadata()
    metadata.xmp = Samples.xmp(
      attributes:
        "xmlns:plus=\"http://ns.useplus.org/ldf/xmp/1.0/\" plus:CopyrightOwnerName=\"Pat\"")
    #expect(metadata.privacyFindings.isEmpty)
    #expect(try #require(metadata.applying(.safe).value.xmp).holds("Pat"))
  }

  @Test(
    "Of XMP private properties go, by their namespace whatever the prefix, however nested",
    arguments: [
      ("http://ns.adobe.com/exif/1.0/", "GPSLatitude"),
      ("http://ns.adobe.com/exif/1.0/", "GPSAltitude"),
      ("http://ns.adobe.com/exif/1.0/aux/", "SerialNumber"),
      ("http://ns.adobe.com/exif/1.0/aux/", "OwnerName"),
      ("http://ns.adobe.com/exif/1.0/aux/", "LensSerialNumber"),
      ("http://cipa.jp/exif/1.0/", "BodySerialNumber"),
      ("http://cipa.jp/exif/1.0/", "CameraOwnerName"),
      ("http://ns.adobe.com/photoshop/1.0/", "City"),
      ("http://ns.adobe.com/photoshop/1.0/", "State"),
      ("http://ns.adobe.com/photoshop/1.0/", "Country"),
      ("http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/", "Location"),
      ("http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/", "CountryCode"),
      ("http://iptc.org/std/Iptc4xmpExt/2008-02-29/", "LocationCreated"),
      ("http://iptc.org/std/Iptc4xmpExt/2008-02-29/", "Sublocation"),
      ("http://www.dji.com/drone-dji/1.0/", "FlightRollDegree"),
      ("http://example.com/unknown/", "DroneSerialNumber"),
      ("http://www.w3.org/2003/01/geo/wgs84_pos#", "lat"),
      ("http://ns.google.com/photos/1.0/image/", "Data"),
      ("http://ns.google.com/photos/1.0/camera/", "HdrPlusMakernote"),
      ("http://ns.adobe.com/xap/1.0/", "Thumbnails"),
    ])
  func xmpSecrets(namespace: String, name: String) throws {
    let forms = [
      Samples.xmp(attributes: "xmlns:q=\"\(namespace)\" q:\(name)=\"secret\" xmp:Rating=\"4\""),
      Samples.xmp(
        attributes: "xmp:Rating=\"4\"",
        elements: "<q:\(name) xmlns:q=\"\(namespace)\"><rdf:Bag>secret</rdf:Bag></q:\(name)>"),
      Samples.xmp(
        attributes: "xmp:Rating=\"4\"",
        elements: """
          <dc:source><rdf:li><z:\(name) xmlns:z="\(namespace)">secret</z:\(name)></rdf:li>\
          </dc:source>
          """),
    ]
    for packet in forms {
      var metadata = PictureMetadata()
      metadata.xmp = packet
      #expect(metadata.privacyFindings.count == 1)
      let safe = metadata.applying(.safe)
      let xmp = try #require(safe.value.xmp)
      #expect(!xmp.holds("secret"))
      #expect(xmp.holds("xmp:Rating=\"4\""))
      #expect(safe.warnings.isEmpty)
      #expect(safe.value.privacyFindings.isEmpty)
      #expect(throws: Never.self) { try XMPDocument(xmp) }
    }
  }

  @Test("Of XMP everything else stays, byte for byte")
  func xmpKept() {
    var metadata = PictureMetadata()
    metadata.xmp = Samples.xmp(
      attributes: "xmp:CreateDate=\"2023\" tiff:Make=\"M\" exif:ExposureTime=\"1/250\"",
      elements: "<dc:rights>(c)</dc:rights><dc:creator>Pat</dc:creator><dc:subject>sea</dc:subject>"
    )
    #expect(kept(metadata, .safe) == metadata)
  }

  @Test("What XMP claims of further pictures goes as well")
  func claims() throws {
    var metadata = PictureMetadata()
    metadata.xmp = Samples.xmp(
      attributes: "xmlns:g=\"http://ns.google.com/photos/1.0/camera/\" g:MotionPhoto=\"1\"")
    #expect(try #require(kept(metadata, .safe).xmp).holds("MotionPhoto") == false)
  }

  // MARK: - The rest

  @Test(
    "Of IPTC the places go, the rest stays byte for byte",
    arguments: [26, 27, 90, 92, 95, 100, 101] as [UInt8])
  func iptc(number: UInt8) {
    var metadata = PictureMetadata()
    let rest = Samples.iptc(80, "Pat Example") + Samples.iptc(116, "(c)")
    metadata.iptc = Samples.iptc(number, "Paris") + rest
    #expect(metadata.privacyFindings.map(\.kind) == [.place])
    #expect(kept(metadata, .safe).iptc == rest)
    metadata.iptc = Samples.iptc(number, "Paris")
    #expect(kept(metadata, .safe).isEmpty)
  }

  @Test("Other application segments, Photoshop's copies and unknown texts go")
  func otherParts() throws {
    var metadata = PictureMetadata()
    metadata.otherSegments = [JPEGSegment(0xE6, [1])]
    metadata.photoshop = [
      PhotoshopResource(0x0422, [1]), PhotoshopResource(0x0424, [1]),
      PhotoshopResource(0x040C, [1]),
      PhotoshopResource(0x040A, [1]), PhotoshopResource(0x0425, [1]),
    ]
    let texts = ["exif:GPSLatitude", "Title"].map { PNGBuilder.text($0, [65]) }
    metadata.texts = PNGMetadata.read(try PNGBuilder.png(before: texts)).value.texts
    #expect(metadata.privacyFindings.count == 5)
    let safe = kept(metadata, .safe)
    #expect(safe.otherSegments.isEmpty)
    #expect(safe.photoshop == [PhotoshopResource(0x040A, [1])])
    #expect(safe.texts.map(\.keyword) == ["Title"])
    #expect(safe.privacyFindings.isEmpty)
  }

  @Test("The profile, the comments and the density stay")
  func harmless() {
    var metadata = PictureMetadata()
    metadata.icc = Samples.icc()
    metadata.comments = [[65]]
    metadata.density = PixelDensity(x: 72, y: 72, unit: .inch)
    #expect(metadata.applying(.safe) == Warned(metadata))
  }

  @Test("What can't be read is left out, with a warning, and is a finding")
  func unreadable() {
    var metadata = PictureMetadata()
    metadata.exif = [1, 2, 3]
    metadata.xmp = Array("<a>".utf8)
    metadata.iptc = [1, 2, 3]
    #expect(metadata.privacyFindings.map(\.kind) == [.unreadable, .unreadable, .unreadable])
    #expect(
      metadata.applying(.safe)
        == Warned(PictureMetadata(), [.exifDamaged, .xmpDamaged, .iptcDamaged]))
  }

  // MARK: - Made true

  @Test("Made true, all parts say the new size, and no old thumbnail is left")
  func madeTrue() throws {
    var metadata = Samples.everything
    metadata.xmp = Samples.xmp(
      attributes: """
        xmlns:h="http://ns.adobe.com/hdr-gain-map/1.0/" h:Version="1" tiff:Orientation="6"
        """)
    metadata.photoshop += [PhotoshopResource(0x040C, [1]), PhotoshopResource(0x0409, [1])]
    let result = metadata.madeTrue(width: 640, height: 480)
    #expect(result.warnings.isEmpty)
    let new = result.value
    let reader = try #require(new.exif.flatMap { TIFFReader($0) })
    #expect(reader.orientation == 1)
    #expect(reader.directory(.exif).flatMap { reader.integer(0xA002, in: $0) } == 640)
    let xmp = try #require(new.xmp)
    #expect(xmp.holds("tiff:Orientation=\"1\""))
    #expect(!xmp.holds("h:Version"))
    #expect(new.photoshop == [PhotoshopResource(0x040A, [1])])
    var rest = metadata
    (rest.exif, rest.xmp, rest.photoshop) = (new.exif, new.xmp, new.photoshop)
    #expect(new == rest)
  }

  @Test("Thumbnails that still show the picture stay, byte for byte")
  func keptThumbnails() throws {
    var metadata = Samples.everything
    metadata.xmp = Samples.xmp(elements: "<xmp:Thumbnails>AAAA</xmp:Thumbnails>")
    metadata.photoshop += [PhotoshopResource(0x040C, [1]), PhotoshopResource(0x0409, [1])]
    let new = metadata.madeTrue(width: 640, height: 480, thumbnails: .kept).value
    #expect(new.photoshop == metadata.photoshop)
    #expect(new.xmp == metadata.xmp)
    #expect(
      new.thumbnail != nil && new.thumbnail.map(Array.init) == metadata.thumbnail.map(Array.init))
  }

  @Test("Another thumbnail takes the place of EXIF's and Photoshop's, and others go")
  func replacedThumbnails() throws {
    let jpeg = JPEGBuilder(width: 30, height: 40, data: [1]).bytes
    var metadata = Samples.everything
    metadata.xmp = Samples.xmp(elements: "<xmp:Thumbnails>AAAA</xmp:Thumbnails>")
    metadata.photoshop = [
      PhotoshopResource(0x040C, Array(repeating: 0, count: 28) + [1]),
      PhotoshopResource(0x0409, [1]), PhotoshopResource(0x040A, [1]),
    ]
    #expect(try #require(metadata.thumbnailRoom) >= jpeg.count)
    var new = metadata.madeTrue(width: 640, height: 480, thumbnails: .replaced(jpeg)).value
    #expect(new.thumbnail.map(Array.init) == jpeg)
    #expect(new.xmp?.holds("Thumbnails") == false)
    #expect(new.photoshop.map(\.identifier) == [0x040C, 0x040A])
    let header: [UInt32] = [1, 30, 40, 92, 92 * 40, UInt32(jpeg.count)]
    #expect(
      new.photoshop[0].data == header.flatMap { big($0) } + big(UInt16(24)) + big(UInt16(1)) + jpeg)
    new.exif = nil
    #expect(new.thumbnail.map(Array.init) == jpeg, "Photoshop's stands in for EXIF's")
    #expect(new.thumbnailRoom == nil)
  }

  @Test("Claims can be kept where the further pictures are")
  func keptClaims() throws {
    var metadata = PictureMetadata()
    metadata.xmp = Samples.xmp(
      attributes: "xmlns:h=\"http://ns.adobe.com/hdr-gain-map/1.0/\" h:Version=\"1\"")
    let new = metadata.madeTrue(width: 1, height: 1, keeping: .gainMap)
    #expect(new == Warned(metadata))
  }
}
