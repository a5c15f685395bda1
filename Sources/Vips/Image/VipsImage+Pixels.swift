internal import CVips
package import Pixels

extension VipsImage {
  /// A picture of one band of floating point samples, such as a table for `maplut`.
  ///
  /// - Throws: `VipsError` where the number of samples is not `width` × `height`.
  package convenience init(floats: [Float], width: Int, height: Int) throws(VipsError) {
    let plane = PixelPlane(floats: floats, width: width, height: height, bands: 1)
    guard let plane else { throw VipsError("image from samples", "too few or too many") }
    try self.init(plane: plane, interpretation: .histogram)
  }

  /// An image over the samples of a plane, which it holds for as long as it is used.
  ///
  /// Throws where libvips cannot have a picture of that size.
  package convenience init(
    plane: PixelPlane, interpretation: Interpretation
  ) throws(VipsError) {
    try VipsLibrary.start()
    let operation = "image from memory"
    guard let width = Int32(exactly: plane.width), let height = Int32(exactly: plane.height),
      let bands = Int32(exactly: plane.bands)
    else { throw VipsError(operation, "the picture is too large") }
    let bare = plane.buffer.withBytes {
      vips_image_new_from_memory(
        $0.baseAddress, $0.count, width, height, bands, plane.sample.format)
    }
    guard let bare else { throw VipsError(failureOf: operation) }
    let borrower = VipsImage(adopting: bare)
    // The object's last act is to let go of the buffer that it reads.
    g_object_set_data_full(
      UnsafeMutableRawPointer(bare).assumingMemoryBound(to: GObject.self), "imgtool-pixels",
      Unmanaged.passRetained(plane.buffer).toOpaque()
    ) { held in
      if let held { Unmanaged<PixelBuffer>.fromOpaque(held).release() }
    }
    let meant = try borrower.copy(interpretation: interpretation)
    self.init(adopting: g_object_ref(meant.pointer).assumingMemoryBound(to: _VipsImage.self))
  }

  /// Evaluates the image and gives all its samples, rows packed.
  ///
  /// Throws for a format that is not `uchar`, `ushort` or `float`, and whatever stops the
  /// evaluation: it is here and in the savers that damaged input shows.
  package func pixels() throws(VipsError) -> PixelPlane {
    let operation = "pixels"
    guard let sample = PixelPlane.Sample(format) else {
      throw VipsError(operation, "cannot take samples of the format \(format)")
    }
    var count = 0
    guard let memory = vips_image_write_to_memory(pointer, &count) else {
      throw VipsError(failureOf: operation)
    }
    let buffer = PixelBuffer(adopting: memory, count: count) { g_free($0) }
    let plane = PixelPlane(
      width: width, height: height, bands: bands, sample: sample, buffer: buffer)
    guard let plane else { throw VipsError(operation, "the samples are not plain ones") }
    return plane
  }

  /// Evaluates the image into memory, for what reads pixels in another order than they come.
  package func inMemory() throws(VipsError) -> VipsImage {
    guard let memory = vips_image_copy_memory(pointer) else {
      throw VipsError(failureOf: "copy to memory")
    }
    // It may be this very image, which is not to be changed.
    let copy = try VipsImage(adopting: memory).copy()
    // Both were about how it is decoded.
    vips_image_remove(copy.pointer, "vips-sequential")
    vips_image_remove(copy.pointer, VipsLibrary.concurrencyField)
    return copy
  }
}

extension PixelPlane.Sample {
  fileprivate init?(_ format: VipsImage.Format) {
    switch format {
    case .uchar: self = .uint8
    case .ushort: self = .uint16
    case .float: self = .float
    default: return nil
    }
  }

  fileprivate var format: VipsBandFormat {
    switch self {
    case .uint8: VIPS_FORMAT_UCHAR
    case .uint16: VIPS_FORMAT_USHORT
    case .float: VIPS_FORMAT_FLOAT
    }
  }
}
