#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// How a file is opened; every descriptor is also closed on exec.
package struct OpenFlags: OptionSet, Sendable {
  /// The system's own bits.
  package let rawValue: Int32

  /// The flags of these system bits.
  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// For reading.
  package static let read = OpenFlags(rawValue: O_RDONLY)
  /// For writing what is there.
  package static let write = OpenFlags(rawValue: O_WRONLY)
  /// For reading and writing.
  package static let readWrite = OpenFlags(rawValue: O_RDWR)
  /// Made where it is missing.
  package static let create = OpenFlags(rawValue: O_CREAT)
  /// With `create`: an error where something of that name is there, a dangling link too.
  package static let exclusive = OpenFlags(rawValue: O_EXCL)
  /// Emptied first.
  package static let truncate = OpenFlags(rawValue: O_TRUNC)
  /// Every write goes to the end, in one step with finding the end.
  package static let append = OpenFlags(rawValue: O_APPEND)
  /// Only a folder will do.
  package static let folder = OpenFlags(rawValue: O_DIRECTORY)
  /// Not through a symbolic link in the last component.
  package static let noFollow = OpenFlags(rawValue: O_NOFOLLOW)
  /// Without waiting for the other end of a pipe or device.
  package static let nonBlocking = OpenFlags(rawValue: O_NONBLOCK)

  /// A new file for writing, an error where the name is taken.
  package static let createNew: OpenFlags = [.write, .create, .exclusive]
}
