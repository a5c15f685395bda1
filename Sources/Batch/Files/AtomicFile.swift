package import Checksum
package import Posix

/// A file that appears under its name whole, or not at all.
///
/// Written without a name, or under a hidden one in the same folder, until `commit`. A file that is let
/// go before leaves nothing behind; of a killed process at most the hidden name stays, for
/// `LeftoverSweep`.
package struct AtomicFile: ~Copyable {
  /// A file that has got its name.
  package struct Committed: Sendable {
    /// Where it is: the target where a symbolic link was followed.
    package let path: FilePath
    /// Its status just after it got the name.
    package let status: FileStatus
    /// What it holds, where that had to be found out.
    package let digest: ContentDigest?
    /// Whether it carries the mark that was asked for.
    package let isMarked: Bool
  }

  private let target: FilePath
  private let options: AtomicFileOptions
  private let file: FileDescriptor
  /// The hidden name as long as it is there.
  private var hidden: FilePath?

  /// Starts the file that will be `path`; the folders above it are made where they are missing.
  ///
  /// Throws what making folders and files throws.
  package init(at path: FilePath, _ options: AtomicFileOptions) throws(SystemError) {
    let target = options.followsLink ? try Self.behindLink(path) : path
    try FileSystem.makeFolders(target.folder)
    // Bits that the file will not have in the end are not lent to anybody in between.
    let permissions = options.permissions.map {
      FilePermissions(rawValue: $0.rawValue & FilePermissions.privateFile.rawValue)
    }
    let start = try Self.start(
      in: target.folder, permissions ?? .newFile, unnamed: options.usesUnnamedFiles)
    self.init(target: target, options: options, start: start)
  }

  private init(target: FilePath, options: AtomicFileOptions, start: consuming Start) {
    self.target = target
    self.options = options
    hidden = start.hidden
    file = start.file
  }

  /// Adds bytes at the end.
  ///
  /// Throws, with `isOutOfSpace`, where there is no more room; nothing is left then.
  package func write(_ bytes: some Collection<UInt8>) throws(SystemError) {
    try file.write(bytes)
  }

  /// Takes over all bytes of another file, as yet unchanged, by sharing its blocks, or else from memory.
  ///
  /// Throws what `write` throws.
  func write(
    _ bytes: some Collection<UInt8>, sharing other: borrowing FileDescriptor
  ) throws(SystemError) {
    do throws(SystemError) {
      try file.clone(other)
      // The other file's own length is what came along.
      guard try FileStatus(of: file).size != bytes.count else { return }
      try file.truncate(to: 0)
    } catch {
      // Few file systems share blocks.
    }
    try file.write(bytes)
  }

  /// Completes the file and gives it its name, as the last step.
  ///
  /// Throws `.exists` where the name is taken and nothing is to be replaced, `.isFolder` where a folder
  /// has it, and whatever the system finds out only now about bytes written before.
  package consuming func commit() throws(SystemError) -> Committed {
    try file.flush()
    // Best effort, as `cp -p` does it: only root may give files away.
    if let owner = options.owner { try? file.setOwner(owner.user, group: owner.group) }
    if let permissions = options.permissions { try file.setPermissions(permissions) }
    for attribute in options.attributes {
      try? ExtendedAttributes.set(attribute.name, to: attribute.value, in: file)
    }
    if let modified = options.modified { try file.setModified(modified) }
    let status = try FileStatus(of: file)
    let mark = options.digest.map { OutputMark(of: status, $0) }
    let isMarked = options.isMarked && mark?.put(on: file) == true
    if options.isDurable { try file.synchronize() }
    try giveName()
    if options.isDurable { Self.synchronizeFolder(target.folder) }
    // A name is a change of the status.
    return Committed(
      path: target, status: (try? FileStatus(of: file)) ?? status, digest: options.digest,
      isMarked: isMarked)
  }

  deinit {
    if let hidden { try? FileSystem.remove(hidden) }
  }
}

extension AtomicFile {
  /// Writes a whole file in one go.
  ///
  /// Throws what `init`, `write` and `commit` throw; nothing is left then.
  package static func write(
    _ bytes: some Collection<UInt8>, to path: FilePath, _ options: AtomicFileOptions
  ) throws(SystemError) -> Committed {
    var options = options
    if options.isMarked, options.digest == nil {
      options.digest = SHA256.digest(of: Array(bytes))
    }
    let file = try AtomicFile(at: path, options)
    if let other = options.sharing {
      try file.write(bytes, sharing: other.descriptor)
    } else {
      try file.write(bytes)
    }
    return try file.commit()
  }

  private mutating func giveName() throws(SystemError) {
    guard let hidden else { return try nameUnnamed() }
    if options.replaces {
      try FileSystem.rename(hidden, to: target)
    } else {
      try Self.renameToFree(hidden, target)
    }
    self.hidden = nil
  }

  private mutating func nameUnnamed() throws(SystemError) {
    do throws(SystemError) {
      return try file.link(to: target)
    } catch {
      guard options.replaces, error == .exists else { throw error }
    }
    // No call links over a name that is taken, so this takes two steps, one right after the other. The
    // lock comes first: the hidden name is never seen without it.
    _ = try? file.tryLock()
    let hidden = target.folder.appending(HiddenName().name)
    try file.link(to: hidden)
    self.hidden = hidden
    try FileSystem.rename(hidden, to: target)
    self.hidden = nil
  }

  /// Renames where nothing has the new name.
  private static func renameToFree(_ path: FilePath, _ target: FilePath) throws(SystemError) {
    do throws(SystemError) {
      return try FileSystem.renameExclusively(path, to: target)
    } catch {
      guard error.isUnsupported else { throw error }
    }
    do throws(SystemError) {
      try FileSystem.link(path, to: target)
      try FileSystem.remove(path)
    } catch {
      guard error.isUnsupported || error == .forbidden else { throw error }
      // Neither way: what is left can be overtaken by another program, between the two lines.
      guard (try? FileStatus(of: target, followingLinks: false)) == nil else { throw .exists }
      try FileSystem.rename(path, to: target)
    }
  }

  private static func synchronizeFolder(_ folder: FilePath) {
    // The file is there by now, so a failure, or a file system that can't, changes nothing for the user.
    if let folder = try? FileDescriptor(opening: folder, [.read, .folder]) {
      try? folder.synchronize()
    }
  }

  /// What a symbolic link leads to, or the path itself where it is none.
  ///
  /// Throws `.notFound` where a link leads nowhere.
  static func behindLink(_ path: FilePath) throws(SystemError) -> FilePath {
    let status = try? FileStatus(of: path, followingLinks: false)
    return status?.kind == .link ? try FileSystem.realPath(path) : path
  }
}
