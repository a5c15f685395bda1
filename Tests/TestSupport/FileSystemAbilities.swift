internal import Posix

/// What the file system of the temporary folder can do.
public enum FileSystemAbilities {
  /// Whether it has files without a name.
  public static let hasUnnamedFiles = can { folder in
    _ = try FileDescriptor(unnamedIn: Folder(opening: FilePath(folder.path)))
  }

  /// Whether it has extended attributes.
  public static let hasAttributes = can { folder in
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
