internal import Batch
internal import Checksum
internal import Posix

/// What a trim came to.
package struct TrimReport: Sendable, Equatable {
  /// How many files were removed.
  package var removed = 0
  /// How many bytes they had.
  package var bytesRemoved = 0
  /// How many bytes are left.
  package var bytesLeft = 0

  /// Nothing was done.
  package init() {}
}

extension ResultCache {
  /// Trims once a day at least, for the sake of age.
  private static let scanInterval: Int64 = 86_400
  /// How long a run waits for another one that is trimming, in milliseconds; that one counts for both.
  private static let patience = 200

  /// How many seconds pass until the use of a result is noted anew.
  ///
  /// A cache that has been less than half full gives up nothing soon, and a minute is near enough for its
  /// order of uses; one that is fuller gives up what was used a moment ago before what is used now.
  static func useInterval(_ folder: CacheFolder, _ limits: CacheLimits) -> Int64 {
    guard
      let file = try? FileDescriptor(opening: folder.trimLock, [.read, .noFollow, .nonBlocking]),
      let note = TrimNote(reading: file)
    else { return 1 }
    return note.bytes < limits.bytes / 2 ? 60 : 1
  }

  /// Removes what is too old, and what was used least recently as long as there is too much.
  ///
  /// What this run made or used stays. Waits for another process that trims.
  ///
  /// - Returns: What was removed; nil where nothing can be.
  @discardableResult
  package func trim() -> TrimReport? {
    guard isWritable, (try? FileStatus(of: folder.base)) != nil,
      let lock = try? folder.openLocked(folder.trimLock, milliseconds: 60_000)
    else { return nil }
    let report = trimLocked(to: limits.bytes)
    TrimNote(bytes: report.bytesLeft, scanned: FileTime.now.seconds).write(to: lock)
    return report
  }

  /// Adds up what the cache holds, and trims it where that is too much; another process that is doing so
  /// just now is left to it.
  func trimWhereNeeded(_ stored: Int) {
    guard let lock = try? folder.openLocked(folder.trimLock, milliseconds: Self.patience) else {
      return
    }
    let now = FileTime.now.seconds
    var note = TrimNote(reading: lock) ?? TrimNote(bytes: .max, scanned: now)
    note.bytes = note.bytes.addingReportingOverflow(stored).overflow ? .max : note.bytes + stored
    if note.bytes > limits.bytes || now - note.scanned > Self.scanInterval || note.scanned > now {
      // A little more than needed, so that it is not needed again at once.
      let report = trimLocked(to: limits.bytes / 10 * 9, over: limits.bytes)
      note = TrimNote(bytes: report.bytesLeft, scanned: now)
    }
    note.write(to: lock)
  }

  private struct Entry {
    let digest: ContentDigest
    let room: CacheFolder.Room
    let used: FileTime
    let size: Int
  }

  /// Removes down to `target` bytes where there are more than `limit`.
  private func trimLocked(to target: Int, over limit: Int? = nil) -> TrimReport {
    removeLeftovers()
    var report = TrimReport()
    var entries: [Entry] = []
    var removed: Set<ContentDigest> = []
    let uses = records.uses
    for room in CacheFolder.Room.kept {
      folder.forEach(room) { digest, path in
        guard let status = try? FileStatus(of: path, followingLinks: false) else { return }
        let noted = FileTime(seconds: uses[digest] ?? .min, nanoseconds: 0)
        entries.append(
          Entry(
            digest: digest, room: room, used: max(status.modified, noted), size: status.size))
        report.bytesLeft += status.size
      }
    }
    entries.sort { $0.used < $1.used }
    let protected = state.withLock { $0.used }.union(records.inUse)
    let oldest = FileTime.now.seconds - Int64(clamping: limits.age)
    let isTooLarge = report.bytesLeft > limit ?? target
    for entry in entries {
      let isOld = entry.used.seconds < oldest
      guard isOld || isTooLarge && report.bytesLeft > target else { break }
      guard !protected.contains(entry.digest),
        (try? FileSystem.remove(folder.path(entry.room, entry.digest))) != nil
      else { continue }
      report.removed += 1
      report.bytesRemoved += entry.size
      report.bytesLeft -= entry.size
      if entry.room == .cas { removed.insert(entry.digest) }
    }
    removeRecords(of: removed, &report)
    if report.removed > 0 || !uses.isEmpty { dropRecords() }
    return report
  }

  /// Removes the records of results that are gone, as far as the index knows them.
  private func removeRecords(of results: Set<ContentDigest>, _ report: inout TrimReport) {
    guard !results.isEmpty else { return }
    for entry in records.entries where results.contains(entry.output) {
      let path = folder.path(.ac, entry.key)
      guard let size = try? FileStatus(of: path, followingLinks: false).size,
        (try? FileSystem.remove(path)) != nil
      else { continue }
      report.removed += 1
      report.bytesRemoved += size
      report.bytesLeft -= size
    }
  }

  /// Drops from the index the records that are no longer there.
  func dropRecords() {
    var kept: Set<ContentDigest> = []
    folder.forEach(.ac) { digest, _ in kept.insert(digest) }
    records.drop { kept.contains($0) }
  }

  /// Removes what killed processes left: unfinished files, and locks that nobody holds; and what has come to
  /// names of the cache's and is of another kind.
  ///
  /// - Returns: How many there were of the last.
  @discardableResult
  func removeLeftovers() -> Int {
    let misplaced = folder.removeMisplaced()
    let sweep = LeftoverSweep()
    for room in CacheFolder.Room.allCases {
      for (shard, _) in CacheFolder.shards(in: folder.folder(room)) { sweep.sweep(shard) }
    }
    sweep.sweep(folder.index)
    sweep.sweep(folder.records)
    folder.forEach(.locks) { _, path in
      guard let file = try? FileDescriptor(opening: path, [.read, .noFollow, .nonBlocking]),
        (try? file.tryLock()) == true
      else { return }
      try? FileSystem.remove(path)
    }
    return misplaced
  }
}

/// What the lock of trimming holds: how much there was the last time that somebody looked.
private struct TrimNote {
  var bytes: Int
  let scanned: Int64

  init(bytes: Int, scanned: Int64) {
    self.bytes = bytes
    self.scanned = scanned
  }

  /// Reads the note; nil where it is damaged or not there yet.
  init?(reading file: borrowing FileDescriptor) {
    guard let found = try? file.read(at: 0, count: 64), found.count == 16 + ContentDigest.byteCount,
      ContentDigest(found[16...]) == SHA256.digest(of: Array(found[..<16]))
    else { return nil }
    var reader = FieldReader(found)
    guard let bytes = reader.number(Int64.self), let scanned = reader.number(Int64.self), bytes >= 0
    else { return nil }
    self.init(bytes: Int(bytes), scanned: scanned)
  }

  func write(to file: borrowing FileDescriptor) {
    var writer = FieldWriter()
    writer.add(Int64(bytes))
    writer.add(scanned)
    // The lock keeps everybody else away, and a note that is cut off is none.
    try? file.truncate(to: 0)
    try? file.write(writer.bytes + SHA256.digest(of: writer.bytes).bytes)
  }
}
