package import Batch
package import Posix
package import ResultCache

extension OutputWriter {
  /// A writer that asks the cache, where there is one, what outputs hold, before it reads them.
  ///
  /// - Parameters:
  ///   - cache: Results of earlier runs.
  ///   - isOursToo: Whether a file that carries no mark is one that imgtool wrote.
  package init(
    cache: ResultCache?,
    isOursToo: @escaping @Sendable (FilePath, FileStatus) -> Bool = { _, _ in false }
  ) {
    guard let cache else {
      self.init(journal: WrittenFiles(), isOursToo: isOursToo)
      return
    }
    self.init(journal: WrittenFiles(), holds: { cache.holds($0, $1, $2) }, isOursToo: isOursToo)
  }
}
