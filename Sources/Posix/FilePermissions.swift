/// The twelve mode bits of a file: read, write and execute for three classes, set-id and sticky.
package struct FilePermissions: RawRepresentable, Hashable, Sendable {
  /// The bits, 0 to 0o7777.
  package let rawValue: UInt16

  /// The permissions of the low twelve bits.
  package init(rawValue: UInt16) {
    self.rawValue = rawValue & 0o7777
  }

  /// What new files ask for; the umask takes bits away.
  package static let newFile = FilePermissions(rawValue: 0o666)
  /// What new folders ask for; the umask takes bits away.
  package static let newFolder = FilePermissions(rawValue: 0o777)
  /// A file for its owner alone.
  package static let privateFile = FilePermissions(rawValue: 0o600)
  /// A folder for its owner alone.
  package static let privateFolder = FilePermissions(rawValue: 0o700)
}
