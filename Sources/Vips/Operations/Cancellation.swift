internal import CVips

extension VipsImage {
  /// The same pixels, whose computing can be stopped.
  ///
  /// `isCancelled` is asked whenever a few rows or a tile of this image are wanted, on whichever
  /// thread wants them, however little is made of them in the end. Once it says yes, that evaluation
  /// throws. Before 8.16 an evaluation by several threads that was all but done may end well all the
  /// same, with pixels that are not to be used: ask once more before using them.
  package func cancellable(
    _ isCancelled: @escaping @Sendable () -> Bool
  ) throws(VipsError) -> VipsImage {
    try VipsLibrary.start()
    guard let made = vips_image_new() else { throw VipsError(failureOf: "vips_image_new") }
    let result = VipsImage(adopting: made)
    // The library does not hold what an image is computed from: the gate does, as long as the image
    // lives.
    let gate = Unmanaged.passRetained(Gate(self, isCancelled))
    let object = UnsafeMutableRawPointer(made).assumingMemoryBound(to: GObject.self)
    g_object_set_data_full(object, "imgtool-gate", gate.toOpaque()) { gate in
      if let gate { Unmanaged<Gate>.fromOpaque(gate).release() }
    }
    var inputs: [UnsafeMutablePointer<_VipsImage>?] = [pointer, nil]
    guard vips_image_pipeline_array(made, VIPS_DEMAND_STYLE_THINSTRIP, &inputs) == 0,
      vips_image_generate(
        made, vips_start_one, passRows, vips_stop_one, pointer, gate.toOpaque()) == 0
    else { throw VipsError(failureOf: "vips_image_generate") }
    return result
  }
}

extension VipsImage {
  /// The same pixels, whose encoding can be stopped.
  ///
  /// `isCancelled` is asked whenever rows are wanted, which is as long as a saver works that encodes them one after
  /// the other. WebP and JPEG XL are encoded as a whole, once all pixels are there; newer versions of the library
  /// ask on the way for WebP. Once it says yes, the saver throws.
  package func stoppable(
    _ isCancelled: @escaping @Sendable () -> Bool
  ) throws(VipsError) -> VipsImage {
    let copy = try cancellable(isCancelled)
    vips_image_set_progress(copy.pointer, 1)
    let watch: EvalHandler = { image, _, gate in
      guard let image, let gate,
        Unmanaged<Gate>.fromOpaque(gate).takeUnretainedValue().isCancelled()
      else { return }
      vips_image_set_kill(image, 1)
    }
    g_signal_connect_data(
      copy.pointer, "eval", unsafeBitCast(watch, to: GCallback.self),
      Unmanaged.passRetained(Gate(self, isCancelled)).toOpaque(),
      { gate, _ in if let gate { Unmanaged<Gate>.fromOpaque(gate).release() } },
      GConnectFlags(rawValue: 0))
    return copy
  }
}

/// What GLib calls while an image is evaluated: the image, how far it is, and what was given along.
private typealias EvalHandler =
  @convention(c) (
    UnsafeMutablePointer<_VipsImage>?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?
  ) -> Void

/// What pixels have to pass: the image they come from, and who may stop them.
private final class Gate: Sendable {
  let image: VipsImage
  let isCancelled: @Sendable () -> Bool

  init(_ image: VipsImage, _ isCancelled: @escaping @Sendable () -> Bool) {
    self.image = image
    self.isCancelled = isCancelled
  }
}

/// Lends the wanted pixels of the input to the output, unless its gate is shut.
private func passRows(
  _ output: UnsafeMutablePointer<VipsRegion>?, _ input: UnsafeMutableRawPointer?,
  _: UnsafeMutableRawPointer?, _ gate: UnsafeMutableRawPointer?, _: UnsafeMutablePointer<gboolean>?
) -> Int32 {
  guard let output, let input, let gate else { return -1 }
  guard !Unmanaged<Gate>.fromOpaque(gate).takeUnretainedValue().isCancelled() else { return -1 }
  let source = input.assumingMemoryBound(to: VipsRegion.self)
  var wanted = output.pointee.valid
  guard vips_region_prepare(source, &wanted) == 0 else { return -1 }
  return vips_region_region(output, source, &wanted, wanted.left, wanted.top)
}
