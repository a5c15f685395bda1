import Posix
import TestSupport

/// What the file system of the temporary folder can do.
enum FileSystemAbilities {
  static let hasUnnamedFiles = can { folder in
    _ = try FileDescriptor(unnamedIn: FilePath(folder.path))
  }

  static let hasAttributes = can { folder in
    let file = try FileDescriptor(opening: FilePath(folder.file("file")), .createNew)
    try ExtendedAttributes.set("user.imgtool.test", to: [1], in: file)
  }

  private static func can(_ attempt: (TemporaryFolder) throws -> Void) -> Bool {
    do {
      try attempt(TemporaryFolder())
      return true
    } catch {
      return false
    }
  }
}
