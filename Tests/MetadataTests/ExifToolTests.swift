import Testing

@testable import Metadata

@Suite(
  "What is written, as exiftool reads it",
  .enabled(if: ExifTool.isThere, "exiftool is not installed"))
struct ExifToolTests {
  /// A file of each format without metadata.
  private enum Container: String, CaseIterable, Sendable {
    case jpg, png, webp

    func written(_ metadata: PictureMetadata) throws -> [UInt8] {
      switch self {
      case .jpg:
        let bare = JPEGBuilder(segments: [.jfif(unit: 0, x: 1, y: 1)]).bytes
        return try JPEGMetadata.write(metadata, into: bare).value
      case .png: return try PNGMetadata.write(metadata, into: try PNGBuilder.png()).value
      case .webp:
        let bare = WebPBuilder.file([WebPBuilder.lossless(width: 8, height: 8, alpha: true)])
        return try WebPMetadata.write(metadata, into: bare).value
      }
    }

    func tags(_ metadata: PictureMetadata) throws -> [String: String] {
      try ExifTool.tags(try written(metadata), "picture.\(rawValue)")
    }
  }

  private static let expected = [
    "IFD0:Make": "Maker", "IFD0:Orientation": "6", "IFD0:Copyright": "(c) Pat Example",
    "ExifIFD:DateTimeOriginal": "2023:05:17 09:41:03", "ExifIFD:ExposureTime": "0.004",
    "ExifIFD:SerialNumber": "SERIAL-0815", "ExifIFD:OwnerName": "Owner Name",
    "XMP-xmp:Rating": "4",
  ]

  @Test("EXIF and XMP are found in every format", arguments: Container.allCases)
  private func everyFormat(container: Container) throws {
    let tags = try container.tags(Samples.everything)
    for (name, value) in Self.expected { #expect(tags[name] == value, "\(name)") }
    #expect(tags["GPS:GPSLatitude"]?.hasPrefix("48.858") == true)
    #expect(tags["IFD1:ThumbnailLength"] != nil)
    #expect(tags["ICC_Profile:ProfileCopyright"]?.hasPrefix("ABC") == true)
    // The maker note is made up.
    #expect(tags["ExifTool:Warning"] == "[minor] Unrecognized MakerNotes")
  }

  @Test(
    "IPTC and the comment are found where the format has a place", arguments: [Container.jpg, .png])
  private func iptc(container: Container) throws {
    let tags = try container.tags(Samples.everything)
    #expect(tags["IPTC:By-line"] == "Pat Example")
    #expect(tags["IPTC:City"] == "Paris")
    #expect(tags["File:Comment"] ?? tags["PNG:Comment"] == "a comment")
  }

  @Test(
    "Made true, the picture is upright, of its new size, and without the old thumbnail",
    arguments: Container.allCases)
  private func madeTrue(container: Container) throws {
    let metadata = Samples.everything.madeTrue(width: 640, height: 480).value
    let before = try container.tags(Samples.everything)
    let after = try container.tags(metadata)
    let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
    let allowed = [
      "IFD0:Orientation", "ExifIFD:ExifImageWidth", "ExifIFD:ExifImageHeight",
      "InteropIFD:RelatedImageWidth", "InteropIFD:RelatedImageHeight",
    ]
    #expect(
      changed.filter {
        !$0.hasPrefix("IFD1:") && !$0.hasPrefix("System:") && $0 != "SourceFile"
          && $0 != "File:FileSize"
      }
      .isSubset(of: allowed), "\(changed)")
    #expect(after["IFD0:Orientation"] == "1")
    #expect(after["ExifIFD:ExifImageWidth"] == "640")
    #expect(!after.keys.contains { $0.hasPrefix("IFD1:") })
  }

  @Test(
    "Under `safe` no place, serial number, owner or thumbnail is found",
    arguments: Container.allCases)
  private func safe(container: Container) throws {
    var metadata = Samples.everything
    metadata.xmp = Samples.xmp(
      attributes: """
        xmlns:e="http://ns.adobe.com/exif/1.0/" e:GPSLatitude="48,51.5N" \
        xmlns:a="http://ns.adobe.com/exif/1.0/aux/" a:SerialNumber="0815" xmp:Rating="4"
        """)
    let tags = try container.tags(metadata.applying(.safe).value)
    let names = ["gps", "serial", "owner", "city", "thumbnail", "makernote", "uniqueid", "host"]
    let found = tags.keys.filter { key in names.contains { key.lowercased().contains($0) } }
    #expect(found.isEmpty)
    #expect(tags["ExifIFD:DateTimeOriginal"] == Self.expected["ExifIFD:DateTimeOriginal"])
    #expect(tags["IFD0:Copyright"] == Self.expected["IFD0:Copyright"])
    #expect(tags["XMP-xmp:Rating"] == "4")
  }

  @Test(
    "Nothing that is written makes exiftool find more wrong than the fields themselves do",
    arguments: Container.allCases)
  private func validates(container: Container) throws {
    // The sample leaves out fields that every format's rules ask for, and its maker note is made up.
    let known = ["Missing required", "Non-standard", "MakerNotes", "not allowed in", "IPTC"]
    for policy in [MetadataPolicy.all, .safe] {
      let metadata = Samples.everything.applying(policy).value.madeTrue(width: 8, height: 8).value
      let written = try container.written(metadata)
      let warnings = try ExifTool.warnings(written, "picture.\(container.rawValue)")
      let others = warnings.filter { warning in !known.contains { warning.contains($0) } }
      #expect(others.isEmpty, "\(policy)")
    }
  }

  @Test("A packet that is cut into two for a JPEG is read as one")
  func extendedXMP() throws {
    var metadata = PictureMetadata()
    let long = String(repeating: "far away ", count: 20_000)
    metadata.xmp = Samples.xmp(
      attributes: "xmp:Rating=\"4\"", elements: "<dc:source>\(long)</dc:source>")
    let tags = try Container.jpg.tags(metadata)
    #expect(tags["XMP-xmp:Rating"] == "4")
    #expect(tags["XMP-dc:Source"] == long)
    #expect(tags["ExifTool:Warning"] == nil)
  }

  @Test("A profile in several segments of a JPEG is read as one")
  func profile() throws {
    var metadata = PictureMetadata()
    metadata.icc = Samples.icc(150_000)
    let tags = try Container.jpg.tags(metadata)
    #expect(tags["ExifTool:Warning"] == nil)
    #expect(tags.keys.contains { $0.hasPrefix("ICC-header:") })
  }
}
