#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The output streams that the process was started with, written to without a buffer.
package enum StandardStream: Int32, Sendable {
  /// Results.
  case output = 1
  /// Errors and progress.
  case error = 2

  /// Writes all the bytes, waiting as long as the reader takes.
  ///
  /// Throws `.brokenPipe` where nobody reads any more; SIGPIPE must be ignored for that.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    let failure: SystemError? = bytes.withUnsafeBytes { buffer in
      do throws(SystemError) {
        try writeWhole(buffer, to: rawValue)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }

  /// Whether a person sees it.
  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// How many columns the terminal has, or nil where it is none or does not say.
  package var columns: Int? {
    var size = winsize()
    guard ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}

/// The input stream that the process was started with.
package enum StandardInput {
  /// Whether a person types it.
  package static var isTerminal: Bool { isatty(0) == 1 }

  /// Reads to the end; `.tooLarge` where more than `limit` bytes come.
  package static func readAll(limit: Int) throws(SystemError) -> [UInt8] {
    // A copy, so that the stream itself stays open.
    let copy = FileDescriptor(adopting: try checked { fcntl(0, F_DUPFD_CLOEXEC, 0) })
    return try copy.readAll(limit: limit)
  }
}

extension StandardStream {
  /// Occupies those of descriptors 0 to 2 that are closed; to be called first of all.
  ///
  /// No file or queue that is opened later gets their numbers then, and writing to one still fails.
  package static func occupyMissing() {
    for number: Int32 in 0...2 where fcntl(number, F_GETFD) == -1 {
      // The lowest number that is free is the one that was looked at.
      _ = open("/dev/null", O_RDONLY)
    }
  }
}
