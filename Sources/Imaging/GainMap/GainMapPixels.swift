internal import Formats
internal import Heif
internal import Pixels
internal import Resampling
internal import Vips

/// The samples of a gain map, upright.
enum GainMapPixels: Sendable {
  /// Planes Y, Cb, Cr, or Y alone.
  case planes(PlanarPicture)
  /// Samples side by side, in memory.
  case raster(VipsImage)

  /// Size in pixels.
  var size: PixelSize {
    switch self {
    case .planes(let planes): planes.size
    case .raster(let image): PixelSize(width: image.width, height: image.height)
    }
  }

  /// What was decoded, brightness alone where `isOneChannel`, turned upright from an EXIF Orientation.
  init(_ pixels: DecodedPixels, isOneChannel: Bool, orientation: Int) throws(VipsError) {
    switch pixels {
    case .planes(var planes):
      if isOneChannel { planes = planes.luma }
      let turn = Turn(uprightFrom: orientation)
      planes.planes = planes.planes.compactMap { $0.turned(turn) }
      self = .planes(planes)
    case .raster(let image, _), .upright(let image):
      var plain = try image.withPlainSamples().in8Bits()
      if isOneChannel, plain.bands > 1 { plain = try plain.colourspace(.grey) }
      self = .raster(try plain.inMemory().upright(from: orientation).inMemory())
    }
  }

  /// The samples at a size that is no larger.
  func resampled(to size: PixelSize) throws(VipsError) -> GainMapPixels {
    switch self {
    case .planes(let planes): .planes(try planes.shrunk(to: size))
    case .raster(let image): .raster(try image.resampled(to: size).inMemory())
    }
  }

  /// The samples side by side.
  var samples: PixelPlane {
    get throws(VipsError) {
      switch self {
      case .planes(let planes) where planes.isJPEGs && planes.planes.count == 1:
        planes.planes[0]
      case .planes(let planes): try planes.rgb(at: planes.size).pixels()
      case .raster(let image): try image.pixels()
      }
    }
  }

  /// The samples as planes or pixels that a JPEG takes, one channel of them replaced by what a table says.
  ///
  /// - Parameter curve: 256 values from 0 to 1; nil to leave samples as they are.
  /// - Returns: Planes that are a JPEG's own, or samples side by side.
  /// - Throws: `VipsError` where they can't be converted.
  func ready(through curve: [Double]?) throws(VipsError) -> GainMapPixels {
    guard let curve, curve.count == 256 else {
      if case .planes(let planes) = self, !planes.isJPEGs {
        return .raster(try planes.rgb(at: planes.size).inMemory())
      }
      return self
    }
    let table = curve.map { UInt8(min(max(($0 * 255).rounded(), 0), 255)) }
    let plane = try samples
    guard plane.bands == 1, plane.sample == .uint8,
      let mapped = plane.mapped(table)
    else { throw VipsError("maplut", "the samples of the gain map are of another kind") }
    return .planes(PlanarPicture(ofJPEG: [mapped], isHalved: false))
  }
}

extension PixelPlane {
  /// The plane with each byte replaced by that of a table of 256.
  fileprivate func mapped(_ table: [UInt8]) -> PixelPlane? {
    PixelPlane(
      width: width, height: height, bands: bands, sample: sample,
      buffer: PixelBuffer(buffer.bytes.map { table[Int($0)] }))
  }
}

extension PlanarPicture {
  /// Brightness alone.
  var luma: PlanarPicture {
    var luma = self
    luma.planes = Array(planes.prefix(1))
    luma.chroma = .monochrome
    return luma
  }
}

extension Turn {
  /// What makes a picture upright that is stored under an EXIF Orientation (EXIF 2.32, 4.6.4 A); anything but
  /// 2 to 8 counts as 1.
  init(uprightFrom orientation: Int) {
    self.init()
    switch orientation {
    case 2: mirror()
    case 3: rotate(quarters: 2)
    case 4: flip()
    case 5:
      rotate(quarters: 3)
      mirror()
    case 6: rotate(quarters: 3)
    case 7:
      rotate(quarters: 1)
      mirror()
    case 8: rotate(quarters: 1)
    default: break
    }
  }
}
