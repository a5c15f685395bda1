package import Checksum
package import Posix

/// How a file gets its final name, and what it has by then.
package struct AtomicFileOptions: Sendable {
  /// Whether what has the name is replaced; otherwise that is the error `.exists`.
  package var replaces = false
  /// Whether a symbolic link at the name stays, and its target is what is written.
  package var followsLink = false
  /// The exact permissions, or nil for those of a new file under the umask.
  package var permissions: FilePermissions?
  /// User and group to give the file to where that is permitted, or nil for those of the process.
  package var owner: (user: UInt32, group: UInt32)?
  /// When the contents count as last changed, or nil for the moment of writing.
  package var modified: FileTime?
  /// Extended attributes, set where the file system has them.
  package var attributes: [(name: String, value: [UInt8])] = []
  /// An open file of the same bytes, whose blocks are shared where the file system can do that.
  package var sharing: SharedFile?
  /// What the contents are, where that is known already; the mark tells it.
  package var digest: ContentDigest?
  /// Whether the file gets the mark by which `OutputMark` knows it again, as outputs do.
  package var isMarked = true
  /// Whether the file survives a power cut once it is written; slow.
  package var isDurable = false

  /// Files without a name are used where there are such.
  var usesUnnamedFiles = true

  /// A new file under the umask that replaces nothing and is marked.
  package init() {}

  /// A file that takes the place of another as it is: the same permissions, and owner where possible.
  ///
  /// It is not marked: what a user has in place of an original is not replaced unasked by a later run.
  package static func inPlace(of status: FileStatus) -> AtomicFileOptions {
    var options = AtomicFileOptions()
    options.isMarked = false
    options.replaces = true
    options.followsLink = true
    options.permissions = status.permissions
    options.owner = (status.owner, status.group)
    options.isDurable = true
    return options
  }
}
