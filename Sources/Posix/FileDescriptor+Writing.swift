#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

extension FileDescriptor {
  /// Writes all the bytes at the current place.
  ///
  /// Throws `.noSpace`, `.tooLarge` (the size limit of the process, with SIGXFSZ ignored) and the like;
  /// some of the bytes may have been written by then.
  package borrowing func write(_ bytes: some Collection<UInt8>) throws(SystemError) {
    let number = number
    let failure: SystemError?? = bytes.withContiguousStorageIfAvailable { buffer in
      do throws(SystemError) {
        try writeWhole(UnsafeRawBufferPointer(buffer), to: number)
        return nil
      } catch {
        return error
      }
    }
    switch failure {
    case .none: try write(Array(bytes))
    case .some(.some(let error)): throw error
    case .some(.none): break
    }
  }
}

/// Writes everything to a descriptor; one that is not ready is waited for.
func writeWhole(_ bytes: UnsafeRawBufferPointer, to number: Int32) throws(SystemError) {
  var rest = bytes
  while let start = rest.baseAddress, !rest.isEmpty {
    // Some systems refuse a single call for 2 GiB or more.
    let length = min(rest.count, 1 << 30)
    do throws(SystemError) {
      let done = try checked { write(number, start, length) }
      rest = UnsafeRawBufferPointer(rebasing: rest[done...])
    } catch {
      // Another program may have made a shared terminal non-blocking.
      guard error.code == EAGAIN else { throw error }
      var wait = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
      _ = try checked { poll(&wait, 1, -1) }
    }
  }
}
