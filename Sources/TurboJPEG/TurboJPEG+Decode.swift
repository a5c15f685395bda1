internal import CTurboJPEG
package import Pixels

extension TurboJPEG {
  /// A size that a JPEG can be decoded at, as a fraction of its own.
  package struct Scale: Sendable, Equatable, Hashable {
    /// Above the line.
    package let numerator: Int
    /// Below the line.
    package let denominator: Int

    /// A fraction.
    package init(_ numerator: Int, _ denominator: Int) {
      self.numerator = numerator
      self.denominator = denominator
    }

    /// The size of the picture itself.
    package static let full = Scale(1, 1)

    /// A length at this scale, rounded up, in pixels.
    package func applied(to length: Int) -> Int {
      guard denominator > 0, length >= 0 else { return 0 }
      let (product, overflow) = length.multipliedReportingOverflow(by: numerator)
      guard !overflow, product >= 0 else { return 0 }
      return product / denominator + (product % denominator == 0 ? 0 : 1)
    }
  }

  /// The scales that cost less than decoding in full and resizing, the largest first, `full` the
  /// first of them.
  package static let scales: [Scale] = {
    var count: Int32 = 0
    guard let factors = tjGetScalingFactors(&count) else { return [.full] }
    return (0..<Int(count)).map { Scale(Int(factors[$0].num), Int(factors[$0].denom)) }
      .filter { $0.numerator <= $0.denominator }
      .sorted { $0.numerator * $1.denominator > $1.numerator * $0.denominator }
  }()

  /// A JPEG decoded as far as its planes: no colour is converted, none is interpolated.
  package struct Planes: Sendable {
    /// Pixels in a row of the picture at the scale asked for.
    package let width: Int
    /// Rows of the picture at the scale asked for.
    package let height: Int
    /// The sizes of the planes.
    package let subsampling: Subsampling
    /// Y, Cb, Cr or Y alone, 8 bits, full range, in the matrix of JFIF (BT.601).
    package let planes: [PixelPlane]
  }

  /// Decodes to planes.
  ///
  /// - Parameters:
  ///   - bytes: A whole JPEG.
  ///   - scale: One of `scales`.
  ///   - maximumPixels: The most pixels the JPEG may have at full size; checked before memory is
  ///     asked for.
  /// - Returns: The planes, each exactly as large as the picture needs.
  /// - Throws: `TurboJPEGError` of kind `damaged` also where only a part is missing or wrong,
  ///   `unsupported` for colours that are not Y, Cb, Cr or gray.
  package static func decodePlanes(
    _ bytes: [UInt8], scale: Scale = .full, maximumPixels: Int
  ) throws(TurboJPEGError) -> Planes {
    let session = try Session(tjInitDecompress())
    let header = try header(of: bytes, maximumPixels: maximumPixels, with: session)
    guard let subsampling = header.subsampling,
      header.colorspace == .ycbcr || header.colorspace == .gray
    else { throw TurboJPEGError(.unsupported, "the colours are not stored as Y, Cb, Cr") }
    guard scales.contains(scale) else {
      throw TurboJPEGError(.unsupported, "a scale of \(scale.numerator)/\(scale.denominator)")
    }
    let width = scale.applied(to: header.width)
    let height = scale.applied(to: header.height)
    let sizes = (0..<subsampling.planeCount).map {
      subsampling.librarySize(ofPlane: $0, width: width, height: height)
    }
    let memory = sizes.map { size in
      UnsafeMutablePointer<UInt8>.allocate(capacity: size.width * size.height)
    }
    var starts = memory.map(Optional.some)
    var strides = sizes.map { Int32($0.width) }
    let result = tjDecompressToYUVPlanes(
      session.handle, bytes, UInt(bytes.count), &starts, Int32(width), &strides, Int32(height),
      TJFLAG_ACCURATEDCT | TJFLAG_LIMITSCANS)
    // From here on each buffer belongs to a plane, also when the next line throws.
    let buffers = zip(memory, sizes).map { start, size in
      PixelBuffer(
        adopting: UnsafeMutableRawPointer(start), count: size.width * size.height
      ) { $0.deallocate() }
    }
    try session.check(result)
    var planes: [PixelPlane] = []
    for (index, buffer) in buffers.enumerated() {
      let size = subsampling.size(ofPlane: index, width: width, height: height)
      let trimmed = buffer.trimmed(from: sizes[index], to: size)
      guard
        let plane = PixelPlane(
          width: size.width, height: size.height, bands: 1, sample: .uint8, buffer: trimmed)
      else { throw TurboJPEGError(.mismatch, "plane \(index) has no size") }
      planes.append(plane)
    }
    return Planes(width: width, height: height, subsampling: subsampling, planes: planes)
  }
}

extension PixelBuffer {
  /// The samples without the columns and rows beyond a size.
  fileprivate func trimmed(
    from size: (width: Int, height: Int), to wanted: (width: Int, height: Int)
  ) -> PixelBuffer {
    if size == wanted { return self }
    return PixelBuffer(count: wanted.width * wanted.height) { target in
      withBytes { source in
        for y in 0..<wanted.height {
          let from = y * size.width
          let row = UnsafeRawBufferPointer(rebasing: source[from..<from + wanted.width])
          let start = y * wanted.width
          UnsafeMutableRawBufferPointer(rebasing: target[start..<start + wanted.width])
            .copyMemory(from: row)
        }
      }
    }
  }
}
