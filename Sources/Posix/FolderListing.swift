#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// One name in a folder.
package struct FolderEntry: Equatable, Sendable {
  /// The name, without the folder.
  package let name: FilePath
  /// What it names; a link is not followed.
  package let kind: FileKind

  /// The entry of this name and kind.
  package init(name: FilePath, kind: FileKind) {
    self.name = name
    self.kind = kind
  }
}

/// What a folder holds.
package enum FolderListing {
  /// The entries of a folder in byte order of their names, hidden ones too, without `.` and `..`.
  ///
  /// Throws the errno of opening or reading the folder.
  package static func entries(of folder: FilePath) throws(SystemError) -> [FolderEntry] {
    try entries(of: FileDescriptor(opening: folder, [.read, .folder]))
  }

  /// The same for a folder that is open for reading.
  package static func entries(
    of folder: consuming FileDescriptor
  ) throws(SystemError) -> [FolderEntry] {
    // The stream takes its descriptor over.
    let number = folder.release()
    guard let stream = fdopendir(number) else {
      let error = SystemError.current
      close(number)
      throw error
    }
    defer { closedir(stream) }
    var entries: [FolderEntry] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      let name = name(of: entry)
      if name == "." || name == ".." { continue }
      let kind = kind(ofType: entry.pointee.d_type) ?? lookUp(name, in: number)
      // Gone since: no entry any more.
      if let kind { entries.append(FolderEntry(name: name, kind: kind)) }
    }
    guard errno == 0 else { throw .current }
    return entries.sorted { $0.name < $1.name }
  }

  private static func name(of entry: UnsafeMutablePointer<dirent>) -> FilePath {
    // Through the raw address: a copy of the whole structure would read beyond a short record.
    let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    let start = UnsafeRawPointer(entry) + offset
    return FilePath(cString: start.assumingMemoryBound(to: CChar.self))
  }

  private static func kind(ofType type: UInt8) -> FileKind? {
    switch Int(type) {
    case Int(DT_REG): .file
    case Int(DT_DIR): .folder
    case Int(DT_LNK): .link
    case Int(DT_UNKNOWN): nil
    default: .other
    }
  }

  /// For file systems that keep no kinds in their folders.
  private static func lookUp(_ name: FilePath, in folder: Int32) -> FileKind? {
    var found = stat()
    let result = name.withCString { fstatat(folder, $0, &found, AT_SYMLINK_NOFOLLOW) }
    return result == 0 ? FileStatus(found).kind : nil
  }
}
