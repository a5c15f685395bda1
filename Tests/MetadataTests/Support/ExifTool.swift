import Foundation
import TestSupport

/// exiftool, where it is installed: another program's eyes on what is written.
enum ExifTool {
  /// Where the program is; nil where it is not installed.
  static let path: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":").map { "\($0)/exiftool" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Whether it is installed.
  static var isThere: Bool { path != nil }

  /// The tags of a file, `Group:Name` and value, of EXIF, XMP, IPTC, ICC and comments.
  static func tags(_ bytes: [UInt8], _ name: String) throws -> [String: String] {
    let output = try run(bytes, name, ["-j", "-G1", "-n", "-s", "-api", "struct=1"])
    let records = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]]
    return (records?.first ?? [:]).mapValues { "\($0)" }
  }

  /// What exiftool finds wrong with a file.
  static func warnings(_ bytes: [UInt8], _ name: String) throws -> Set<String> {
    let output = try run(bytes, name, ["-validate", "-warning", "-error", "-a", "-s3"])
    // The first line sums up.
    return Set(output.split(separator: "\n").dropFirst().map(String.init))
  }

  private static func run(_ bytes: [UInt8], _ name: String, _ arguments: [String]) throws -> String
  {
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path ?? "exiftool")
    process.arguments = arguments + [try folder.write(name, bytes)]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }
}
