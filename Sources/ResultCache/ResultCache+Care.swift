internal import Batch
internal import Checksum
internal import Posix

/// What the cache holds.
package struct CacheStatistics: Sendable, Equatable {
  /// How many records there are.
  package var records = 0
  /// How many results there are; equal ones count once.
  package var results = 0
  /// How many hints there are.
  package var hints = 0
  /// Bytes of records, results and hints.
  package var bytes = 0
  /// How many files are known without opening them.
  package var knownFiles = 0
  /// Bytes of the index of those.
  package var indexBytes = 0
}

/// What a look at every byte of the cache came to.
package struct VerifyReport: Sendable, Equatable {
  /// How many records were read.
  package var records = 0
  /// How many results were read.
  package var results = 0
  /// How many hints were read.
  package var hints = 0
  /// How many files were not sound and are gone.
  package var removed = 0
}

extension ResultCache {
  /// Counts what there is, without reading it.
  package func statistics() -> CacheStatistics {
    var found = CacheStatistics()
    guard isReadable else { return found }
    for room in CacheFolder.Room.kept {
      folder.forEach(room) { _, path in
        guard let status = try? FileStatus(of: path, followingLinks: false) else { return }
        switch room {
        case .ac: found.records += 1
        case .cas: found.results += 1
        default: found.hints += 1
        }
        found.bytes += status.size
      }
    }
    (found.knownFiles, found.indexBytes) = index.size
    found.indexBytes += records.byteCount
    return found
  }

  /// Reads everything, and removes what is not as it was kept.
  package func verify() -> VerifyReport {
    var report = VerifyReport()
    guard isReadable else { return report }
    report.removed += removeLeftovers()
    folder.forEach(.cas) { digest, path in
      report.results += 1
      do throws(SystemError) {
        let file = try FileDescriptor(opening: path, [.read, .noFollow, .nonBlocking])
        if try FileDigest.of(file) == digest { return }
      } catch {
        // What can't be read is of no use either.
        if error == .notFound { return }
      }
      report.remove(path)
    }
    folder.forEach(.ac) { digest, path in
      report.records += 1
      guard let record = readRecord(path), record.key == digest else { return report.remove(path) }
      guard !record.isInput else { return }
      let result = folder.path(.cas, record.output)
      guard let size = (try? FileStatus(of: result, followingLinks: false))?.size else {
        // Results are older than their records, so a trim may take the one and leave the other for now.
        try? FileSystem.remove(path)
        return
      }
      if size == record.byteCount { repairSize(record) } else { report.remove(path) }
    }
    folder.forEach(.hints) { digest, path in
      report.hints += 1
      if readHint(path, digest) == nil { report.remove(path) }
    }
    dropRecords()
    return report
  }

  /// Puts the size beside a result that is not there, or another one.
  private func repairSize(_ record: CacheRecord) {
    let path = folder.path(.cas, record.output)
    let (width, height) = (record.facts.width, record.facts.height)
    if let size = PixelSizes.read(path), size == (width, height) { return }
    PixelSizes.repair(path, width: width, height: height)
  }

  /// Removes everything that is kept; what other processes keep meanwhile may stay.
  ///
  /// - Returns: How many records, results and bytes there were.
  @discardableResult
  package func clear() -> CacheStatistics {
    let found = statistics()
    guard isReadable else { return found }
    removeLeftovers()
    for room in CacheFolder.Room.allCases {
      folder.forEach(room) { _, path in try? FileSystem.remove(path) }
      for shard in CacheFolder.shards {
        try? FileSystem.removeFolder(folder.folder(room).appending(shard))
      }
      try? FileSystem.removeFolder(folder.folder(room))
    }
    for index in [folder.index, folder.records] {
      for shard in CacheFolder.shards { try? FileSystem.remove(index.appending(shard)) }
      try? FileSystem.removeFolder(index)
    }
    for file in [folder.trimLock, folder.indexLock] { try? FileSystem.remove(file) }
    CacheTag.remove(from: folder)
    try? FileSystem.removeFolder(folder.base)
    return found
  }

  func readRecord(_ path: FilePath) -> CacheRecord? {
    guard let file = try? FileDescriptor(opening: path, [.read, .noFollow, .nonBlocking]),
      let bytes = try? file.readAll(limit: CacheRecord.mostBytes)
    else { return nil }
    return CacheRecord(bytes)
  }
}

extension VerifyReport {
  fileprivate mutating func remove(_ path: FilePath) {
    if (try? FileSystem.remove(path)) != nil { removed += 1 }
  }
}

extension ResultCache {
  /// Why a result would be found or not.
  package enum Explanation: Sendable, Equatable {
    /// It is there.
    case hit(CacheRecord)
    /// There is one that depends on the same things, but for these parts of the key.
    case differs(in: [String], CacheRecord)
    /// There is none with the same value of the part that was asked for.
    case unknown
  }

  /// Looks for the result that comes nearest to a key among those with the same value of one part.
  package func explain(_ key: CacheKey, sharing part: String) -> Explanation {
    guard isReadable else { return .unknown }
    if let record = readRecord(folder.path(.ac, key.digest)), record.key == key.digest {
      return .hit(record)
    }
    let wanted = key.fingerprints
    guard let anchor = wanted.first(where: { $0.name == part }) else { return .unknown }
    var nearest: (names: [String], record: CacheRecord)?
    folder.forEach(.ac) { _, path in
      guard let record = readRecord(path), record.fingerprints.contains(anchor) else { return }
      let different = record.differences(from: wanted)
      if different.count < nearest?.names.count ?? .max { nearest = (different, record) }
    }
    return nearest.map { .differs(in: $0.names, $0.record) } ?? .unknown
  }
}

extension CacheRecord {
  /// The names of the parts that are other ones, or on one side alone.
  fileprivate func differences(from wanted: [Fingerprint]) -> [String] {
    let missing = fingerprints.filter { mine in !wanted.contains { $0.name == mine.name } }
    return wanted.filter { !fingerprints.contains($0) }.map(\.name) + missing.map(\.name)
  }
}
