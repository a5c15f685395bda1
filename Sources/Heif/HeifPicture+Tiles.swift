package import Pixels
package import Resampling

extension HeifPicture {
  /// Decodes the picture tile by tile, and brings each plane to a shape while its rows come.
  ///
  /// The samples are those of `decode(.native)` and `PixelPlane.resampled(to:)`, but the whole picture
  /// never exists, only as many tiles as lie side by side. The library makes a new decoder for each
  /// tile either way; one of libavcodec's that is kept from tile to tile takes some 3 % less time.
  ///
  /// - Parameters:
  ///   - shapes: What is made of Y, Cb and Cr of these colours; nil for nothing.
  ///   - decoder: The short name of the decoder to begin with; nil for the best there is.
  ///   - isCancelled: Asked between tiles, on any thread; true ends the work.
  /// - Returns: The planes and the colours of their numbers; nil where nothing is to be made or where
  ///   only the whole will do: pictures without tiles, or with anything unusual about them.
  /// - Throws: `HeifError`, after every decoder that could help was tried; also where a decoder
  ///   concealed damage.
  package func tilesResampled(
    to shapes: @escaping @Sendable (HeifColor?) -> [PlaneShape]?, decoder: String? = nil,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(HeifError) -> (planes: [PixelPlane], color: HeifColor?)? {
    try attempt(startingWith: decoder) { name throws(HeifError) in
      guard let tiles = TiledPicture(self) else { return nil }
      let stated = color
      let run = TileRun(tiles, decoder: name, isCancelled: isCancelled) { shapes(stated ?? $0) }
      return try run.run(threads: file.threads).map { ($0.planes, stated ?? $0.color) }
    }
  }
}
