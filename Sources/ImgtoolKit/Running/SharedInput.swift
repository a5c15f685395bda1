internal import Checksum
internal import Imaging

/// What the outputs of one picture share while they are made: its bytes, its decode and whoever makes them.
///
/// Used by one job alone.
final class SharedInput {
  /// The input's bytes and their digest; nil as long as nobody has read them.
  var read: (bytes: [UInt8], content: ContentDigest)?
  /// What the decode has to serve; nil where one output is made alone.
  let sizes: SharedSizes?
  /// The decode of which several outputs are made; nil for one that is made alone.
  let decode: SharedDecode?
  private var source: Source?
  private var loan: WorkerLoan?

  /// Nothing is read yet.
  init(_ sizes: SharedSizes? = nil) {
    self.sizes = sizes
    decode = sizes.map { SharedDecode(for: $0) }
  }

  /// The picture of these bytes, whose header is read once.
  func source(_ bytes: [UInt8]) throws(ImagingError) -> Source {
    if let source { return source }
    let source = try Source(bytes)
    self.source = source
    return source
  }

  /// Lets the worker process go.
  func end() { loan?.end() }

  /// The worker process that makes all of them; nil where one output is made alone.
  func loan(from pool: WorkerPool) -> WorkerLoan? {
    guard decode != nil else { return nil }
    let loan = loan ?? WorkerLoan(from: pool)
    self.loan = loan
    return loan
  }
}
