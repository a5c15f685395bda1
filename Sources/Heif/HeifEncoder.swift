internal import CHeif
package import Pixels

/// How a picture is written as a HEIF file.
package struct HeifEncoder: Sendable {
  /// How much colour detail is kept.
  package enum Chroma: String, Sendable {
    /// Half in each direction.
    case ycbcr420 = "420"
    /// All of it.
    case ycbcr444 = "444"
  }

  /// What the pixels are compressed with.
  package var codec: HeifLibrary.Codec
  /// 1 (small) to 100 (good); without effect where `isLossless`.
  package var quality: Int
  /// Whether every sample comes back as it was; then `chroma` is 4:4:4 and the matrix is RGB.
  package var isLossless = false
  /// How much colour detail is kept.
  package var chroma = Chroma.ycbcr420
  /// Bits of a sample that count: 8 for planes of 8-bit samples, 10 or 12 for those of 16.
  package var bits = 8
  /// The encoder's own word for its trade of time for bytes: `ultrafast` to `placebo` for x265, `0`
  /// (slow) to `9` for AV1; nil for the library's choice.
  package var preset: String?
  /// Further parameters of the encoder by its own names, set in this order; an encoder that doesn't
  /// know one does without.
  package var settings: [(name: String, value: String)] = []
  /// How many threads the encoder may use, from 1.
  package var threads = 1
  /// An ICC profile to store.
  package var iccProfile: [UInt8]?
  /// What the colours are; nil for sRGB, or for what `iccProfile` says where there is one.
  package var color: HeifColor?
  /// EXIF data from its TIFF header on.
  package var exif: [UInt8]?
  /// An XMP packet.
  package var xmp: [UInt8]?
  /// From where on a picture without transparency is cut into tiles; HEVC only.
  package var tiling = TileGrid.Limits()
  /// The picture once more, small, for those who only want a glance; samples and colours are those of
  /// the picture itself.
  package var thumbnail: PixelPlane?
  /// 1 (small) to 100 (good) for `thumbnail`; nil for no more and no less than `quality`.
  package var thumbnailQuality: Int?
  /// What makes a picture of high dynamic range of the picture.
  package var gainMap: GainMap?
  /// Asked between the tiles of a picture that is cut into such; true ends the work.
  ///
  /// An encoder that is at a tile, or at a picture of one piece, as every AVIF is, can't be stopped.
  package var isCancelled: (@Sendable () -> Bool)?
  /// Parameters that change for `thumbnail`: set after `settings`, whose others hold for it too.
  package var thumbnailSettings: [(name: String, value: String)] = []

  /// An encoder with all else at its default.
  package init(_ codec: HeifLibrary.Codec, quality: Int) {
    self.codec = codec
    self.quality = quality
  }

  /// Writes a file that holds one picture.
  ///
  /// - Parameter pixels: Gray, RGB or RGBA, not premultiplied; samples of 8 bits, or of 16 of which
  ///   the lower `bits` count.
  /// - Returns: The bytes of the file.
  /// - Throws: `HeifError` of kind `codecMissing`, `encoding` or `unsupported`.
  package func encode(_ pixels: PixelPlane) throws(HeifError) -> [UInt8] {
    HeifLibrary.start()
    guard let context = heif_context_alloc() else {
      throw HeifError(.tooLarge, "no memory for a context")
    }
    defer { heif_context_free(context) }
    let encoder = try openEncoder(in: context)
    defer { heif_encoder_release(encoder) }
    let handle = try compress(pixels, with: encoder, in: context)
    defer { heif_image_handle_release(handle) }
    try addMetadata(to: handle, in: context)
    guard let gainMap else { return try written(context) }
    let items = try addGainMap(gainMap, to: handle, with: encoder, in: context)
    let bytes = try written(context)
    return items.flatMap { ToneMapAlternative($0).announced(in: bytes) } ?? bytes
  }

  /// What the file says about colours.
  var statedColor: HeifColor {
    var stated = color ?? (iccProfile == nil ? .sRGB : .profiled)
    if isLossless { (stated.matrix, stated.fullRange) = (0, true) }
    return stated
  }

  private func openEncoder(in context: OpaquePointer) throws(HeifError) -> OpaquePointer {
    guard HeifLibrary.hasEncoder(codec) else {
      throw HeifError(.codecMissing, "no encoder for this codec is installed")
    }
    var opened: OpaquePointer?
    try check(heif_context_get_encoder_for_format(context, codec.format, &opened))
    guard let opened else { throw HeifError(.codecMissing, "the encoder can't be opened") }
    do {
      try setUp(opened)
    } catch {
      heif_encoder_release(opened)
      throw error
    }
    return opened
  }

  private func setUp(_ encoder: OpaquePointer) throws(HeifError) {
    try check(heif_encoder_set_logging_level(encoder, 0))
    try setQuality(quality, of: encoder)
    try check(heif_encoder_set_lossless(encoder, isLossless ? 1 : 0))
    let chroma = isLossless ? Chroma.ycbcr444 : chroma
    try check(heif_encoder_set_parameter(encoder, "chroma", chroma.rawValue))
    if let preset {
      let name = codec == .hevc ? "preset" : "speed"
      try check(heif_encoder_set_parameter(encoder, name, preset))
    }
    set(settings, of: encoder)
    // Each encoder has its own word for threads; the output does not depend on their number, so
    // one that knows neither is no failure. With a single thread, though, libaom makes other bytes
    // than with any more: a picture must not depend on how many are made beside it.
    let threads = String(max(threads, codec == .av1 ? 2 : 1))
    _ = heif_encoder_set_parameter(encoder, "threads", threads)
    _ = heif_encoder_set_parameter(encoder, "x265:pools", threads)
  }

  func set(_ settings: [(name: String, value: String)], of encoder: OpaquePointer) {
    for (name, value) in settings { _ = heif_encoder_set_parameter(encoder, name, value) }
  }

  func setQuality(_ quality: Int, of encoder: OpaquePointer) throws(HeifError) {
    try check(heif_encoder_set_lossy_quality(encoder, Int32(min(max(quality, 1), 100))))
  }

  private func compress(
    _ pixels: PixelPlane, with encoder: OpaquePointer, in context: OpaquePointer
  ) throws(HeifError) -> OpaquePointer {
    try withOptions { options throws(HeifError) in
      let handle: OpaquePointer
      // A picture's transparency is one with it, and a grid's would have to be a grid of its own.
      if codec == .hevc, pixels.bands != 4,
        let grid = TileGrid(width: pixels.width, height: pixels.height, tiling)
      {
        handle = try compress(pixels, grid, with: encoder, options, in: context)
      } else {
        handle = try compressWhole(pixels, with: encoder, options, in: context)
      }
      do throws(HeifError) {
        try addThumbnail(to: handle, with: encoder, options, in: context)
      } catch {
        heif_image_handle_release(handle)
        throw error
      }
      return handle
    }
  }

  /// Lends the library's form of what is asked for.
  func withOptions(
    _ body: (UnsafeMutablePointer<heif_encoding_options>) throws(HeifError) -> OpaquePointer
  ) throws(HeifError) -> OpaquePointer {
    guard let options = heif_encoding_options_alloc() else {
      throw HeifError(.tooLarge, "no memory for the encoding options")
    }
    defer { heif_encoding_options_free(options) }
    options.pointee.save_alpha_channel = 1
    options.pointee.save_two_colr_boxes_when_ICC_and_nclx_available = 1
    options.pointee.macOS_compatibility_workaround_no_nclx_profile = 0
    options.pointee.color_conversion_options.preferred_chroma_downsampling_algorithm =
      heif_chroma_downsampling_average
    options.pointee.color_conversion_options.only_use_preferred_chroma_algorithm = 1
    return try statedColor.withProfile { profile throws(HeifError) in
      options.pointee.output_nclx_profile = profile
      defer { options.pointee.output_nclx_profile = nil }
      return try body(options)
    }
  }

  func compressWhole(
    _ pixels: PixelPlane, with encoder: OpaquePointer,
    _ options: UnsafeMutablePointer<heif_encoding_options>, in context: OpaquePointer
  ) throws(HeifError) -> OpaquePointer {
    let image = try EncoderImage(pixels, bits: bits, iccProfile: iccProfile)
    var handle: OpaquePointer?
    try check(heif_context_encode_image(context, image.pointer, encoder, options, &handle))
    guard let handle else { throw HeifError(.encoding, "the encoder gave no picture") }
    return handle
  }

  /// The library's own thumbnails take one pixel of many, and flicker with it.
  private func addThumbnail(
    to handle: OpaquePointer, with encoder: OpaquePointer,
    _ options: UnsafeMutablePointer<heif_encoding_options>, in context: OpaquePointer
  ) throws(HeifError) {
    guard let thumbnail else { return }
    try setQuality(thumbnailQuality ?? quality, of: encoder)
    set(thumbnailSettings, of: encoder)
    let small = try compressWhole(thumbnail, with: encoder, options, in: context)
    defer { heif_image_handle_release(small) }
    // `heif_context_assign_thumbnail` of 1.19 takes the two the wrong way round.
    try check(
      heif_context_add_item_reference(
        context, Self.thmb, heif_image_handle_get_item_id(small),
        heif_image_handle_get_item_id(handle)))
  }

  /// `thmb` as a number (ISO/IEC 23008-12, 6.4.4).
  private static let thmb: UInt32 = 0x7468_6D62

  private func addMetadata(
    to handle: OpaquePointer, in context: OpaquePointer
  ) throws(HeifError) {
    if let exif {
      try check(heif_context_add_exif_metadata(context, handle, exif, Int32(clamping: exif.count)))
    }
    if let xmp {
      try check(heif_context_add_XMP_metadata(context, handle, xmp, Int32(clamping: xmp.count)))
    }
  }

  private func written(_ context: OpaquePointer) throws(HeifError) -> [UInt8] {
    let sink = Sink()
    var writer = heif_writer()
    writer.writer_api_version = 1
    writer.write = { _, data, count, sink in Sink.append(data, count, to: sink) }
    let target = Unmanaged.passUnretained(sink).toOpaque()
    try withExtendedLifetime(sink) { () throws(HeifError) in
      try check(heif_context_write(context, &writer, target))
    }
    return sink.bytes
  }
}

/// Where the library writes a file.
private final class Sink {
  var bytes: [UInt8] = []

  static func append(
    _ data: UnsafeRawPointer?, _ count: Int, to target: UnsafeMutableRawPointer?
  ) -> heif_error {
    if let data, let target {
      Unmanaged<Sink>.fromOpaque(target).takeUnretainedValue().bytes
        .append(contentsOf: UnsafeRawBufferPointer(start: data, count: count))
    }
    return heif_error_success
  }
}
