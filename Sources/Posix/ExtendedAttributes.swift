#if canImport(Glibc)
  internal import CPosix
  internal import Glibc
#else
  internal import Darwin
#endif

/// Small named values that file systems keep beside a file's contents.
///
/// Names have a prefix: `user.` is for programs such as this one.
package enum ExtendedAttributes {
  /// The value of an attribute of what `path` names, or nil where it has none of that name.
  ///
  /// Throws, with `isUnsupported`, where the file system has no attributes.
  package static func value(
    of name: String, at path: FilePath
  ) throws(SystemError) -> [UInt8]? {
    try path.withCString { path in
      Result { () throws(SystemError) in
        try read { start, room in
          #if canImport(Glibc)
            getxattr(path, name, start, room)
          #else
            getxattr(path, name, start, room, 0, 0)
          #endif
        }
      }
    }.get()
  }

  /// The value of an attribute of an open file, or nil where it has none of that name.
  package static func value(
    of name: String, in file: borrowing FileDescriptor
  ) throws(SystemError) -> [UInt8]? {
    let number = file.number
    return try read { start, room in
      #if canImport(Glibc)
        fgetxattr(number, name, start, room)
      #else
        fgetxattr(number, name, start, room, 0, 0)
      #endif
    }
  }

  /// Sets an attribute of an open file, replacing what it had.
  package static func set(
    _ name: String, to value: [UInt8], in file: borrowing FileDescriptor
  ) throws(SystemError) {
    let number = file.number
    _ = try checked {
      #if canImport(Glibc)
        fsetxattr(number, name, value, value.count, 0)
      #else
        fsetxattr(number, name, value, value.count, 0, 0)
      #endif
    }
  }

  /// Removes an attribute of an open file; one that is not there is an error too.
  package static func remove(
    _ name: String, in file: borrowing FileDescriptor
  ) throws(SystemError) {
    let number = file.number
    _ = try checked {
      #if canImport(Glibc)
        fremovexattr(number, name)
      #else
        fremovexattr(number, name, 0)
      #endif
    }
  }

  /// The names of all attributes of an open file.
  package static func names(in file: borrowing FileDescriptor) throws(SystemError) -> [String] {
    let number = file.number
    let list = try read { start, room in
      let start = start?.assumingMemoryBound(to: CChar.self)
      #if canImport(Glibc)
        return flistxattr(number, start, room)
      #else
        return flistxattr(number, start, room, 0)
      #endif
    }
    return (list ?? []).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Calls `call` (memory, its bytes) for the value, where that is long for its length first.
  private static func read(
    _ call: (UnsafeMutableRawPointer?, Int) -> Int
  ) throws(SystemError) -> [UInt8]? {
    do throws(SystemError) {
      // Most are short, and then one call does.
      var short = [UInt8](repeating: 0, count: 256)
      let found = short.withUnsafeMutableBytes { call($0.baseAddress, $0.count) }
      if found >= 0 { return Array(short.prefix(found)) }
      let length = try checked { call(nil, 0) }
      guard length > 0 else { return [] }
      var bytes = [UInt8](repeating: 0, count: length)
      // ERANGE where it grew in between: somebody else's race, told as it is.
      let got = try checked { bytes.withUnsafeMutableBytes { call($0.baseAddress, length) } }
      return Array(bytes.prefix(got))
    } catch {
      #if canImport(Glibc)
        let missing = ENODATA
      #else
        let missing = ENOATTR
      #endif
      guard error.code == missing else { throw error }
      return nil
    }
  }
}
