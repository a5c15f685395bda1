internal import Formats
internal import Heif
internal import Resampling

extension HEIFDecode {
  /// The pixels for an output of `target` pixels, from the cheapest picture in the file.
  ///
  /// - Parameters:
  ///   - target: The size that the caller will bring them to.
  ///   - forJPEG: Whether planes that are a JPEG's own go into one as they are.
  ///   - isCancelled: Asked between tiles.
  /// - Returns: The pixels, at their own size or at `target`.
  /// - Throws: `ImagingError` where the picture is damaged or can't be decoded.
  func decode(
    for target: PixelSize, forJPEG: Bool, isCancelled: @escaping @Sendable () -> Bool
  ) throws(ImagingError) -> DecodedPixels {
    let picture = picture(for: target)
    if let made = try resampled(picture, to: target, forJPEG: forJPEG, isCancelled: isCancelled) {
      return .planes(made)
    }
    return try decode(picture, isCancelled: isCancelled)
  }

  /// The picture at a size, every plane brought there in one step while the tiles are decoded.
  ///
  /// - Returns: Nil where the picture has to be decoded as a whole.
  private func resampled(
    _ picture: HeifPicture, to target: PixelSize, forJPEG: Bool,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws(ImagingError) -> PlanarPicture? {
    let size = PixelSize(width: picture.width, height: picture.height)
    guard size != target else { return nil }
    let reduction = { @Sendable (color: HeifColor) in
      forJPEG && color.isJPEGs ? ChromaReduction.halves : .none
    }
    do {
      let made = try picture.tilesResampled(
        to: { stated in
          let color = stated ?? .unstated
          guard YCbCrConversion.knows(color.matrix) else { return nil }
          return ChromaReduction.halves.shapes(of: size, planes: 3, to: target, reduction(color))
        }, isCancelled: isCancelled)
      return made.map { planes, stated in
        let color = stated ?? .unstated
        return PlanarPicture(planes, reduction(color), color: color)
      }
    } catch {
      throw ImagingError(error, opening: false)
    }
  }
}
