internal import Imaging

/// A worker that one job keeps from one output of a picture to the next, so that it decodes it once.
///
/// Used by one job alone.
final class WorkerLoan {
  private let pool: WorkerPool
  private var worker: Worker?
  /// Whether the worker that was taken last has the picture.
  private(set) var hasPicture = false

  /// No worker is kept yet.
  init(from pool: WorkerPool) {
    self.pool = pool
  }

  deinit { end() }

  /// The worker that was kept, which has the picture; nil where none is fit.
  func take(with codecs: Libraries.Codecs) -> Worker? {
    hasPicture = false
    guard let worker else { return nil }
    guard worker.codecs.isSuperset(of: codecs) else {
      end()
      return nil
    }
    self.worker = nil
    hasPicture = true
    return worker
  }

  /// Keeps a worker that has the picture now.
  func keep(_ worker: Worker) {
    self.worker = worker
  }

  /// Lets the worker go to other pictures.
  func end() {
    if let worker { pool.giveBack(worker) }
    worker = nil
  }
}
