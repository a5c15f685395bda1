#if canImport(Glibc)
  internal import CPosix
  internal import Glibc
#else
  internal import Darwin
#endif

/// Changes to names in folders.
package enum FileSystem {
  /// Gives a file another name in the same file system; whatever had that name is replaced at once.
  package static func rename(_ path: FilePath, to other: FilePath) throws(SystemError) {
    _ = try checked {
      path.withCString { from in other.withCString { callRename(from, $0) } }
    }
  }

  /// Gives a file one more name; `.exists` where that is taken.
  package static func link(_ path: FilePath, to other: FilePath) throws(SystemError) {
    _ = try checked {
      path.withCString { from in other.withCString { callLink(from, $0) } }
    }
  }

  /// Makes a symbolic link at `path` that says `target`.
  package static func makeLink(at path: FilePath, to target: FilePath) throws(SystemError) {
    _ = try checked {
      target.withCString { said in path.withCString { symlink(said, $0) } }
    }
  }

  /// Takes a file's name away; the file goes with its last name.
  package static func remove(_ path: FilePath) throws(SystemError) {
    _ = try checked { path.withCString { unlink($0) } }
  }

  /// Sets the time at which a file was last changed to now; the time of the last access stays.
  package static func touch(_ path: FilePath) throws(SystemError) {
    #if canImport(Glibc)
      let keep = timespec(tv_sec: 0, tv_nsec: imgtool_UTIME_OMIT)
    #else
      let keep = timespec(tv_sec: 0, tv_nsec: Int(UTIME_OMIT))
    #endif
    let times = [keep, FileTime.now.systemTime]
    _ = try checked { path.withCString { utimensat(AT_FDCWD, $0, times, AT_SYMLINK_NOFOLLOW) } }
  }

  /// Takes an empty folder away.
  package static func removeFolder(_ path: FilePath) throws(SystemError) {
    _ = try checked { path.withCString { rmdir($0) } }
  }

  /// What a symbolic link says, which need not exist.
  package static func readLink(_ path: FilePath) throws(SystemError) -> FilePath {
    // Linux lets no link say more than a page.
    var buffer = [CChar](repeating: 0, count: 4097)
    let room = buffer.count - 1
    _ = try checked { path.withCString { readlink($0, &buffer, room) } }
    return FilePath(bytes: buffer.lazy.map { UInt8(bitPattern: $0) })
  }

  /// The path from the root without links, dots or repeated slashes; all of it must exist.
  package static func realPath(_ path: FilePath) throws(SystemError) -> FilePath {
    guard let found = path.withCString({ realpath($0, nil) }) else { throw .current }
    defer { free(found) }
    return FilePath(cString: found)
  }

  /// Makes a folder and those above it, where they are missing.
  ///
  /// - Returns: Those that were made, from the top down.
  /// - Throws: `.notFolder` or `.exists` where something else has one of the names.
  @discardableResult
  package static func makeFolders(
    _ path: FilePath, permissions: FilePermissions = .newFolder
  ) throws(SystemError) -> [FilePath] {
    var missing: [FilePath] = []
    var made: [FilePath] = []
    var tried: Set<FilePath> = []
    var next = path
    while true {
      do throws(SystemError) {
        if try makeFolder(next, permissions) { made.append(next) }
        guard let below = missing.popLast() else { return made }
        next = below
      } catch {
        // A folder above it is missing; “.” and “/” have none, and end it. So does a second time: in
        // /proc a folder can't be made although the one above is there.
        guard error == .notFound, next.folder != next, next.folder != ".",
          tried.insert(next).inserted
        else { throw error }
        missing.append(next)
        next = next.folder
      }
    }
  }

  /// Makes a folder, unless it is there; says whether it did.
  private static func makeFolder(
    _ path: FilePath, _ permissions: FilePermissions
  ) throws(SystemError) -> Bool {
    do throws(SystemError) {
      _ = try checked { path.withCString { mkdir($0, mode_t(permissions.rawValue)) } }
      return true
    } catch {
      // Whatever mkdir complained of, such as a read-only file system: it is there already.
      if let there = try? FileStatus(of: path), there.kind == .folder { return false }
      throw error
    }
  }
}

// Inside the type, these names mean its methods.
private func callRename(_ from: UnsafePointer<CChar>, _ to: UnsafePointer<CChar>) -> Int32 {
  rename(from, to)
}

private func callLink(_ from: UnsafePointer<CChar>, _ to: UnsafePointer<CChar>) -> Int32 {
  link(from, to)
}
