package import Checksum
package import Posix

/// How a file gets its final name, and what it has by then.
package struct AtomicFileOptions: Sendable {
  /// Whether what has the name is replaced; otherwise that is the error `.exists`.
  package var replaces = false
  /// A folder above the file below which no link is followed, whoever makes one meanwhile; nil to follow
  /// those on the way to the file.
  package var root: FilePath?
  /// Another name in the file's folder that goes once the file has its own.
  package var supersedes: FilePath?
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
  /// What of it survives a power cut.
  package var durability = Durability.none

  /// Files without a name are used where there are such.
  var usesUnnamedFiles = true

  /// A new file under the umask that replaces nothing and is marked.
  package init() {}

  /// A file that tells something, such as a report or a list: no output, and it replaces what has its name.
  package static var record: AtomicFileOptions {
    var options = AtomicFileOptions()
    options.isMarked = false
    options.replaces = true
    return options
  }

  /// A file that takes the place of another as it is: the same permissions, and owner where possible.
  ///
  /// It is not marked: what a user has in place of an original is not replaced unasked by a later run.
  package static func inPlace(of status: FileStatus) -> AtomicFileOptions {
    var options = record
    options.permissions = status.permissions
    options.owner = (status.owner, status.group)
    options.durability = .contents
    return options
  }
}

/// What of a file that was written survives a power cut.
package enum Durability: Sendable {
  /// Whatever the system has brought to the disk by itself.
  case none
  /// The contents are on the disk before the name: slow. The name itself follows as well as can be.
  case contents
  /// Contents, name, new folders above it and the removal of what it supersedes, in this order; a disk
  /// that doesn't say so is an error.
  case complete
}
