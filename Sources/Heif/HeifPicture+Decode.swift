internal import CHeif

/// What the pixels of a decoded picture look like.
package enum HeifLayout: Sendable, Equatable {
  /// As they are stored: planes Y, Cb, Cr in the picture's own chroma, or Y alone.
  case native
  /// R, G, B side by side, 8 bits each.
  case rgb8
  /// R, G, B, alpha side by side, 8 bits each.
  case rgba8
  /// R, G, B side by side, 16 bits each in the machine's byte order, of which `bits` count.
  case rgb16
  /// R, G, B, alpha side by side, 16 bits each in the machine's byte order, of which `bits` count.
  case rgba16

  var colorspace: heif_colorspace {
    self == .native ? heif_colorspace_undefined : heif_colorspace_RGB
  }

  var chroma: heif_chroma {
    let isLittle = 1.littleEndian == 1
    return switch self {
    case .native: heif_chroma_undefined
    case .rgb8: heif_chroma_interleaved_RGB
    case .rgba8: heif_chroma_interleaved_RGBA
    case .rgb16:
      isLittle ? heif_chroma_interleaved_RRGGBB_LE : heif_chroma_interleaved_RRGGBB_BE
    case .rgba16:
      isLittle ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RRGGBBAA_BE
    }
  }
}

extension HeifPicture {
  /// Decodes the picture, cropped, turned and mirrored as the file says.
  ///
  /// - Parameters:
  ///   - layout: What the pixels are to look like.
  ///   - decoder: The short name of the decoder to begin with; nil for the best there is.
  ///   - isCancelled: Asked between tiles, on any thread; true ends the work.
  /// - Returns: The pixels, with warnings where a decoder concealed damage.
  /// - Throws: `HeifError`, after every decoder that could help was tried.
  package func decode(
    _ layout: HeifLayout, decoder: String? = nil,
    isCancelled: (@Sendable () -> Bool)? = nil
  ) throws(HeifError) -> HeifImage {
    try attempt(startingWith: decoder) { name throws(HeifError) in
      try decoded(layout, decoder: name, onThisThread: file.threads == 0, isCancelled)
    }
  }

  /// Decodes with one decoder after the other until one succeeds.
  ///
  /// - Parameters:
  ///   - decoder: The short name of the decoder to begin with; nil for the best there is.
  ///   - attempt: Decodes with the decoder of a name.
  /// - Returns: What `attempt` made.
  /// - Throws: `HeifError` where the file is refused or no decoder helps.
  func attempt<Result>(
    startingWith decoder: String?, _ attempt: (String?) throws(HeifError) -> Result
  ) throws(HeifError) -> Result {
    try file.refuseCompressedItems()
    try file.refuse(larger: self)
    let installed =
      switch codec {
      case "hvc1": HeifLibrary.decoderNames(for: .hevc)
      case "av01": HeifLibrary.decoderNames(for: .av1)
      default: [String]()
      }
    return try Fallback.first(of: installed, startingWith: decoder, attempt)
  }

  /// Decodes with one decoder.
  ///
  /// - Parameters:
  ///   - layout: What the pixels are to look like.
  ///   - decoder: The decoder's short name; nil for the library's choice.
  ///   - onThisThread: Whether no other thread has a part in it.
  ///   - isCancelled: Asked between tiles.
  /// - Returns: The pixels, with warnings where the decoder concealed damage.
  /// - Throws: `HeifError`.
  func decoded(
    _ layout: HeifLayout, decoder: String?, onThisThread: Bool,
    _ isCancelled: (@Sendable () -> Bool)?
  ) throws(HeifError) -> HeifImage {
    guard let options = heif_decoding_options_alloc() else {
      throw HeifError(.tooLarge, "no memory for the decoding options")
    }
    defer { heif_decoding_options_free(options) }
    options.pointee.ignore_transformations = 0
    options.pointee.convert_hdr_to_8bit = 0
    // Tiles that can't be decoded would be left grey, with a warning at most.
    options.pointee.strict_decoding = 1
    let colors = heif_color_conversion_options(
      version: 1,
      preferred_chroma_downsampling_algorithm: heif_chroma_downsampling_average,
      preferred_chroma_upsampling_algorithm: heif_chroma_upsampling_bilinear,
      only_use_preferred_chroma_algorithm: 1)
    options.pointee.color_conversion_options = colors
    let hook = isCancelled.map(CancelHook.init)
    if let hook, options.pointee.version >= 6 {
      options.pointee.progress_user_data = Unmanaged.passUnretained(hook).toOpaque()
      options.pointee.cancel_decoding = { CancelHook.isCancelled($0) }
    }
    return try withExtendedLifetime(hook) { () throws(HeifError) in
      try decoded(layout, decoder: decoder, onThisThread: onThisThread, options)
    }
  }

  private func decoded(
    _ layout: HeifLayout, decoder: String?, onThisThread: Bool,
    _ options: UnsafeMutablePointer<heif_decoding_options>
  ) throws(HeifError) -> HeifImage {
    var image: OpaquePointer?
    let (_, complaints) = try FFmpegLog.listening(onThisThread: onThisThread) {
      () throws(HeifError) in
      try run(decoder, layout, options, &image)
    }
    guard let image else { throw HeifError(.other, "the decoder gave no picture") }
    let decoded = DecodedImage(image, of: file)
    // What the library calls the colours of its RGB are those of the codec's matrix; the primaries
    // and the transfer it leaves as they were.
    let rgb = color.map { stated in
      HeifColor(
        primaries: stated.primaries, transfer: stated.transfer, matrix: 0, fullRange: true)
    }
    return try decoded.value(
      color: layout == .native ? decoded.color : rgb, warnings: complaints)
  }

  private func run(
    _ decoder: String?, _ layout: HeifLayout,
    _ options: UnsafeMutablePointer<heif_decoding_options>, _ image: inout OpaquePointer?
  ) throws(HeifError) {
    func decode(_ name: UnsafePointer<CChar>?) -> heif_error {
      options.pointee.decoder_id = name
      return heif_decode_image(handle, &image, layout.colorspace, layout.chroma, options)
    }
    try check(decoder.map { $0.withCString(decode) } ?? decode(nil))
  }
}

/// A caller's wish to stop, where the library can ask for it.
private final class CancelHook {
  private let answer: @Sendable () -> Bool

  init(_ answer: @escaping @Sendable () -> Bool) {
    self.answer = answer
  }

  static func isCancelled(_ hook: UnsafeMutableRawPointer?) -> Int32 {
    guard let hook else { return 0 }
    return Unmanaged<CancelHook>.fromOpaque(hook).takeUnretainedValue().answer() ? 1 : 0
  }
}
