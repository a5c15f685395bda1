package import Formats

/// How large several outputs of one picture may be together: what their one decode has to serve.
///
/// All outputs that are asked for count, whether or not they are there already: an output hangs on what the
/// decode was made for, and is not to hang on what was left in a cache.
package struct SharedSizes: Codable, Sendable, Equatable {
  /// The limits of which one may be the largest, depending on a picture's shape.
  let limits: [SizeLimit]

  /// The sizes of outputs of these limits.
  package init(of limits: [SizeLimit]) {
    if limits.contains(.unlimited) {
      self.limits = [.unlimited]
      return
    }
    let edges = limits.compactMap { if case .longEdge(let edge) = $0 { edge } else { nil } }
    let boxes = limits.compactMap {
      if case .box(let width, let height) = $0 {
        PixelSize(width: width, height: height)
      } else {
        nil
      }
    }.sorted { ($0.width, $0.height) < ($1.width, $1.height) }
    self.limits =
      (edges.max().map { [.longEdge($0)] } ?? [])
      + boxes.map { .box(width: $0.width, height: $0.height) }
  }

  /// The size of the largest output of a picture of this size, in pixels.
  package func largest(of size: PixelSize) -> PixelSize {
    limits.map { $0.applied(to: size) }.max { $0.count < $1.count } ?? size
  }
}
