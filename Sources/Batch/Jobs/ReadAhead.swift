package import Posix

/// Has the system read the files of the next jobs while those before them compute.
///
/// It makes nothing certain and nothing fail: a file that can't be opened is its job's affair.
package final class ReadAhead: Sendable {
  /// A file that a job will read.
  package struct File: Sendable {
    let path: FilePath
    let bytes: Int

    /// A file of so many bytes.
    package init(_ path: FilePath, bytes: Int) {
      self.path = path
      self.bytes = max(bytes, 0)
    }
  }

  private let files: [File]
  private let most: Int
  private let mostBytes: Int
  /// The first file that was not asked for yet.
  private let next = Locked(0)

  /// A reader of files in the order in which jobs will want them.
  ///
  /// - Parameters:
  ///   - files: The files.
  ///   - count: How many may be read before their time.
  ///   - bytes: How many bytes those may have together.
  package init(_ files: [File], count: Int, bytes: Int) {
    self.files = files
    most = max(count, 0)
    mostBytes = max(bytes, 0)
  }

  /// Says that the job of a file has begun, so that those after it come nearer.
  package func began(_ place: Int) {
    for file in claim(after: place) where !file.path.bytes.isEmpty {
      guard let file = try? FileDescriptor(opening: file.path, [.read, .nonBlocking]) else {
        continue
      }
      file.willNeedAll()
    }
  }

  /// The files after a place that are near enough, and that nobody has asked for.
  func claim(after place: Int) -> ArraySlice<File> {
    let first = place + 1
    var end = first
    var bytes = 0
    while end < files.count, end - first < most {
      let (sum, overflow) = bytes.addingReportingOverflow(files[end].bytes)
      guard !overflow, sum <= mostBytes else { break }
      bytes = sum
      end += 1
    }
    return next.withLock { next in
      let start = max(next, first)
      guard start < end else { return [] }
      next = end
      return files[start..<end]
    }
  }
}
