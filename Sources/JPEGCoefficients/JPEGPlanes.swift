internal import CJPEG
package import Pixels
package import Resampling

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A JPEG's picture in the planes in which it is stored: no colour is converted on the way.
package enum JPEGPlanes {
  /// What is made of a plane.
  package struct Shape: Sendable {
    /// Samples in a row.
    package var width: Int
    /// Rows.
    package var height: Int
    /// Where the edges of a row lie in the picture, as fractions of it, from 0 to 1.
    package var across: Span
    /// Where the edges of a column lie.
    package var down: Span

    /// A plane of a size, of a part of the picture.
    package init(width: Int, height: Int, across: Span = Span(0, 1), down: Span = Span(0, 1)) {
      self.width = width
      self.height = height
      self.across = across
      self.down = down
    }
  }

  /// Decodes a JPEG of gray, or of Y, Cb, Cr, of 8 bits, each plane brought to a size by Lanczos 3 while
  /// its rows come.
  ///
  /// - Parameters:
  ///   - jpeg: A whole JPEG.
  ///   - eighths: How much of its size is decoded: 1, 2, 4 or 8 eighths. That costs less, and less
  ///     is left to resample.
  ///   - shapes: What is made of Y, or of Y, Cb and Cr; sides from 1 to 65,535 samples.
  ///   - maximumPixels: The most pixels that the JPEG may have; checked before memory is asked for.
  ///   - isCancelled: Asked every few rows.
  /// - Returns: The planes, 8 bits, full range, in the matrix of JFIF (BT.601).
  /// - Throws: `CoefficientError` of kind `damaged` also where only a part is missing or wrong,
  ///   `unsupported` where there are not as many planes.
  package static func decode(
    _ jpeg: [UInt8], eighths: Int, into shapes: [Shape], maximumPixels: Int,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(CoefficientError) -> [PixelPlane] {
    let sides = 1...PixelPlane.longestSide
    guard [1, 3].contains(shapes.count), [1, 2, 4, 8].contains(eighths),
      shapes.allSatisfy({ sides.contains($0.width) && sides.contains($0.height) })
    else { throw CoefficientError(kind: .unsupported, detail: "planes of such sizes") }
    let starts = shapes.map {
      UnsafeMutablePointer<UInt8>.allocate(capacity: $0.width * $0.height)
    }
    // From here on each memory belongs to a buffer, also when the next lines throw.
    let buffers = zip(starts, shapes).map { start, shape in
      PixelBuffer(
        adopting: UnsafeMutableRawPointer(start), count: shape.width * shape.height
      ) { $0.deallocate() }
    }
    let made = zip(starts, shapes).map { start, shape in
      imgtool_jpeg_made_plane(
        across: imgtool_span(from: shape.across.from, to: shape.across.to),
        down: imgtool_span(from: shape.down.from, to: shape.down.to),
        width: Int32(shape.width), height: Int32(shape.height), samples: start)
    }
    let none = imgtool_jpeg_made_plane()
    let asker = Asker(isCancelled: isCancelled)
    var request = imgtool_jpeg_planes_request(
      eighths: Int32(eighths), most_pixels: maximumPixels, plane_count: Int32(made.count),
      planes: (made[0], made.count > 1 ? made[1] : none, made.count > 2 ? made[2] : none),
      is_wanted: { context in
        guard let context else { return 1 }
        return Unmanaged<Asker>.fromOpaque(context).takeUnretainedValue().isCancelled() ? 0 : 1
      }, context: Unmanaged.passUnretained(asker).toOpaque())
    _ = try withExtendedLifetime(asker) { () throws(CoefficientError) in
      try CoefficientError.check { message in
        imgtool_jpeg_make_planes(jpeg, jpeg.count, &request, message)
      }
    }
    return zip(buffers, shapes).compactMap { buffer, shape in
      PixelPlane(
        width: shape.width, height: shape.height, bands: 1, sample: .uint8, buffer: buffer)
    }
  }

  private final class Asker: Sendable {
    let isCancelled: @Sendable () -> Bool

    init(isCancelled: @escaping @Sendable () -> Bool) {
      self.isCancelled = isCancelled
    }
  }
}

extension JPEGPlanes {
  /// Encodes planes that are Y, Cb, Cr already, or Y alone, as a baseline JPEG.
  ///
  /// - Parameters:
  ///   - planes: 8 bits, full range, in the matrix of JFIF (BT.601), Y of the picture's size.
  ///   - horizontal: How many times wider Y is than Cb and Cr, 1 or 2; a fraction is rounded up.
  ///   - vertical: How many times higher it is.
  ///   - quality: 1 to 100 on libjpeg's scale.
  /// - Returns: A JPEG without any metadata, its Huffman tables made for it.
  /// - Throws: `CoefficientError` where the planes make no picture, or one that no JPEG can hold.
  package static func encode(
    _ planes: [PixelPlane], horizontal: Int = 1, vertical: Int = 1, quality: Int
  ) throws(CoefficientError) -> [UInt8] {
    guard [1, 3].contains(planes.count), (1...2).contains(horizontal), (1...2).contains(vertical),
      planes.indices.allSatisfy({ index in
        let plane = planes[index]
        let (across, down) = index == 0 ? (1, 1) : (horizontal, vertical)
        return plane.bands == 1 && plane.sample == .uint8
          && plane.width == (planes[0].width + across - 1) / across
          && plane.height == (planes[0].height + down - 1) / down
      }),
      let width = Int32(exactly: planes[0].width), let height = Int32(exactly: planes[0].height)
    else { throw CoefficientError(kind: .unsupported, detail: "planes of such sizes") }
    var bytes: UnsafeMutablePointer<UInt8>?
    var count = 0
    try CoefficientError.check { message in
      planes.withStarts { starts in
        let others = planes.count > 1
        var picture = imgtool_jpeg_planes(
          width: width, height: height, plane_count: Int32(planes.count),
          planes: starts,
          horizontal: others ? Int32(horizontal) : 1, vertical: others ? Int32(vertical) : 1,
          quality: Int32(min(max(quality, 1), 100)))
        return imgtool_jpeg_write_planes(&picture, &bytes, &count, message)
      }
    }
    defer { free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }
}
