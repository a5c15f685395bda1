/// How much is kept, and for how long.
package struct CacheLimits: Sendable, Equatable {
  /// The most bytes that results and records may have once a run is over.
  package var bytes: Int
  /// For how many seconds something is kept that nobody uses.
  package var age: Int

  /// Limits of these values.
  package init(bytes: Int = 2_000_000_000, age: Int = 30 * 86_400) {
    self.bytes = bytes
    self.age = age
  }
}
