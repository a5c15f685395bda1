#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Tells what changes in folders: at once where the system says so (Linux' inotify), else by looking.
package struct FolderWatch: ~Copyable {
  #if canImport(Glibc)
    private let events: FileDescriptor
    private var folders: [Int32: FilePath]
  #else
    private var seen: [FilePath: [FilePath: FileStatus]] = [:]
  #endif

  /// Watches folders, not what is in folders within them; those that can't be watched are left out.
  ///
  /// - Parameter folders: The folders; empty for the current one.
  /// - Throws: An error where the system watches no more.
  package init(_ folders: [FilePath]) throws(SystemError) {
    #if canImport(Glibc)
      let events = FileDescriptor(
        adopting: try checked { inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)) })
      let wanted =
        IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_ATTRIB
      // Stored at the end: Swift 6.0's compiler dies over an initializer that throws while a property is set.
      var watched: [Int32: FilePath] = [:]
      for folder in folders {
        let path = folder.bytes.isEmpty ? "." : folder
        let number = path.withCString { inotify_add_watch(events.number, $0, UInt32(wanted)) }
        if number >= 0 { watched[number] = folder }
      }
      self.events = events
      self.folders = watched
    #else
      for folder in folders { seen[folder] = Self.look(at: folder) }
    #endif
  }

  /// What has changed since the last call, at most so many milliseconds from now.
  ///
  /// - Parameter milliseconds: How long to wait for something.
  /// - Returns: The paths, in folders as they were given; none when nothing changed in time, or a signal came.
  package mutating func changes(within milliseconds: Int32) -> Set<FilePath> {
    #if canImport(Glibc)
      var wanted = pollfd(fd: events.number, events: Int16(POLLIN), revents: 0)
      guard poll(&wanted, 1, milliseconds) > 0 else { return [] }
      // What has come so far, and no waiting for more.
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(events.number, &bytes, bytes.count)
      return count > 0 ? paths(in: Array(bytes[..<count])) : []
    #else
      CurrentProcess.sleep(milliseconds: Int(milliseconds))
      var changed: Set<FilePath> = []
      for (folder, before) in seen {
        let now = Self.look(at: folder)
        for name in Set(before.keys).union(now.keys) where before[name] != now[name] {
          changed.insert(folder.appending(name))
        }
        seen[folder] = now
      }
      return changed
    #endif
  }

  #if canImport(Glibc)
    /// The paths of events: number of the watch, mask, cookie and length of the name, four bytes each, then the
    /// name (inotify(7)).
    private func paths(in bytes: [UInt8]) -> Set<FilePath> {
      var paths: Set<FilePath> = []
      var rest = bytes[...]
      while rest.count >= 16 {
        let header = rest.prefix(16)
        let fields = stride(from: header.startIndex, to: header.endIndex, by: 4).map { start in
          header[start..<start + 4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        let name = FilePath(bytes: rest.dropFirst(16).prefix(Int(fields[3])))
        // Where the queue ran over, anything may have changed.
        if let folder = folders[Int32(truncatingIfNeeded: fields[0])] {
          paths.insert(folder.appending(name))
        } else {
          paths.insert("")
        }
        rest = rest.dropFirst(16 + Int(fields[3]))
      }
      return paths
    }
  #else
    private static func look(at folder: FilePath) -> [FilePath: FileStatus] {
      let entries = (try? FolderListing.entries(of: folder.bytes.isEmpty ? "." : folder)) ?? []
      let found = entries.compactMap { entry in
        (try? FileStatus(of: folder.appending(entry.name))).map { (entry.name, $0) }
      }
      return Dictionary(found) { one, _ in one }
    }
  #endif
}
