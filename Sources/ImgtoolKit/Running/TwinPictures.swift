internal import Batch
internal import Checksum
internal import Formats
internal import Imaging
internal import Posix
internal import ResultCache

/// Pictures that this run has made and written, for inputs that hold the same: what was made of one is right
/// for its twins, also where no cache keeps it.
///
/// Outputs are read back from where they were written, so that none is held in memory.
final class TwinPictures: Sendable {
  private struct Written: Sendable {
    let path: FilePath
    let digest: ContentDigest
    let byteCount: Int
    /// All but the bytes.
    let rendering: Rendering
  }

  /// The sizes in bytes that more than one input has: only such inputs can have a twin.
  private let sizes: Set<Int>
  private let written = Locked<[ContentDigest: Written]>([:])

  /// The twins among inputs of these sizes in bytes.
  init(among bytes: [Int] = []) {
    var seen: Set<Int> = []
    sizes = Set(bytes.filter { !seen.insert($0).inserted })
  }

  /// Whether an input of so many bytes may have a twin.
  func mayExist(_ bytes: Int) -> Bool { sizes.contains(bytes) }

  /// What stands for an output among those of this run.
  static func key(_ content: ContentDigest, _ picture: PlannedPicture) -> ContentDigest {
    CacheKey([
      CacheKey.Part("content", content.bytes),
      CacheKey.Part("picture", Array((picture.picture.map { "\($0)" } ?? "").utf8)),
      CacheKey.Part("format", Array(picture.format.rawValue.utf8)),
      // Who wants the same of many inputs says so once.
      CacheKey.Part(
        "wanted", Array("\(UInt(bitPattern: ObjectIdentifier(picture.wanted)))".utf8)),
    ]).digest
  }

  /// The picture that was made of a twin; nil where there is none, or somebody has changed it meanwhile.
  func picture(_ key: ContentDigest) -> MadePicture? {
    guard let found = written.withLock({ $0[key] }),
      let file = try? FileDescriptor(opening: found.path, [.read, .noFollow, .nonBlocking]),
      let bytes = try? file.readAll(limit: found.byteCount),
      SHA256.digest(of: bytes) == found.digest
    else { return nil }
    var rendering = found.rendering
    rendering.bytes = bytes
    rendering.encodes = 0
    rendering.decodes = 0
    return MadePicture(rendering: rendering, digest: found.digest)
  }

  /// Takes note of a picture that was written.
  func note(
    _ rendering: Rendering, _ digest: ContentDigest, at path: FilePath, for key: ContentDigest
  ) {
    var rest = rendering
    rest.bytes = []
    let found = Written(
      path: path, digest: digest, byteCount: rendering.bytes.count, rendering: rest)
    written.withLock { $0[key] = found }
  }
}

/// The turn of one job to make the outputs of an input while its twins wait; over when the job has written
/// them, or failed.
///
/// Used by one job alone.
final class TwinTurn {
  /// Begins anew what is left to do, once a twin's turn is over that was waited for.
  var again: @Sendable () -> Void = {}
  private let lead: PlannedPicture
  private let inFlight: InFlight<ContentDigest>
  private var key: ContentDigest?

  /// A turn that has not begun.
  ///
  /// - Parameters:
  ///   - lead: The output that stands for all of the job's.
  ///   - inFlight: What other jobs are making.
  init(_ lead: PlannedPicture, in inFlight: InFlight<ContentDigest>) {
    self.lead = lead
    self.inFlight = inFlight
  }

  /// Begins the turn, unless it has begun before, or a twin has it: then `again` will be called.
  func begin(_ content: ContentDigest) -> Bool {
    guard key == nil else { return true }
    let key = TwinPictures.key(content, lead)
    guard inFlight.begin(key, orWait: again) else { return false }
    self.key = key
    return true
  }

  /// Ends it, and lets the twins go on.
  func end() {
    if let key { inFlight.end(key) }
    key = nil
  }
}
