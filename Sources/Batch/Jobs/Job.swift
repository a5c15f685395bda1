/// One piece of work for the queue.
package struct Job: Sendable {
  /// Names the job; no two jobs that wait or run at the same time may share one.
  package let id: Int
  /// How many bytes of memory the job is thought to take while it runs.
  package let bytes: Int
  /// Does the work and delivers the result itself.
  package let run: @Sendable () -> Void

  /// A job that takes about `bytes` bytes of memory.
  package init(id: Int, bytes: Int, run: @escaping @Sendable () -> Void) {
    self.id = id
    self.bytes = max(bytes, 0)
    self.run = run
  }
}
