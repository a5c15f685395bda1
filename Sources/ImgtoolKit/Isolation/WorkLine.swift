internal import Batch
internal import Posix

/// What a worker and the one that started it tell each other: a message with files behind it, either way.
///
/// What is small lies in memory that both see, and only its length goes through the socket: a picture of a few
/// thousand pixels is made in the time in which the system copies some of them.
struct WorkLine: ~Copyable, Sendable {
  /// Who is at this end.
  enum Side {
    case starter
    case worker
  }

  private let socket: MessageSocket
  private let pages: SharedPages?
  private let side: Side
  /// Where in the memory the next file of the other end lies.
  private let place = Locked(0)

  /// Bytes that lie in memory, of all that one end has said since the other did.
  static let mostShared = 1 << 20

  init(_ socket: consuming MessageSocket, _ pages: SharedPages?, _ side: Side) {
    self.socket = socket
    self.pages = pages
    self.side = side
  }

  /// The memory for a line; nil where the system has none, and all goes through the socket.
  static func pages() -> SharedPages? { try? SharedPages(count: 2 * mostShared) }

  /// Sends a message and files.
  ///
  /// - Throws: As `MessageSocket.send`.
  borrowing func send(
    _ message: [UInt8], _ files: [[UInt8]] = [], until end: Double? = nil
  ) throws(SystemError) {
    guard let pages else {
      try socket.send(message, until: end)
      for file in files { try socket.sendBytes(file, until: end) }
      return
    }
    var place = 0
    var others: [[UInt8]] = []
    for part in [message] + files {
      if let found = Self.place(of: part.count, &place) {
        pages.put(part, at: found + (side == .starter ? 0 : Self.mostShared))
      } else {
        others.append(part)
      }
    }
    try socket.send(length: message.count, until: end)
    for part in others { try socket.sendBytes(part, until: end) }
  }

  /// Receives the next message; its files are to be received then.
  ///
  /// - Throws: As `MessageSocket.receive`.
  borrowing func receive(until end: Double? = nil) throws(SystemError) -> [UInt8]? {
    guard
      let length = try socket.receiveLength(limit: IsolatedWorker.mostMessageBytes, until: end)
    else { return nil }
    place.withLock { $0 = 0 }
    return try bytes(length, until: end)
  }

  /// The next bytes behind a message, a copy that nobody changes any more; nil where the other end is closed.
  borrowing func bytes(_ count: Int, until end: Double? = nil) throws(SystemError) -> [UInt8]? {
    if let pages, let found = place.withLock({ Self.place(of: count, &$0) }) {
      let start = found + (side == .starter ? Self.mostShared : 0)
      return pages.bytes(start..<start + count)
    }
    return try socket.receiveBytes(count, until: end)
  }

  /// Whether there is something to receive before a time.
  borrowing func waitForMessage(until end: Double) throws(SystemError) -> Bool {
    try socket.waitForMessage(until: end)
  }

  /// Where the next part of so many bytes lies; nil for one that goes through the socket.
  private static func place(of count: Int, _ next: inout Int) -> Int? {
    guard count >= 0, count <= mostShared - next else { return nil }
    defer { next += count }
    return next
  }
}
