package import Posix

/// A record, in the user's state folder, of files that could not carry an `OutputMark`.
///
/// One line a file: device, inode, size and modification time. It can always be absent, read-only or
/// wrong: then `--overwrite` is needed where it would not have been.
package final class WrittenFiles: Sendable {
  private static let longest = 1 << 20

  private let file: FilePath
  /// The lines that were there when the first one was looked up, and those added since.
  private let known = Locked<Set<String>?>(nil)

  /// The record in this folder, which need not exist.
  package init(folder: FilePath) {
    file = folder.appending("written-files")
  }

  /// The record in `$XDG_STATE_HOME/imgtool`, else in `~/.local/state/imgtool`; nil without either.
  package convenience init?(
    environment: (String) -> [UInt8]? = ProcessArguments.environmentVariable
  ) {
    let state = environment("XDG_STATE_HOME").map { FilePath(bytes: $0) }
    let home = environment("HOME").map { FilePath(bytes: $0) }
    // A relative path there is to be ignored (XDG Base Directory Specification).
    if let state, state.isAbsolute {
      self.init(folder: state.appending("imgtool"))
    } else if let home, home.isAbsolute {
      self.init(folder: home.appending(".local/state/imgtool"))
    } else {
      return nil
    }
  }

  /// Whether a file of just this status was recorded.
  package func contains(_ status: FileStatus) -> Bool {
    let line = Self.line(status)
    return known.withLock { known in
      let lines = known ?? read()
      known = lines
      return lines.contains(line)
    }
  }

  /// Records a file, as well as that can be done.
  package func add(_ status: FileStatus) {
    let line = Self.line(status)
    known.withLock { _ = $0?.insert(line) }
    do throws(SystemError) {
      try FileSystem.makeFolders(file.folder, permissions: .privateFolder)
      try shorten()
      let record = try FileDescriptor(
        opening: file, [.write, .create, .append, .noFollow], permissions: .privateFile)
      // One call, so that lines of other processes stay whole.
      try record.write(Array("\(line)\n".utf8))
    } catch {
      // A convenience is lost, and nothing else.
    }
  }

  private static func line(_ status: FileStatus) -> String {
    "\(status.device) \(status.inode) \(status.size) \(status.modified.seconds) "
      + "\(status.modified.nanoseconds)"
  }

  private func read() -> Set<String> {
    guard let record = try? FileDescriptor(opening: file, [.read, .noFollow, .nonBlocking]),
      let bytes = try? record.readAll(limit: Self.longest * 2)
    else { return [] }
    return Set(
      bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) })
  }

  /// Drops the older half of a record that has grown long.
  private func shorten() throws(SystemError) {
    guard let size = try? FileStatus(of: file).size, size > Self.longest else { return }
    let newer = try bytes(from: size - Self.longest / 2)
    // The first line is cut most likely.
    let lines = newer.drop { $0 != UInt8(ascii: "\n") }.dropFirst()
    var options = AtomicFileOptions()
    options.isMarked = false
    options.replaces = true
    options.permissions = .privateFile
    _ = try AtomicFile.write(lines, to: file, options)
  }

  // A function of its own: the optimiser of Swift 6.0 stumbles over the descriptor's end amid the rest.
  private func bytes(from offset: Int) throws(SystemError) -> [UInt8] {
    try FileDescriptor(opening: file, [.read, .noFollow, .nonBlocking])
      .read(at: offset, count: Self.longest)
  }
}
