package import Checksum
package import Posix

/// A record, in the user's state folder, of files that could not carry an `OutputMark`.
///
/// One line a file: device, inode, size and modification time, and the beginning of a digest. It can always be absent, read-only or
/// wrong: then `--overwrite` is needed where it would not have been.
package final class WrittenFiles: Sendable {
  private static let longest = 1 << 20

  private let file: FilePath
  /// The lines that were there when the first one was looked up, and those added since.
  private let known = Locked<[String: String]?>(nil)

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

  /// What a file of just this status held when it was recorded: the first digits of the digest.
  func digits(of status: FileStatus) -> [UInt8]? {
    let key = Self.key(status)
    return known.withLock { known in
      let lines = known ?? read()
      known = lines
      return lines[key].map { Array($0.utf8) }
    }
  }

  /// Records a file, as well as that can be done.
  package func add(_ status: FileStatus, _ digest: ContentDigest) {
    add(status, digits: OutputMark.digits(of: digest))
  }

  /// Takes a file for one that was never recorded: later lines count, and no digest has a dash.
  package func forget(_ status: FileStatus) {
    guard digits(of: status) != nil else { return }
    add(status, digits: String(repeating: "-", count: OutputMark.digits))
  }

  private func add(_ status: FileStatus, digits: String) {
    let key = Self.key(status)
    known.withLock { $0?[key] = digits }
    do throws(SystemError) {
      try FileSystem.makeFolders(file.folder, permissions: .privateFolder)
      try shorten()
      let record = try FileDescriptor(
        opening: file, [.write, .create, .append, .noFollow], permissions: .privateFile)
      // One call, so that lines of other processes stay whole.
      try record.write(Array("\(key) \(digits)\n".utf8))
    } catch {
      // A convenience is lost, and nothing else.
    }
  }

  private static func key(_ status: FileStatus) -> String {
    "\(status.device) \(status.inode) \(status.size) \(status.modified.seconds) "
      + "\(status.modified.nanoseconds)"
  }

  private func read() -> [String: String] {
    guard let record = try? FileDescriptor(opening: file, [.read, .noFollow, .nonBlocking]),
      let bytes = try? record.readAll(limit: Self.longest * 2)
    else { return [:] }
    var found: [String: String] = [:]
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      guard let space = line.lastIndex(of: UInt8(ascii: " ")) else { continue }
      let digits = line[(space + 1)...]
      // A line that was cut off tells nothing.
      guard digits.count == OutputMark.digits else { continue }
      found[String(decoding: line[..<space], as: UTF8.self)] = String(
        decoding: digits, as: UTF8.self)
    }
    return found
  }

  /// Drops the older half of a record that has grown long.
  private func shorten() throws(SystemError) {
    guard let size = try? FileStatus(of: file).size, size > Self.longest else { return }
    let newer = try bytes(from: size - Self.longest / 2)
    // The first line is cut most likely.
    let lines = newer.drop { $0 != UInt8(ascii: "\n") }.dropFirst()
    var options = AtomicFileOptions.record
    options.permissions = .privateFile
    _ = try AtomicFile.write(lines, to: file, options)
  }

  // A function of its own: the optimiser of Swift 6.0 stumbles over the descriptor's end amid the rest.
  private func bytes(from offset: Int) throws(SystemError) -> [UInt8] {
    try FileDescriptor(opening: file, [.read, .noFollow, .nonBlocking])
      .read(at: offset, count: Self.longest)
  }
}
