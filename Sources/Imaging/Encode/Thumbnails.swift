internal import Formats
internal import Metadata
internal import Vips

/// The thumbnails that an output's metadata brings along from its input.
struct Thumbnails {
  /// Whether they show the output as well: nothing was turned, and no colour changed.
  let areTrue: Bool
  /// Size of the output in pixels.
  let size: PixelSize
  /// Whether that is another size than the input's.
  var isResized = false
  /// What shows through transparent places.
  let background: RGBColor
  /// The output's picture at a smaller size.
  let picture: (PixelSize) throws -> ColouredPicture

  /// Qualities that are tried, the best first, until a thumbnail fits its room.
  private static let qualities = [85, 75, 65, 50, 35, 20]
  /// By how much the longer edge of a resized picture is longer at least than that of a thumbnail
  /// which still saves anyone work; beside a smaller one it would be a good part of the file.
  private static let usefulRatio = 4
  /// The longer edge in pixels where the old thumbnail's isn't known: that of DCF's.
  private static let usualEdge = 160

  /// What has to become of the thumbnails in `metadata`.
  ///
  /// One that is no longer true gives way to one of the new pixels that fits its room: nothing behind
  /// it in the EXIF block may move. Where none can be made it goes.
  func change(in metadata: PictureMetadata) -> ThumbnailChange {
    guard let old = metadata.thumbnail else { return areTrue ? .kept : .dropped }
    let oldSize = PixelSize(ofJPEG: old)
    if isResized, !isUseful(oldSize) { return .dropped }
    let isUpright = metadata.thumbnailOrientation ?? 1 == 1
    if areTrue, isUpright, isPlausible(oldSize) { return .kept }
    return made(oldSize, limit: metadata.thumbnailRoom ?? .max).map(ThumbnailChange.replaced)
      ?? .dropped
  }

  private func isUseful(_ old: PixelSize?) -> Bool {
    guard let old else { return true }
    return max(size.width, size.height) / Self.usefulRatio >= max(old.width, old.height)
  }

  /// Whether a thumbnail of this size can be one of the picture: neither larger, nor upright beside
  /// a picture that lies.
  private func isPlausible(_ old: PixelSize?) -> Bool {
    guard let old else { return true }
    let isLarger = old.width > size.width && old.height > size.height
    let isTurned =
      old.width > old.height && size.width < size.height
      || old.width < old.height && size.width > size.height
    return !isLarger && !isTurned
  }

  private func made(_ old: PixelSize?, limit: Int) -> [UInt8]? {
    let edge = old.map { max($0.width, $0.height) } ?? Self.usualEdge
    for edge in [edge, edge / 2] where edge > 0 {
      // A thumbnail is not worth a failure.
      guard
        let picture = try? picture(SizeLimit.longEdge(edge).applied(to: size)),
        let shown = try? picture.inSRGB().fitted(to: .jpeg, background: background).inMemory()
      else { return nil }
      for quality in Self.qualities {
        if let jpeg = try? shown.image.saveJPEG(quality: quality), jpeg.count <= limit {
          return jpeg
        }
      }
    }
    return nil
  }
}

extension PixelSize {
  /// The size of an embedded JPEG; nil where the bytes are none.
  fileprivate init?(ofJPEG bytes: ArraySlice<UInt8>) {
    guard let size = JPEGSegments(Array(bytes))?.size, size.width > 0, size.height > 0 else {
      return nil
    }
    self.init(width: size.width, height: size.height)
  }
}
