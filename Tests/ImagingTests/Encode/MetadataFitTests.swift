import Exif
import Formats
import Metadata
import TestSupport
import Testing
import Vips

@testable import Imaging

@Suite("MetadataFit")
struct MetadataFitTests {
  private func said(_ fixture: String) throws -> PictureMetadata {
    try Files.metadata(Fixtures.bytes(fixture))
  }

  private func fit(
    _ metadata: PictureMetadata, _ policy: MetadataPolicy = .all, profile: [UInt8]? = nil
  ) -> MetadataFit {
    MetadataFit(metadata, policy, size: PixelSize(123, 45), profile: profile)
  }

  @Test("what the new pixels make untrue is put right")
  func truth() throws {
    let turned = try said("orientation-6.jpg")
    #expect(try ExifTags(tiff: #require(turned.exif)).orientation == 6)
    let found = fit(turned).metadata
    #expect(try ExifTags(tiff: #require(found.exif)).orientation == 1)
    let photo = try fit(said("photo.jpg")).metadata
    let tags = try ExifTags(tiff: #require(photo.exif))
    #expect(tags.pixelWidth == 123 && tags.pixelHeight == 45)
  }

  @Test("the profile is that of the new samples, not that of the input")
  func profile() throws {
    let photo = try said("photo.jpg")
    #expect(photo.icc != nil)
    #expect(fit(photo).metadata.icc == nil)
    #expect(fit(photo, profile: Profiles.gray).metadata.icc == Profiles.gray)
    #expect(fit(photo, .color, profile: Profiles.gray).metadata.icc == Profiles.gray)
  }

  @Test("the policy decides what passes")
  func policies() throws {
    let photo = try said("photo.jpg")
    let all = fit(photo, .all, profile: photo.icc).metadata
    #expect(all.exif != nil && all.xmp != nil && all.iptc == photo.iptc && !all.comments.isEmpty)
    let safe = fit(photo, .safe, profile: photo.icc).metadata
    let tags = try ExifTags(tiff: #require(safe.exif))
    #expect(tags.latitude == nil && tags.model == "iPhone 13" && safe.icc == photo.icc)
    var onlyColour = PictureMetadata()
    onlyColour.icc = photo.icc
    #expect(fit(photo, .color, profile: photo.icc).metadata == onlyColour)
    #expect(fit(photo, .none, profile: photo.icc).metadata.isEmpty)
  }

  private func picture(_ format: ImageFormat) throws -> EncodedPicture {
    try Encoder(format: format, quality: 80, threads: 1)
      .encode(Pictures.waves(width: 16, height: 16), metadata: PictureMetadata())
  }

  @Test(
    "what was fitted is found in the file",
    arguments: [.jpeg, .png, .webp, .tiff, .jxl] as [ImageFormat])
  func written(format: ImageFormat) throws {
    let photo = try said("photo.jpg")
    var fit = fit(photo, profile: photo.icc)
    let found = try Files.metadata(fit.put(into: picture(format), format))
    let (before, after) = (try said(fit.metadata), try said(found))
    #expect(before == after && found.xmp == fit.metadata.xmp)
    // In JPEG XL it is a part of the codestream.
    #expect(found.icc == (format == .jxl ? nil : photo.icc))
    if ![.webp, .jxl].contains(format) { #expect(found.iptc == photo.iptc) }
    if [.jpeg, .png].contains(format) { #expect(found.comments == photo.comments) }
  }

  /// What an EXIF block says, wherever its parts lie.
  private func said(_ metadata: PictureMetadata) throws -> [String?] {
    let tags = try ExifTags(tiff: #require(metadata.exif))
    return [
      tags.model, tags.make, tags.date?.iso8601, tags.latitude.map { "\($0)" },
      tags.pixelWidth.map { "\($0)" }, tags.orientation.map { "\($0)" },
    ]
  }

  @Test(
    "what a format has no place for is said by its name",
    arguments: ImageFormat.allCases.filter(\.canBeWritten))
  func leftOut(format: ImageFormat) throws {
    var everything = try said("photo.jpg")
    everything.otherSegments = [JPEGSegment(0xEF, [1, 2, 3])]
    everything.photoshop = [PhotoshopResource(0x03ED, [1])]
    var fit = fit(everything)
    var encoded = try picture(.webp)
    encoded.holdsMetadata = true
    _ = try fit.put(into: encoded, format)
    let left = fit.warnings.filter { $0.name == "metadata-left-out" }.map(\.message)
    let parts: [String] =
      switch format {
      case .jpeg: []
      case .png: ["application segments of JPEG"]
      case .tiff: ["comments", "application segments of JPEG"]
      default:
        [
          "IPTC", "Photoshop's image resources", "comments", "application segments of JPEG",
        ]
      }
    #expect(left == parts.map { "\(format.rawValue) has no place for \($0)" })
    var bare = MetadataFit(PictureMetadata(), .all, size: PixelSize(1, 1), profile: nil)
    _ = try bare.put(into: encoded, format)
    #expect(bare.warnings.isEmpty)
  }

  @Test("a picture that holds its metadata, or has none to hold, is left byte for byte")
  func untouched() throws {
    var encoded = try picture(.jpeg)
    var nothing = MetadataFit(PictureMetadata(), .all, size: PixelSize(1, 1), profile: nil)
    #expect(try nothing.put(into: encoded, .jpeg) == encoded.bytes)
    encoded.holdsMetadata = true
    var photo = try fit(said("photo.jpg"))
    #expect(try photo.put(into: encoded, .jpeg) == encoded.bytes)
  }

  @Test("a container that is no such file is an error of ours")
  func wrongContainer() throws {
    var photo = try fit(said("photo.jpg"))
    let png = try picture(.png)
    let error = imagingError { try photo.put(into: png, .jpeg) }
    #expect(error?.stage == .metadata && error?.reason == .internal)
  }
}
