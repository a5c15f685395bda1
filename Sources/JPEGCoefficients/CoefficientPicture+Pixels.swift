internal import CJPEG
package import Pixels

extension CoefficientPicture {
  /// Transforms pixels, without coding anything: an encoder's first half.
  ///
  /// The coefficients have steps of 1, which leaves them as exact as pixels are, and colour is at half
  /// the width and height.
  ///
  /// - Parameter pixels: Gray or RGB, 8 bits.
  /// - Throws: `CoefficientError` of kind `unsupported` for others.
  package convenience init(transforming pixels: PixelPlane) throws(CoefficientError) {
    guard pixels.sample == .uint8, [1, 3].contains(pixels.bands) else {
      throw CoefficientError(kind: .unsupported, detail: "pixels of \(pixels.bands) samples")
    }
    try self.init([pixels])
  }

  /// Transforms planes Y, Cb, Cr, full range, in the matrix of JFIF (BT.601), without converting or
  /// coding anything.
  ///
  /// - Parameter planes: Three of 8 bits; Cb and Cr of half the width and height of Y, rounded up.
  /// - Throws: `CoefficientError` of kind `unsupported` for others.
  package convenience init(transforming planes: [PixelPlane]) throws(CoefficientError) {
    guard planes.count == 3, planes.allSatisfy({ $0.sample == .uint8 && $0.bands == 1 }) else {
      throw CoefficientError(kind: .unsupported, detail: "\(planes.count) planes")
    }
    let halves = [(planes[0].width + 1) / 2, (planes[0].height + 1) / 2]
    guard planes.dropFirst().allSatisfy({ [$0.width, $0.height] == halves }) else {
      throw CoefficientError(kind: .unsupported, detail: "planes of other sizes")
    }
    try self.init(planes)
  }

  private convenience init(_ planes: [PixelPlane]) throws(CoefficientError) {
    let first = planes[0]
    var samples = imgtool_jpeg_samples()
    samples.width = Int32(clamping: first.width)
    samples.height = Int32(clamping: first.height)
    samples.bands = Int32(first.bands)
    samples.plane_count = Int32(planes.count)
    try self.init { result, message in
      planes.withStarts { starts in
        samples.planes = starts
        return imgtool_jpeg_transform(&samples, result, message)
      }
    }
  }

  /// The pixels of a JPEG that was read, as it is stored, whatever its orientation: gray or RGB, 8 bits.
  ///
  /// They are those that libjpeg makes of the file, by the same transform and filters; nothing is decoded
  /// again.
  ///
  /// - Parameter isTurned: Whether an orientation of 5 to 8 was given, so that rows became columns.
  /// - Returns: One plane, rows packed.
  /// - Throws: `CoefficientError` of kind `unsupported` for what was made of pixels.
  package func pixels(isTurned: Bool = false) throws(CoefficientError) -> PixelPlane {
    let (bands, size) = (isGray ? 1 : 3, isTurned ? (height, width) : (width, height))
    var failure: CoefficientError?
    let buffer = PixelBuffer(count: size.0 * size.1 * bands) { memory in
      do throws(CoefficientError) {
        try CoefficientError.check { message in
          imgtool_jpeg_show(
            handle, memory.bindMemory(to: UInt8.self).baseAddress, memory.count, message)
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    let plane = PixelPlane(
      width: size.0, height: size.1, bands: bands, sample: .uint8, buffer: buffer)
    guard let plane else { throw CoefficientError(kind: .unsupported, detail: "no pixels") }
    return plane
  }
}
