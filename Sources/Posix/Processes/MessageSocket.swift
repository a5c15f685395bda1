#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// One end of a line between two processes, on which whole messages are sent.
package struct MessageSocket: ~Copyable, Sendable {
  /// The open socket.
  package let descriptor: FileDescriptor

  /// The end that this process was given under a number.
  package init(adopting number: Int32) {
    descriptor = FileDescriptor(adopting: number)
  }

  /// One end of a new line, whose other end is lent to `body` and then closed here.
  ///
  /// - Parameter body: Gets the number of the other end, to give it to another process.
  /// - Throws: What `body` throws, and the error of a system that has no more lines.
  package init(
    lendingOther body: (Int32) throws(SystemError) -> Void
  ) throws(SystemError) {
    var numbers: [Int32] = [-1, -1]
    _ = try checked { socketpair(AF_UNIX, Self.streamType, 0, &numbers) }
    let other = FileDescriptor(adopting: numbers[1])
    #if canImport(Darwin)
      for number in numbers {
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        var on: Int32 = 1
        _ = setsockopt(number, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
      }
    #endif
    let own = FileDescriptor(adopting: numbers[0])
    try body(other.number)
    descriptor = own
  }

  #if canImport(Glibc)
    private static let streamType = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    private static let sendFlags = Int32(truncatingIfNeeded: MSG_NOSIGNAL)
  #else
    private static let streamType = SOCK_STREAM
    private static let sendFlags: Int32 = 0
  #endif

  /// Sends a message: its length in four bytes, the lowest first, then its bytes.
  ///
  /// - Throws: `.brokenPipe` where the other end is closed.
  package borrowing func send(_ message: [UInt8]) throws(SystemError) {
    let length = UInt32(clamping: message.count)
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) } + message
    let number = descriptor.number
    var sent = 0
    while sent < bytes.count {
      sent += try checked {
        bytes[sent...].withUnsafeBytes {
          Self.callSend(number, $0.baseAddress, $0.count, Self.sendFlags)
        }
      }
    }
  }

  /// Receives the next message.
  ///
  /// - Parameters:
  ///   - limit: The most bytes of one.
  ///   - end: When it must be there as a whole, in seconds of `MonotonicClock`; nil for whenever it comes.
  /// - Returns: Its bytes; nil where the other end is closed.
  /// - Throws: `.tooLarge` for a longer one, and for more than one message at a time; `.timedOut`.
  package borrowing func receive(
    limit: Int, until end: Double? = nil
  ) throws(SystemError) -> [UInt8]? {
    var bytes: [UInt8] = []
    var wanted = Self.headerBytes
    while bytes.count < wanted {
      if let end { try wait(until: end) }
      let more = try receiveSome(max(wanted - bytes.count, Self.chunkBytes))
      guard !more.isEmpty else { return nil }
      let hadLength = bytes.count >= Self.headerBytes
      bytes += more
      guard bytes.count >= Self.headerBytes, !hadLength else { continue }
      let length = (0..<4).reduce(0) { $0 | Int(bytes[$1]) << ($1 * 8) }
      guard length <= limit else { throw .tooLarge }
      wanted += length
    }
    guard bytes.count == wanted else { throw .tooLarge }
    return Array(bytes[Self.headerBytes...])
  }

  /// Waits for something to read, or for the other end to be closed.
  private borrowing func wait(until end: Double) throws(SystemError) {
    let number = descriptor.number
    while true {
      var wanted = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
      let rest = max(end - MonotonicClock.seconds, 0)
      // Rounded up, so that a moment's rest is no loop without a pause.
      let milliseconds = Int32(min((rest * 1000).rounded(.up), 1e9))
      if try checked({ poll(&wanted, 1, milliseconds) }) > 0 { return }
      if rest <= 0 { throw .timedOut }
    }
  }

  private static var headerBytes: Int { 4 }
  private static var chunkBytes: Int { 4096 }

  private borrowing func receiveSome(_ most: Int) throws(SystemError) -> [UInt8] {
    let number = descriptor.number
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: most) { buffer, filled in
      do throws(SystemError) {
        filled = try checked { recv(number, buffer.baseAddress, most, 0) }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  private static func callSend(
    _ number: Int32, _ start: UnsafeRawPointer?, _ count: Int, _ flags: Int32
  ) -> Int {
    #if canImport(Glibc)
      Glibc.send(number, start, count, flags)
    #else
      Darwin.send(number, start, count, flags)
    #endif
  }
}
