internal import Posix

/// How many bytes the pictures of all running jobs may take together.
package struct MemoryBudget: Equatable, Sendable {
  /// The limit in bytes.
  package let limit: Int

  /// A budget of so many bytes.
  package init(limit: Int) {
    self.limit = max(limit, 0)
  }

  /// A tenth of the memory that the machine, or the container, has.
  package static var standard: MemoryBudget { MemoryBudget(limit: Machine.memory / 10) }

  /// Whether `bytes` more fit where `inUse` bytes are taken.
  package func fits(_ bytes: Int, besides inUse: Int) -> Bool {
    let (total, overflow) = bytes.addingReportingOverflow(inUse)
    return !overflow && total <= limit
  }
}
