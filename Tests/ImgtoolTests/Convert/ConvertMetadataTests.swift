internal import Posix
internal import Testing

@Suite("convert: what is said about a picture", .enabled(if: Tags.canBeRead))
struct ConvertMetadataTests {
  /// Where the chroma samples of a JPEG lie, which a TIFF in RGB does not have.
  private static let ofJPEG = "IFD0:YCbCrPositioning"

  private func tags(
    _ input: String, to output: FilePath, _ options: Argument...
  ) async throws -> (before: Tags, after: Tags) {
    let place = try Workplace(input)
    let run = try await place.start(
      ["convert", "-o", Argument(output), "\(input)"] + options
    ).result()
    #expect(run.end == .exited(0), "\(run.errorLines)")
    return (try await Tags(of: FilePath(input), in: place), try await Tags(of: output, in: place))
  }

  @Test(
    "EXIF with its maker note and XMP are the same in every format",
    arguments: ["photo.jpg", "photo.heic"],
    ["out.png", "out.webp", "out.heic", "out.avif", "out.tif", "out.jxl"])
  func everywhere(input: String, output: String) async throws {
    let (before, after) = try await tags(input, to: FilePath(output))
    let names = before.names(in: "IFD0:", "ExifIFD:", "Apple:", "GPS:", "XMP-")
    #expect(names.count > 20)
    for name in names where name != Self.ofJPEG {
      #expect(after[name] == before[name], "\(name)")
    }
    // JPEG XL has it in its stream, where exiftool does not look.
    if output != "out.jxl" {
      #expect(after["ICC_Profile:ProfileDescription"] == before["ICC_Profile:ProfileDescription"])
    }
  }

  @Test("IPTC travels to TIFF as it does to PNG", arguments: ["out.tif", "out.png"])
  func captions(output: String) async throws {
    let (before, after) = try await tags("photo.jpg", to: FilePath(output))
    let names = before.names(in: "IPTC:")
    #expect(!names.isEmpty)
    for name in names { #expect(after[name] == before[name], "\(name)") }
  }

  @Test("there and back again nothing is lost", arguments: ["mid.tif", "mid.jxl"])
  func back(middle: String) async throws {
    let place = try Workplace("photo.jpg")
    try await place.imgtool("convert", "-o", "\(middle)", "photo.jpg")
    try await place.imgtool("convert", "-o", "back.jpg", "\(middle)")
    let (before, after) = (
      try await Tags(of: "photo.jpg", in: place), try await Tags(of: "back.jpg", in: place)
    )
    // JPEG XL states a known profile in its own numbers, from which its decoder makes an equal one.
    let profile = middle == "mid.tif" ? "ICC_Profile:" : "IFD0:"
    let names = before.names(in: "IFD0:", "ExifIFD:", "Apple:", "GPS:", "XMP-", profile)
    for name in names where name != Self.ofJPEG {
      #expect(after[name] == before[name], "\(name)")
    }
  }

  @Test("safe and none hold in TIFF and JPEG XL", arguments: ["out.tif", "out.jxl"])
  func policies(output: String) async throws {
    let (before, safe) = try await tags("photo.jpg", to: FilePath(output), "--metadata", "safe")
    #expect(safe.names(in: "GPS:", "XMP-exif:GPS", "Apple:", "IFD1:") == [])
    for name in ["ExifIFD:SerialNumber", "ExifIFD:OwnerName", "IPTC:City"] {
      #expect(safe[name] == nil, "\(name)")
    }
    #expect(safe["IFD0:Model"] == before["IFD0:Model"])
    let (_, none) = try await tags("photo.jpg", to: FilePath(output), "--metadata", "none")
    #expect(none.names(in: "ExifIFD:", "GPS:", "XMP-", "IPTC:", "Apple:", "ICC") == [])
    #expect(none["IFD0:Model"] == nil)
  }
}
