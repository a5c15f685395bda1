internal import Foundation
internal import Posix
internal import TestSupport
internal import Testing

/// Outputs of `--metadata safe` as another program sees them: of fixtures always, and of a folder of
/// real pictures where `IMGTOOL_CORPUS` names one.
@Suite("--metadata safe, seen by exiftool", .enabled(if: Tags.canBeRead))
struct SafeOutputTests {
  static let formats = ["jpeg", "png", "webp", "heic", "avif"]
  static let corpus = ProcessInfo.processInfo.environment["IMGTOOL_CORPUS"]

  /// How long a run may take: a folder of real pictures is encoded in a program that isn't optimised.
  private static let patience = Duration.seconds(1800)

  /// Parts of tag names that tell a place, a device or its owner.
  private static let telling = [
    "gps", "latitude", "longitude", "location", "serialnumber", "makernote", "thumbnailimage",
    "imageuniqueid",
  ]
  private static let names: Set<String> = [
    "city", "state", "province-state", "country", "countrycode", "country-primarylocationname",
    "country-primarylocationcode", "ownername", "cameraownername",
  ]

  private static func isPrivate(_ tag: String) -> Bool {
    let parts = tag.lowercased().split(separator: ":", maxSplits: 1)
    guard let group = parts.first, let name = parts.last, parts.count == 2 else { return false }
    // Of the file, not in it.
    if ["system", "file", "exiftool"].contains(group) { return false }
    return names.contains(String(name)) || telling.contains { name.contains($0) }
  }

  /// What shrinking files leaves of private tags in the outputs.
  private func left(
    _ inputs: [Argument], to format: String, in place: Workplace
  ) async throws -> [String] {
    let run = try await place.start(
      ["shrink", "--max", "96", "--metadata", "safe", "--format", "\(format)", "--json", "--quiet"]
        + ["-r", "-o", "out", "--name", "{stem}-{width}.{ext}", "--"] + inputs
    ).result(within: Self.patience)
    let internalFaults = try run.records().filter { $0.error?.code == "internal" }
    #expect(internalFaults.isEmpty, "\(internalFaults.map(\.input))")
    let child = try ChildProcess(
      "/bin/sh", ["-c", "exiftool -j -G1 -a -s -r out"],
      environment: [
        "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "LC_ALL": "C.UTF-8",
      ],
      folder: String(decoding: place.path.bytes, as: UTF8.self))
    let parsed = try JSONSerialization.jsonObject(
      with: Data(try await child.result(within: Self.patience).output))
    let files = try #require(parsed as? [[String: Any]])
    #expect(!files.isEmpty)
    return files.flatMap { tags in
      tags.keys.filter(Self.isPrivate).map { "\(tags["SourceFile"] ?? "") \($0)" }
    }
  }

  @Test("no tag of a place, a device or an owner is left of a fixture", arguments: formats)
  func fixtures(format: String) async throws {
    let place = try Workplace("photo.jpg", "photo.heic")
    #expect(try await left(["photo.jpg", "photo.heic"], to: format, in: place) == [])
  }

  @Test("the tags that are looked for are there in what goes in")
  func before() async throws {
    let place = try Workplace("photo.jpg")
    let found = try await Tags(of: "photo.jpg", in: place).values.keys.filter(Self.isPrivate)
    #expect(found.count > 10)
  }

  @Test(
    "nor of a folder of real pictures", .serialized,
    .enabled(if: corpus != nil, "IMGTOOL_CORPUS names none"),
    arguments: formats)
  func realPictures(format: String) async throws {
    let folders = ["jpeg", "heic", "png-webp-tiff"].map { "\(Self.corpus ?? "")/\($0)" }
    let found = folders.filter { FileManager.default.fileExists(atPath: $0) }
    let place = try Workplace()
    #expect(try await left(found.map { "\($0)" }, to: format, in: place) == [])
  }
}
