#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// One end of a line between two processes, on which whole messages are sent.
///
/// Unlike files, also those in memory, it knows no limit of size that somebody may have set.
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
    private static let sendFlags = Int32(truncatingIfNeeded: MSG_NOSIGNAL | MSG_DONTWAIT)
  #else
    private static let streamType = SOCK_STREAM
    private static let sendFlags = MSG_DONTWAIT
  #endif

  /// Sends a message: its length in four bytes, the lowest first, then its bytes.
  ///
  /// - Parameters:
  ///   - message: The bytes.
  ///   - end: When all of it must be on its way, in seconds of `MonotonicClock`; nil for whenever it is.
  /// - Throws: `.brokenPipe` where the other end is closed; `.timedOut`.
  package borrowing func send(_ message: [UInt8], until end: Double? = nil) throws(SystemError) {
    try sendBytes(Self.header(message.count) + message, until: end)
  }

  /// Sends the length of a message alone, whose bytes go another way.
  ///
  /// - Throws: As `send`.
  package borrowing func send(length: Int, until end: Double? = nil) throws(SystemError) {
    try sendBytes(Self.header(length), until: end)
  }

  private static func header(_ length: Int) -> [UInt8] {
    let length = UInt32(clamping: length)
    return (0..<headerBytes).map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) }
  }

  /// Sends bytes of which the other end knows how many there are.
  ///
  /// - Throws: As `send`.
  package borrowing func sendBytes(
    _ bytes: [UInt8], until end: Double? = nil
  ) throws(SystemError) {
    let number = descriptor.number
    var sent = 0
    while sent < bytes.count {
      do throws(SystemError) {
        sent += try checked {
          bytes.withUnsafeBytes {
            Self.callSend(
              number, UnsafeRawBufferPointer(rebasing: $0[sent...]).baseAddress,
              min($0.count - sent, 1 << 30), Self.sendFlags)
          }
        }
      } catch {
        if error.code == ECONNRESET { throw .brokenPipe }
        guard error.code == EAGAIN else { throw error }
        try wait(for: POLLOUT, until: end)
      }
    }
  }

  /// Receives the next message.
  ///
  /// - Parameters:
  ///   - limit: The most bytes of one.
  ///   - end: When it must be there as a whole, in seconds of `MonotonicClock`; nil for whenever it comes.
  /// - Returns: Its bytes; nil where the other end is closed.
  /// - Throws: `.tooLarge` for a longer one; `.timedOut`.
  package borrowing func receive(
    limit: Int, until end: Double? = nil
  ) throws(SystemError) -> [UInt8]? {
    guard let length = try receiveLength(limit: limit, until: end) else { return nil }
    return try receiveBytes(length, until: end)
  }

  /// Receives the length of the next message, whose bytes are to be received then.
  ///
  /// - Returns: The length; nil where the other end is closed.
  /// - Throws: As `receive`.
  package borrowing func receiveLength(
    limit: Int, until end: Double? = nil
  ) throws(SystemError) -> Int? {
    guard let header = try receiveBytes(Self.headerBytes, until: end) else { return nil }
    let length = header.indices.reduce(0) { $0 | Int(header[$1]) << ($1 * 8) }
    guard length <= limit else { throw .tooLarge }
    return length
  }

  /// Waits until there is something to receive, or the other end is closed.
  ///
  /// - Returns: Whether that is so; false where it is not in time, in seconds of `MonotonicClock`.
  package borrowing func waitForMessage(until end: Double) throws(SystemError) -> Bool {
    do throws(SystemError) {
      try wait(for: POLLIN, until: end)
      return true
    } catch {
      guard error == .timedOut else { throw error }
      return false
    }
  }

  /// Receives so many bytes; memory is taken as they come.
  ///
  /// - Returns: The bytes; nil where the other end is closed before.
  /// - Throws: `.timedOut` where they are not there in time.
  package borrowing func receiveBytes(
    _ count: Int, until end: Double? = nil
  ) throws(SystemError) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < count {
      if end != nil { try wait(for: POLLIN, until: end) }
      let more = try receiveSome(min(count - bytes.count, Self.mostAtOnce))
      guard !more.isEmpty else { return nil }
      if bytes.isEmpty { bytes = more } else { bytes += more }
    }
    return bytes
  }

  /// Waits until the socket is ready, or the other end is closed.
  private borrowing func wait(for event: Int32, until end: Double?) throws(SystemError) {
    let number = descriptor.number
    while true {
      var wanted = pollfd(fd: number, events: Int16(event), revents: 0)
      let rest = end.map { max($0 - MonotonicClock.seconds, 0) }
      // Rounded up, so that a moment's rest is no loop without a pause.
      let milliseconds = rest.map { Int32(min(($0 * 1000).rounded(.up), 1e9)) } ?? -1
      if try checked({ poll(&wanted, 1, milliseconds) }) > 0 { return }
      if rest == 0 { throw .timedOut }
    }
  }

  private static var headerBytes: Int { 4 }
  private static var mostAtOnce: Int { 1 << 20 }

  /// Receives at least a byte; nothing where the other end is closed, also with bytes left unread.
  private borrowing func receiveSome(_ most: Int) throws(SystemError) -> [UInt8] {
    let number = descriptor.number
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: most) { buffer, filled in
      do throws(SystemError) {
        filled = try checked { recv(number, buffer.baseAddress, most, 0) }
      } catch {
        failure = error.code == ECONNRESET ? nil : error
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
