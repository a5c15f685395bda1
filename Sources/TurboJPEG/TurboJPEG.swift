internal import CTurboJPEG

/// The JPEG codec, from planes to bytes and back.
package enum TurboJPEG {
  /// The most pixels that libjpeg lets one side of a picture have (its `JPEG_MAX_DIMENSION`).
  package static let maximumSide = 65_500

  /// What the header of a JPEG says.
  package struct Header: Sendable, Equatable {
    /// How colours are stored.
    package enum Colorspace: Sendable, Equatable {
      /// Brightness alone.
      case gray
      /// Brightness and two differences of colour.
      case ycbcr
      /// Red, green, blue as they are.
      case rgb
      /// Four inks as they are.
      case cmyk
      /// Four inks, three of them as brightness and differences.
      case ycck
    }

    /// Pixels in a row, before any orientation.
    package let width: Int
    /// Rows, before any orientation.
    package let height: Int
    /// How much smaller the planes of colour are; nil for a pattern the library can't handle.
    package let subsampling: Subsampling?
    /// How colours are stored; nil where the library does not know.
    package let colorspace: Colorspace?
  }

  /// Reads the header.
  ///
  /// - Parameter bytes: A JPEG, or as much of it as has the header.
  /// - Returns: What it says.
  /// - Throws: `TurboJPEGError` where there is no header.
  package static func header(of bytes: [UInt8]) throws(TurboJPEGError) -> Header {
    try header(of: bytes, with: try Session(tjInitDecompress()))
  }

  static func header(
    of bytes: [UInt8], with session: borrowing Session
  ) throws(TurboJPEGError) -> Header {
    var (width, height, subsampling, colorspace): (Int32, Int32, Int32, Int32) = (0, 0, -1, -1)
    let result = tjDecompressHeader3(
      session.handle, bytes, UInt(bytes.count), &width, &height, &subsampling, &colorspace)
    // A pattern that the library can't handle is an error to it, but the size is there.
    if width <= 0 || height <= 0 {
      try session.check(result)
      throw TurboJPEGError(.damaged, "the header has no size")
    }
    return Header(
      width: Int(width), height: Int(height), subsampling: Subsampling(subsampling),
      colorspace: Self.colorspace(colorspace))
  }

  private static func colorspace(_ code: Int32) -> Header.Colorspace? {
    switch UInt32(bitPattern: code) {
    case TJCS_GRAY.rawValue: .gray
    case TJCS_YCbCr.rawValue: .ycbcr
    case TJCS_RGB.rawValue: .rgb
    case TJCS_CMYK.rawValue: .cmyk
    case TJCS_YCCK.rawValue: .ycck
    default: nil
    }
  }

  /// Reads the header and refuses what is too large.
  static func header(
    of bytes: [UInt8], maximumPixels: Int, with session: borrowing Session
  ) throws(TurboJPEGError) -> Header {
    let header = try header(of: bytes, with: session)
    // Each side is at most 65 535: no product overflows.
    guard header.width * header.height <= maximumPixels else {
      throw TurboJPEGError(.tooLarge, "\(header.width) × \(header.height) pixels")
    }
    return header
  }
}
