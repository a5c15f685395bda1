internal import Batch
internal import Formats
internal import Imaging
internal import Posix

/// What a worker may take for one picture before the system stops it.
struct WorkLimits: Equatable, Sendable {
  /// Seconds of processor time, of all its threads.
  let processorSeconds: Int
  /// Bytes of addresses beyond those that it has when it is ready for work.
  let addressBytes: Int
  /// Bytes of what it hands out.
  let fileBytes: Int
  /// The codecs that it takes, which have to be loaded before.
  let codecs: Libraries.Codecs
  /// Seconds after which it is given up, whatever it has done; nil for as many as its processor time may take.
  var wallSeconds: Double?
  /// Seconds without any processor time after which it is taken to have stopped for good.
  var idleSeconds = 120.0

  /// When what begins now is given up, in seconds of `MonotonicClock`.
  ///
  /// Others may have most of the machine: a process is given several times what it may take of it.
  func deadline(_ token: CancellationToken) -> Double {
    let most = wallSeconds ?? Double(processorSeconds) * Self.patience
    return min(token.deadline ?? .infinity, MonotonicClock.seconds + most)
  }

  private static let patience = 4.0
}

extension WorkLimits {
  /// The limits for a picture.
  ///
  /// Far above what honest work takes: the estimate is one of memory, not of addresses, and what goes on for
  /// longer than a minute for each megapixel goes on for ever.
  ///
  /// - Parameters:
  ///   - picture: The picture.
  ///   - formats: What is made of it.
  ///   - memory: The bytes that making it is expected to take.
  ///   - threads: Threads that may work on it.
  ///   - timeout: Seconds that it may take; nil for no limit.
  init(
    _ picture: PlannedPicture, to formats: [ImageFormat], memory: Int, threads: Int,
    timeout: Double?
  ) {
    let megapixels = picture.facts.storedSize.count / 1_000_000
    let patience = Self.leastSeconds &+ Self.secondsPerMegapixel &* megapixels
    let asked = timeout.map { $0 * Double(max(threads, 1)) + 1 }
    processorSeconds = min(asked.map { Int($0.rounded(.up)) } ?? .max, patience)
    addressBytes =
      min(memory, Self.most) * 3 + Self.headroom + min(threads, 1024) * Self.threadBytes
    fileBytes = min(memory, Self.most) + min(picture.bytes, Self.most) + Self.fileHeadroom
    codecs = Libraries.Codecs((formats + [picture.source]).map { Libraries.Codecs(for: $0) })
  }

  private static let leastSeconds = 600
  private static let secondsPerMegapixel = 60
  /// For heaps, of which the C library takes addresses in stock.
  private static let headroom = 2 << 30
  /// For the stacks of a thread and those that serve it.
  private static let threadBytes = 32 << 20
  private static let fileHeadroom = 64 << 20
  private static let most = 1 << 44
}
