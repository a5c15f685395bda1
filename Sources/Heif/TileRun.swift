internal import Dispatch
internal import Pixels
internal import Resampling
internal import Synchronization

/// Tiles that are decoded, several at once, and whose rows go to the resamplers in their order.
///
/// Whichever thread decodes the last tile of a row of tiles hands that row on, while the others go on
/// decoding.
// @unchecked: pictures are not `Sendable` for the sake of the file they share, which the library locks
// where it reads it; it decodes tiles in threads of its own by the same calls. The rest is locked here.
final class TileRun: @unchecked Sendable {
  private let picture: TiledPicture
  private let order: TileOrder
  private let decoder: String?
  private let isCancelled: @Sendable () -> Bool
  private let shapes: @Sendable (HeifColor?) -> [PlaneShape]?
  private let progress = Mutex(Progress())
  private let feed = Mutex(Feed())

  private struct Progress {
    /// The next tile to decode, in the order in which tiles are shown.
    var next = 0
    /// The planes of tiles that wait for others in their row.
    var waiting: [Int: [PixelPlane]] = [:]
    /// The colours of the first tile that was decoded.
    var color: HeifColor??
    var end: End?
  }

  private struct Feed {
    /// How many rows of tiles were taken.
    var rows = 0
    var planes: [RowResampler] = []
  }

  /// Why no more tiles are decoded.
  private enum End {
    case failed(HeifError)
    case unusual
  }

  /// Work on a picture that is still to be started.
  ///
  /// - Parameters:
  ///   - picture: The tiles.
  ///   - decoder: The short name of the decoder.
  ///   - isCancelled: Asked before each tile.
  ///   - shapes: What is made of the planes of such colours; nil for nothing.
  init(
    _ picture: TiledPicture, decoder: String?, isCancelled: @escaping @Sendable () -> Bool,
    shapes: @escaping @Sendable (HeifColor?) -> [PlaneShape]?
  ) {
    self.picture = picture
    order = TileOrder(picture)
    self.decoder = decoder
    self.isCancelled = isCancelled
    self.shapes = shapes
  }

  /// Decodes all.
  ///
  /// - Returns: The planes and the tiles' own colours; nil where the tiles turn out not to be alike or
  ///   nothing is to be made of them.
  /// - Throws: What the first tile that failed threw.
  func run(threads: Int) throws(HeifError) -> (planes: [PixelPlane], color: HeifColor?)? {
    if threads > 1 {
      DispatchQueue.concurrentPerform(iterations: min(threads, picture.tiles.count)) { _ in work() }
    } else {
      work()
    }
    let (end, color) = progress.withLock { ($0.end, $0.color) }
    switch end {
    case .failed(let error): throw error
    case .unusual: return nil
    case nil: break
    }
    let made = feed.withLock { $0.planes.map(\.plane) }
    let planes = made.compactMap { $0 }
    guard planes.count == 3 else { throw HeifError(.other, "rows of the picture are missing") }
    return (planes, color ?? nil)
  }

  private func work() {
    while let place = next() {
      do throws(HeifError) {
        guard let planes = try decoded(place), try deliver(planes, at: place) else {
          end(.unusual)
          return
        }
      } catch {
        end(.failed(error))
      }
    }
  }

  private func next() -> Int? {
    if isCancelled() { end(.failed(HeifError(.cancelled, "cancelled"))) }
    return progress.withLock { progress in
      guard progress.end == nil, progress.next < order.count else { return nil }
      progress.next += 1
      return progress.next - 1
    }
  }

  private func end(_ end: End) {
    progress.withLock { $0.end = $0.end ?? end }
  }

  /// The planes of the tile at a place as shown; nil where it is not like the others.
  private func decoded(_ place: Int) throws(HeifError) -> [PixelPlane]? {
    let (row, column) = order.stored(place)
    let tile = picture.tiles[row * picture.columns + column]
    let image = try tile.decoded(.native, decoder: decoder, onThisThread: true, nil)
    if let warning = image.warnings.first { throw HeifError(.damaged, warning) }
    guard image.chroma == .ycbcr420, image.bits == 8, image.alpha == nil,
      image.width == picture.tileWidth, image.height == picture.tileHeight, isAlike(image.color)
    else { return nil }
    var planes: [PixelPlane] = []
    for (index, plane) in image.planes.enumerated() {
      let size = order.size(ofPlane: index, row: row, column: column)
      guard let part = plane.turned(picture.turn, width: size.width, height: size.height) else {
        return nil
      }
      planes.append(part)
    }
    return planes
  }

  private func isAlike(_ color: HeifColor?) -> Bool {
    progress.withLock { progress in
      let first = progress.color ?? color
      progress.color = .some(first)
      return first == color
    }
  }

  /// Hands on what is complete; false where nothing is to be made of it.
  private func deliver(_ planes: [PixelPlane], at place: Int) throws(HeifError) -> Bool {
    let isComplete = progress.withLock { progress in
      progress.waiting[place] = planes
      return order.places(inRow: place / order.columns).allSatisfy {
        progress.waiting[$0] != nil
      }
    }
    guard isComplete else { return true }
    return try feed.withLock { feed throws(HeifError) in
      while let row = takeRow(feed.rows) {
        if feed.rows == 0 {
          guard let planes = try resamplers() else { return false }
          feed.planes = planes
        }
        for (index, plane) in feed.planes.enumerated() {
          guard plane.take(row.map { $0[index] }) else {
            throw HeifError(.other, "the tiles do not lie side by side")
          }
        }
        feed.rows += 1
      }
      return true
    }
  }

  /// The tiles of a row, from left to right as shown; nil while one is missing.
  private func takeRow(_ row: Int) -> [[PixelPlane]]? {
    progress.withLock { progress in
      let places = order.places(inRow: row)
      let tiles = places.compactMap { progress.waiting[$0] }
      guard !tiles.isEmpty, tiles.count == places.count else { return nil }
      for place in places { progress.waiting[place] = nil }
      return tiles
    }
  }

  private func resamplers() throws(HeifError) -> [RowResampler]? {
    let color = progress.withLock { $0.color ?? nil }
    guard let shapes = shapes(color) else { return nil }
    var made: [RowResampler] = []
    for (index, shape) in shapes.enumerated() {
      let size = order.shownSize(ofPlane: index)
      guard let plane = RowResampler(width: size.width, height: size.height, to: shape) else {
        throw HeifError(.tooLarge, "no memory for a plane")
      }
      made.append(plane)
    }
    return made
  }
}
