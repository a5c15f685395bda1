internal import Foundation

/// The small pictures that `scripts/make-fixtures` makes.
public enum Fixtures {
  /// The repository's `Fixtures` folder.
  public static let folder: String = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures").path

  /// The path of a fixture.
  public static func path(_ name: String) -> String {
    folder + "/" + name
  }

  /// The bytes of a fixture.
  public static func bytes(_ name: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(fileURLWithPath: path(name))))
  }
}
