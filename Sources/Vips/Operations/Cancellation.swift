internal import CVips

extension VipsImage {
  /// The same pixels, whose computing can be stopped.
  ///
  /// While anything made from the result is evaluated, `isCancelled` is asked again and again, on
  /// the thread that asked for the pixels. Once it says yes, that evaluation throws, as does every
  /// later one. Before 8.16 an evaluation by several threads that was all but done may end well all
  /// the same, with pixels that are not to be used: ask once more before using them.
  package func cancellable(
    _ isCancelled: @escaping @Sendable () -> Bool
  ) throws(VipsError) -> VipsImage {
    let copy = try copy()
    vips_image_set_progress(copy.pointer, 1)
    typealias Handler =
      @convention(c) (
        UnsafeMutablePointer<_VipsImage>?, UnsafeMutablePointer<VipsProgress>?, gpointer?
      ) -> Void
    let handler: Handler = { image, _, held in
      guard let image, let held else { return }
      let question = Unmanaged<Question>.fromOpaque(held).takeUnretainedValue()
      if question.isCancelled() { vips_image_set_kill(image, 1) }
    }
    for moment in ["preeval", "eval"] {
      g_signal_connect_data(
        copy.pointer, moment, unsafeBitCast(handler, to: GCallback.self),
        Unmanaged.passRetained(Question(isCancelled)).toOpaque(),
        { held, _ in
          if let held { Unmanaged<Question>.fromOpaque(held).release() }
        }, GConnectFlags(rawValue: 0))
    }
    return copy
  }

  private final class Question: Sendable {
    let isCancelled: @Sendable () -> Bool

    init(_ isCancelled: @escaping @Sendable () -> Bool) {
      self.isCancelled = isCancelled
    }
  }
}
