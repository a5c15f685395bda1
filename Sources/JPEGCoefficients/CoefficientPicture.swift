internal import CJPEG

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A picture as the coefficients of a JPEG: decoded, or encoded, as far as no quality is lost, and encoded
/// at any quality from there.
///
/// Between two JPEGs of one size nothing else is needed: no pixel is computed, no colour converted,
/// nothing rounded or clipped but the coefficients themselves. Each quality costs a rounding and an
/// entropy coding. Pixels come of the same coefficients where they are wanted after all. An object is for one thread at a time.
package final class CoefficientPicture {
  /// Pixels in a row.
  package let width: Int
  /// Rows.
  package let height: Int
  /// Whether the picture has no colour.
  package let isGray: Bool
  /// Whether there is colour, in planes of half the width and half the height.
  package let isHalved: Bool
  let handle: OpaquePointer

  /// Reads the coefficients of a JPEG of gray, or of Y, Cb, Cr, of 8 bits.
  ///
  /// - Parameters:
  ///   - jpeg: A whole JPEG.
  ///   - orientation: Its EXIF Orientation, 1 to 8: the coefficients are turned upright, without loss.
  ///   - maximumPixels: The most pixels that it may have; checked before memory is asked for.
  /// - Throws: `CoefficientError` of kind `damaged` also where only a part is missing or wrong, of kind
  ///   `unsupported` also where an edge that would have to move ends within a block.
  package convenience init(
    _ jpeg: [UInt8], orientation: Int = 1, maximumPixels: Int
  ) throws(CoefficientError) {
    let orientation = Int32((1...8).contains(orientation) ? orientation : 1)
    try self.init { result, message in
      imgtool_jpeg_open(jpeg, jpeg.count, orientation, maximumPixels, result, message)
    }
  }

  /// Takes over what a call makes.
  init(
    _ make: (UnsafeMutablePointer<imgtool_jpeg_result>, UnsafeMutablePointer<CChar>)
      -> OpaquePointer?
  ) throws(CoefficientError) {
    var handle: OpaquePointer?
    try CoefficientError.check { message in
      var result = IMGTOOL_JPEG_UNSUPPORTED
      handle = make(&result, message)
      return result
    }
    guard let handle else { throw CoefficientError(kind: .unsupported, detail: "") }
    self.handle = handle
    let layout = imgtool_jpeg_get_layout(handle, 1)
    width = Int(layout.width)
    height = Int(layout.height)
    isGray = layout.plane_count == 1
    let factors = [layout.planes.0, layout.planes.1, layout.planes.2].map {
      [$0.horizontal, $0.vertical]
    }
    isHalved = layout.plane_count == 3 && factors == [[2, 2], [1, 1], [1, 1]]
  }

  deinit {
    imgtool_jpeg_close(handle)
  }

  /// What an encoding came to.
  package enum Encoding: Sendable, Equatable {
    /// A JPEG without any metadata.
    case whole([UInt8])
    /// More bytes than allowed, and about how many; they were not all made.
    case cutOff(about: Int)
  }

  /// Encodes the picture at a quality.
  ///
  /// Coefficients of less than one step are rounded down more often than up. They cost most of the
  /// bytes and show least: at an equal SSIMULACRA2 score files are 5 to 13 % smaller than with plain
  /// rounding (three photographs of 12 megapixels, qualities 64 to 90).
  ///
  /// - Parameters:
  ///   - quality: 1 to 100 on libjpeg's scale.
  ///   - isProgressive: Whether coarse data comes first; that is a little smaller, and slower.
  ///   - limit: The most bytes; encoding stops where they do not suffice.
  /// - Returns: The JPEG, its Huffman tables made for it.
  /// - Throws: `CoefficientError` where the library can't write the picture.
  package func encode(
    quality: Int, isProgressive: Bool = false, limit: Int = .max
  ) throws(CoefficientError) -> Encoding {
    try write(quality, isProgressive: isProgressive, limit: limit, interval: 1)
  }

  /// The bytes of a JPEG of every so many rows of the picture.
  ///
  /// - Parameters:
  ///   - interval: Of so many rows of units (16 pixels high with colour, else 8) one is encoded; at
  ///     least 2.
  ///   - quality: 1 to 100 on libjpeg's scale.
  ///   - isProgressive: Whether coarse data comes first.
  /// - Returns: How many bytes of coded rows there are, and how much of the picture they are.
  /// - Throws: `CoefficientError` where the library can't write the picture.
  package func sample(
    every interval: Int, quality: Int, isProgressive: Bool = false
  ) throws(CoefficientError) -> (bytes: Int, share: Double) {
    let encoding = try write(
      quality, isProgressive: isProgressive, limit: .max, interval: max(interval, 2))
    guard case .whole(let bytes) = encoding else { return (0, 1) }
    return (bytes.count, share(of: max(interval, 2)))
  }

  /// How much of the picture one of so many rows of units is.
  func share(of interval: Int) -> Double {
    let sampled = imgtool_jpeg_get_layout(handle, Int32(clamping: interval))
    return Double(sampled.height) / Double(height)
  }

  private func write(
    _ quality: Int, isProgressive: Bool, limit: Int, interval: Int
  ) throws(CoefficientError) -> Encoding {
    var request = request(quality, interval: interval)
    request.is_progressive = isProgressive ? 1 : 0
    request.limit = max(limit, 0)
    var bytes: UnsafeMutablePointer<UInt8>?
    var count = 0
    let isWhole = try CoefficientError.check { message in
      imgtool_jpeg_write(handle, request, &bytes, &count, message)
    }
    guard isWhole else { return .cutOff(about: count) }
    defer { free(bytes) }
    return .whole(Array(UnsafeBufferPointer(start: bytes, count: count)))
  }

  func request(_ quality: Int, interval: Int) -> imgtool_jpeg_request {
    imgtool_jpeg_request(
      quality: Int32(min(max(quality, 1), 100)), rounding: Self.rounding, is_progressive: 0,
      interval: Int32(min(max(interval, 1), 1000)), limit: .max)
  }

  /// Found by bytes at equal SSIMULACRA2, see `encode`.
  private static let rounding = imgtool_jpeg_rounding(least_of_one: 0.65, rounded_up: 0.45)
}
