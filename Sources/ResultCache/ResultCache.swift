package import Batch
internal import Checksum
package import Posix

/// Results of earlier runs on disk, found again by what they depend on.
///
/// Nothing here fails: a cache that is missing, read-only, full, damaged or somebody else's knows nothing
/// and keeps nothing, and has one warning to give. Every result is compared with its digest before it is
/// handed out; what is not sound is removed. Several processes may use one folder.
package final class ResultCache: Sendable {
  /// How the cache served a run.
  package struct Usage: Sendable, Equatable {
    /// How many results were found.
    package var hits = 0
    /// How many were looked for in vain and made.
    package var misses = 0
    /// Bytes of the results that were found.
    package var bytes = 0
    /// How many seconds it once took to make them.
    package var secondsSaved = 0.0
  }

  struct State {
    var objection: Message?
    var isReadable = true
    var isWritable = true
    var usage = Usage()
    /// Digests of records and results that this run has made or used: they are not trimmed.
    var used: Set<ContentDigest> = []
    var bytesStored = 0
    var isTagged = false
  }

  /// Where it is.
  package let path: FilePath
  /// How much is kept.
  package let limits: CacheLimits
  let folder: CacheFolder
  let index: StatIndex
  let records: RecordIndex
  let state = Locked(State())
  let isParanoid: Bool
  /// How many seconds pass until the use of a result is noted anew.
  private let useInterval: Int64
  /// The second at which the run began.
  private let start = FileTime.now.seconds

  /// The cache in a folder, which is made when there is something to keep.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - limits: How much is kept, and for how long.
  ///   - isParanoid: Whether files are read even though the system says that they are as they were.
  package init(at path: FilePath, limits: CacheLimits = CacheLimits(), isParanoid: Bool = false) {
    self.path = path
    self.limits = limits
    self.isParanoid = isParanoid
    folder = CacheFolder(path)
    index = StatIndex(folder)
    useInterval = Self.useInterval(folder, limits)
    records = RecordIndex(folder, usesEvery: useInterval)
    if let objection = folder.objection { reject(objection) }
  }

  /// What the user should know of the cache: one sentence at most, however much goes wrong.
  package var warning: Message? {
    state.withLock { $0.objection.map { "the cache \(path) \($0)" } }
  }

  /// How the cache served this run so far.
  package var usage: Usage { state.withLock { $0.usage } }

  var isReadable: Bool { state.withLock { $0.isReadable } }
  var isWritable: Bool { state.withLock { $0.isWritable } }

  private func reject(_ objection: Message) {
    state.withLock { state in
      state.objection = "is not used: \(objection)"
      state.isReadable = false
      state.isWritable = false
    }
  }

  /// Keeps nothing more in this run, and says why.
  private func stopWriting(_ error: SystemError) {
    state.withLock { state in
      state.isWritable = false
      state.objection = state.objection ?? "keeps nothing more: \(error)"
    }
  }

  /// Makes the folder where it is missing, and marks it as a cache.
  private func makeFolder() throws(SystemError) {
    try folder.make()
    let isTagged = state.withLock { state in
      defer { state.isTagged = true }
      return state.isTagged
    }
    if !isTagged { CacheTag.put(on: folder) }
  }

  // MARK: Results

  /// What is kept of a result, most likely, without opening a file for it alone: enough to plan with.
  ///
  /// The result itself may have gone meanwhile.
  package func expectedRecord(for key: CacheKey) -> CacheRecord? {
    guard isReadable else { return nil }
    return records.record(for: key.digest, now: start) ?? record(for: key)
  }

  /// What is kept of a result beside its bytes; the bytes may have gone all the same.
  package func record(for key: CacheKey) -> CacheRecord? {
    guard isReadable else { return nil }
    let path = folder.path(.ac, key.digest)
    guard let file = try? FileDescriptor(opening: path, [.read, .noFollow, .nonBlocking]),
      let status = try? FileStatus(of: file),
      status.size <= CacheRecord.mostBytes, let bytes = try? file.read(count: status.size)
    else { return nil }
    guard let record = CacheRecord(bytes), record.key == key.digest else {
      try? FileSystem.remove(path)
      return nil
    }
    state.withLock { state in
      state.used.insert(record.key)
      state.used.insert(record.output)
    }
    records.note(record, now: start)
    if FileTime.now.seconds - status.modified.seconds >= useInterval {
      try? FileSystem.touch(path)
      try? FileSystem.touch(folder.path(.cas, record.output))
    }
    return record
  }

  /// Marks a file as used, unless that was done a short while ago.
  func touchIfNeeded(_ path: FilePath) {
    guard let status = try? FileStatus(of: path, followingLinks: false),
      FileTime.now.seconds - status.modified.seconds >= useInterval
    else { return }
    try? FileSystem.touch(path)
  }

  /// Keeps a small file that this run has made; that it can't be is the end of keeping.
  func keep(_ bytes: [UInt8], in room: CacheFolder.Room, under digest: ContentDigest) {
    state.withLock { state in
      state.used.insert(digest)
      state.bytesStored += bytes.count
    }
    do throws(SystemError) {
      try makeFolder()
      if let objection = folder.objection { return reject(objection) }
      try folder.write(bytes, to: folder.path(room, digest))
    } catch {
      stopWriting(error)
    }
  }

  /// A result with its bytes, which are those that were kept; nil where there is none.
  ///
  /// There is none either for a result that is the input as it was: that has to be read.
  package func hit(for key: CacheKey) -> CacheHit? {
    guard let record = record(for: key), !record.isInput else { return nil }
    let path = folder.path(.cas, record.output)
    do throws(SystemError) {
      let file = try FileDescriptor(opening: path, [.read, .noFollow, .nonBlocking])
      let bytes = try file.readAll(limit: record.byteCount)
      if bytes.count == record.byteCount, SHA256.digest(of: bytes) == record.output {
        countHit(record)
        return CacheHit(record: record, bytes: bytes, file: SharedFile(file))
      }
      try? FileSystem.remove(path)
    } catch {
      if error == .tooLarge { try? FileSystem.remove(path) }
    }
    try? FileSystem.remove(folder.path(.ac, key.digest))
    return nil
  }

  /// Counts a result that was found, and that is in its place already.
  package func countHit(_ record: CacheRecord) {
    state.withLock { state in
      state.usage.hits += 1
      state.usage.bytes += record.byteCount
      if record.facts.seconds.isFinite { state.usage.secondsSaved += max(record.facts.seconds, 0) }
    }
  }

  /// Keeps a result, where that can be done.
  ///
  /// - Parameters:
  ///   - bytes: The result.
  ///   - facts: What else there is to know of it.
  ///   - key: What it depends on.
  ///   - isInput: Whether it is the input as it was, so that a copy would serve nobody.
  /// - Returns: The record that later runs will find, whether or not it could be kept.
  @discardableResult
  package func store(
    _ bytes: [UInt8], _ facts: CacheRecord.Facts, for key: CacheKey, isInput: Bool = false
  ) -> CacheRecord {
    let record = CacheRecord(
      key: key.digest, output: SHA256.digest(of: bytes), byteCount: bytes.count,
      isInput: isInput, facts: facts, fingerprints: key.fingerprints)
    state.withLock { $0.usage.misses += 1 }
    guard isWritable, let encoded = record.encoded else { return record }
    state.withLock { state in
      state.used.insert(record.key)
      state.used.insert(record.output)
      state.bytesStored += (isInput ? 0 : bytes.count) + encoded.count
    }
    do throws(SystemError) {
      try makeFolder()
      if let objection = folder.objection {
        reject(objection)
        return record
      }
      // Whatever is there under the name may be damaged, so it is replaced.
      if !isInput {
        try folder.write(
          bytes, to: folder.path(.cas, record.output),
          attributes: [
            (PixelSizes.attribute, PixelSizes.encoded(width: facts.width, height: facts.height))
          ])
      }
      try folder.write(encoded, to: folder.path(.ac, key.digest))
      records.note(record, now: FileTime.now.seconds)
    } catch {
      stopWriting(error)
    }
    return record
  }

  /// Waits until nobody else, in this process or another, works on the key, and keeps others waiting.
  ///
  /// - Parameters:
  ///   - key: What is to be made.
  ///   - isCancelled: Asked while waiting: whether nobody wants the result any more.
  /// - Returns: The right to make it, to be held until the result is kept. Where there are no locks it is
  ///   nobody's in particular.
  package func claim(_ key: CacheKey, isCancelled: () -> Bool) -> KeyClaim {
    guard isWritable else { return KeyClaim() }
    do throws(SystemError) {
      try makeFolder()
    } catch {
      stopWriting(error)
      return KeyClaim()
    }
    return KeyClaim(key.digest, in: folder, isCancelled: isCancelled)
  }

  /// Ends a run: writes down what was learned of files, and trims the cache where it has grown too large.
  ///
  /// - Parameter trims: Whether there is time for trimming.
  package func finish(trims: Bool = true) {
    guard isWritable else { return }
    let isThere = (try? FileStatus(of: folder.base)) != nil
    if !isThere, (try? makeFolder()) == nil { return }
    // They go with what is saved, and a trim must not touch them.
    let used = records.inUse
    state.withLock { $0.used.formUnion(used) }
    index.save()
    records.save()
    index.settle()
    let stored = state.withLock { state in
      defer { state.bytesStored = 0 }
      return state.bytesStored
    }
    if stored > 0, trims { trimWhereNeeded(stored) }
  }
}

/// A result that was found, with its bytes.
package struct CacheHit: Sendable {
  /// What is kept beside the bytes.
  package let record: CacheRecord
  /// The bytes, compared with their digest.
  package let bytes: [UInt8]
  /// The file that holds them, for a copy that shares its blocks; it is never to be written to.
  package let file: SharedFile
}
