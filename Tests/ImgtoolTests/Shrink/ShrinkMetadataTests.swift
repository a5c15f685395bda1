internal import Posix
internal import Testing

@Suite("shrink: what is said about a picture", .enabled(if: Tags.canBeRead))
struct ShrinkMetadataTests {
  private static let location = [
    "GPS:GPSLatitude", "GPS:GPSLongitude", "XMP-exif:GPSLatitude", "XMP-exif:GPSLongitude",
    "IPTC:City", "XMP-photoshop:City",
  ]
  private static let personal = [
    "ExifIFD:SerialNumber", "ExifIFD:LensSerialNumber", "ExifIFD:OwnerName",
    "Apple:MediaGroupUUID", "IFD1:ThumbnailImage",
  ]
  private static let plain = [
    "IFD0:Make", "IFD0:Model", "IFD0:Artist", "IFD0:Copyright", "ExifIFD:DateTimeOriginal",
    "ExifIFD:ExposureTime", "ExifIFD:FNumber", "XMP-dc:Title",
  ]

  /// The tags of a fixture and of what shrinking makes of it.
  private func tags(
    _ input: String, to output: FilePath, _ policy: String?
  ) async throws -> (before: Tags, after: Tags) {
    let place = try Workplace(input)
    let options: [Argument] = policy.map { ["--metadata", "\($0)"] } ?? []
    let run = try await place.start(
      ["shrink", "--max", "320", "-o", Argument(output), "\(input)"] + options
    ).result()
    #expect(run.end == .exited(0), "\(run.errorLines)")
    return (try await Tags(of: FilePath(input), in: place), try await Tags(of: output, in: place))
  }

  @Test(
    "everything is carried over, and what the new pixels make untrue is put right",
    arguments: [("photo.jpg", "out.jpg"), ("photo.heic", "out.jpg"), ("photo.heic", "out.heic")])
  func all(input: String, output: String) async throws {
    let (before, after) = try await tags(input, to: FilePath(output), nil)
    for name in before.names(in: "IFD0:", "ExifIFD:", "Apple:", "GPS:", "XMP-", "ICC_Profile:") {
      if ["ExifIFD:ExifImageWidth", "ExifIFD:ExifImageHeight"].contains(name) { continue }
      #expect(after[name] == before[name], "\(name)")
    }
    #expect(after["ExifIFD:ExifImageWidth"] ?? "320" == "320")
    #expect(after["ExifIFD:ExifImageHeight"] ?? "240" == "240")
  }

  @Test("IPTC and comments stay in JPEG")
  func captions() async throws {
    let (before, after) = try await tags("photo.jpg", to: "out.jpg", "all")
    for name in before.names(in: "IPTC:") + ["File:Comment"] {
      #expect(after[name] == before[name], "\(name)")
    }
  }

  @Test("PNG and WebP carry EXIF, XMP and the profile too", arguments: ["out.png", "out.webp"])
  func otherFormats(output: String) async throws {
    let (before, after) = try await tags("photo.jpg", to: FilePath(output), "all")
    for name in Self.plain + ["GPS:GPSLatitude", "Apple:MediaGroupUUID"] {
      #expect(after[name] == before[name], "\(name)")
    }
    #expect(after["ICC_Profile:ProfileDescription"] != nil)
  }

  @Test(
    "safe leaves out where and whose, and keeps when and how",
    arguments: [("photo.jpg", "out.jpg"), ("photo.heic", "out.jpg"), ("photo.jpg", "out.webp")])
  func safe(input: String, output: String) async throws {
    let (before, after) = try await tags(input, to: FilePath(output), "safe")
    for name in Self.location + Self.personal { #expect(after[name] == nil, "\(name)") }
    #expect(after.names(in: "GPS:", "XMP-exif:GPS", "Apple:", "IFD1:") == [])
    for name in Self.plain { #expect(after[name] == before[name], "\(name)") }
    #expect(after["ICC_Profile:ProfileDescription"] != nil)
  }

  @Test("color leaves the profile alone", arguments: ["out.jpg", "out.png", "out.webp"])
  func color(output: String) async throws {
    let (_, after) = try await tags("photo.jpg", to: FilePath(output), "color")
    #expect(after["ICC_Profile:ProfileDescription"] != nil)
    #expect(
      after.names(in: "IFD0:", "ExifIFD:", "GPS:", "XMP-", "IPTC:", "Apple:", "File:Comment") == [])
  }

  @Test("none leaves nothing", arguments: ["out.jpg", "out.png", "out.webp", "out.heic"])
  func none(output: String) async throws {
    let (_, after) = try await tags("photo.jpg", to: FilePath(output), "none")
    #expect(
      after.names(in: "IFD0:", "ExifIFD:", "GPS:", "XMP-", "IPTC:", "Apple:", "ICC", "File:Comment")
        == [])
  }
}
