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
    /// Where it is.
    package let path: FilePath
    /// Its status just after it got the name.
    package let status: FileStatus
    /// What it holds, where that had to be found out.
    package let digest: ContentDigest?
    /// Whether it carries the mark that was asked for.
    package let isMarked: Bool
    /// Why what it supersedes is still there; nil where all went well.
    package let remainder: Remainder?
  }

  /// A file that could not be removed.
  package struct Remainder: Sendable {
    /// What the system says.
    package let error: SystemError
    /// Whether the file that was to supersede it is gone in its stead.
    package let isUndone: Bool
  }

  private let target: FilePath
  private let folder: Folder
  private let options: AtomicFileOptions
  private let file: FileDescriptor
  /// The hidden name as long as it is there.
  private var hidden: FilePath?

  /// Starts the file that will be `path`; the folders above it are made where they are missing.
  ///
  /// Throws what making folders and files throws, and `.notFolder` where a link is not to be followed.
  package init(at path: FilePath, _ options: AtomicFileOptions) throws(SystemError) {
    try self.init(at: path, in: try Self.folder(of: path, options), options)
  }

  /// The same in a folder that is held already.
  init(
    at path: FilePath, in folder: consuming Folder, _ options: AtomicFileOptions
  ) throws(SystemError) {
    // Bits that the file will not have in the end are not lent to anybody in between.
    let permissions = options.permissions.map {
      FilePermissions(rawValue: $0.rawValue & FilePermissions.privateFile.rawValue)
    }
    let start = try Self.start(
      in: folder, permissions ?? .newFile, unnamed: options.usesUnnamedFiles)
    self.init(target: path, folder: folder, options: options, start: start)
  }

  private init(
    target: FilePath, folder: consuming Folder, options: AtomicFileOptions, start: consuming Start
  ) {
    self.target = target
    self.folder = folder
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
    if options.durability != .none { try file.synchronize() }
    try giveName()
    try secureName()
    var remainder: Remainder?
    if let old = options.supersedes { remainder = try removeSuperseded(old) }
    let isDisowned = options.supersedes != nil && remainder == nil
    // A name is a change of the status.
    return Committed(
      path: target, status: (try? FileStatus(of: file)) ?? status, digest: options.digest,
      isMarked: isMarked && !isDisowned, remainder: remainder)
  }

  deinit {
    if let hidden { try? folder.remove(hidden) }
  }
}

extension AtomicFile {
  /// Writes a whole file in one go.
  ///
  /// Throws what `init`, `write` and `commit` throw; nothing is left then.
  package static func write(
    _ bytes: some Collection<UInt8>, to path: FilePath, _ options: AtomicFileOptions
  ) throws(SystemError) -> Committed {
    try write(bytes, to: path, in: try folder(of: path, options), options)
  }

  /// The same in a folder that is held already.
  static func write(
    _ bytes: some Collection<UInt8>, to path: FilePath, in folder: consuming Folder,
    _ options: AtomicFileOptions
  ) throws(SystemError) -> Committed {
    var options = options
    if options.isMarked, options.digest == nil {
      options.digest = SHA256.digest(of: Array(bytes))
    }
    let file = try AtomicFile(at: path, in: folder, options)
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
      try folder.rename(hidden, to: target.name)
    } else {
      try renameToFree(hidden)
    }
    self.hidden = nil
  }

  private mutating func nameUnnamed() throws(SystemError) {
    do throws(SystemError) {
      return try file.link(in: folder, to: target.name)
    } catch {
      guard options.replaces, error == .exists else { throw error }
    }
    // No call links over a name that is taken, so this takes two steps, one right after the other. The
    // lock comes first: the hidden name is never seen without it.
    _ = try? file.tryLock()
    let hidden = HiddenName().name
    try file.link(in: folder, to: hidden)
    self.hidden = hidden
    try folder.rename(hidden, to: target.name)
    self.hidden = nil
  }

  /// Renames where nothing has the final name.
  private borrowing func renameToFree(_ hidden: FilePath) throws(SystemError) {
    do throws(SystemError) {
      return try folder.renameExclusively(hidden, to: target.name)
    } catch {
      guard error.isUnsupported else { throw error }
    }
    do throws(SystemError) {
      try folder.link(hidden, to: target.name)
      try folder.remove(hidden)
    } catch {
      guard error.isUnsupported || error == .forbidden else { throw error }
      // Neither way: what is left can be overtaken by another program, between the two lines.
      guard (try? folder.status(of: target.name)) == nil else { throw .exists }
      try folder.rename(hidden, to: target.name)
    }
  }

  /// Makes the name survive a power cut, as far as that is wanted; a new name that doesn't is taken back.
  private borrowing func secureName() throws(SystemError) {
    switch options.durability {
    case .none: break
    case .contents: try? folder.synchronize()
    case .complete:
      do throws(SystemError) {
        try folder.synchronize()
      } catch {
        _ = takeBack()
        throw error
      }
    }
  }

  /// Takes the name away again, where nothing had it before; says whether it did.
  private borrowing func takeBack() -> Bool {
    guard !options.replaces, let named = try? folder.status(of: target.name),
      let own = try? FileStatus(of: file), named.isSameFile(as: own)
    else { return false }
    return (try? folder.remove(target.name)) != nil
  }

  /// Removes what the file supersedes, after which nobody takes the file for an output; where it can't be
  /// removed, the file goes: a picture is not to be there twice.
  private borrowing func removeSuperseded(_ name: FilePath) throws(SystemError) -> Remainder? {
    do throws(SystemError) {
      try folder.remove(name)
    } catch {
      return Remainder(error: error, isUndone: takeBack())
    }
    try? ExtendedAttributes.remove(OutputMark.attribute, in: file)
    if options.durability == .complete { try folder.synchronize() }
    return nil
  }
}
