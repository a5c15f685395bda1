internal import Foundation
internal import Posix
internal import TestSupport

/// What exiftool, which knows every tag, reads in a file.
struct Tags {
  /// Values by group and name, such as `GPS:GPSLatitude`; numbers are as stored.
  let values: [String: String]

  /// Whether the program is there; `scripts/setup` installs it.
  static let canBeRead = program != nil

  private static let program = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":").map { "\($0)/exiftool" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Reads the tags of a file in a workplace.
  init(of name: FilePath, in place: Workplace) async throws {
    let child = try ChildProcess(
      Self.program ?? "exiftool", ["-j", "-G1", "-n", "-a", Argument(name)],
      environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"],
      folder: String(decoding: place.path.bytes, as: UTF8.self))
    let output = try await child.result().output
    let parsed = try JSONSerialization.jsonObject(with: Data(output))
    values = ((parsed as? [[String: Any]])?.first ?? [:]).mapValues { "\($0)" }
  }

  subscript(_ name: String) -> String? { values[name] }

  /// The tags of these groups.
  func names(in groups: String...) -> [String] {
    values.keys.filter { name in groups.contains { name.hasPrefix($0) } }.sorted()
  }
}
