internal import Vips

extension GainMapPixels {
  /// The samples without their colour where there is none, as cameras write that code brightness as colour.
  ///
  /// Of no use to anybody, it also leads readers astray that take colours of a map for sRGB's (libvips 8.18).
  func grayWhereColourless() throws(VipsError) -> GainMapPixels {
    switch self {
    case .planes(let planes) where planes.planes.count == 3:
      for plane in planes.planes.dropFirst() {
        let samples = try VipsImage(plane: plane, interpretation: .grey)
        guard try samples.min() >= 127, try samples.max() <= 129 else { return self }
      }
      return .planes(planes.luma)
    case .raster(let image) where image.bands == 3:
      let green = try image.extractBand(1)
      for band in [0, 2] {
        let difference = try image.extractBand(band).subtract(green)
        guard try difference.min() >= -2, try difference.max() <= 2 else { return self }
      }
      return .raster(try green.copy(interpretation: .grey).inMemory())
    default: return self
    }
  }
}
