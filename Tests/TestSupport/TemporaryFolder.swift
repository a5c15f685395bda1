internal import Foundation

/// A fresh folder of a test's own, removed with everything in it when the test ends.
public final class TemporaryFolder: Sendable {
  /// Where it is.
  public let path: String

  /// Makes the folder below the system's temporary folder.
  public init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("imgtool-tests-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of something in the folder.
  public func file(_ name: String) -> String {
    path + "/" + name
  }

  /// Writes a file into the folder and gives its path.
  @discardableResult
  public func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
    let target = file(name)
    try Data(bytes).write(to: URL(fileURLWithPath: target))
    return target
  }

  /// The names of everything in the folder, hidden files too, sorted.
  public func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }
}
