internal import CHeif

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The library as a whole: its version and the codecs it found.
package enum HeifLibrary {
  /// A codec that pictures in HEIF files are compressed with.
  package enum Codec: Sendable, CaseIterable {
    /// HEVC (ISO/IEC 23008-2), in files named `.heic`.
    case hevc
    /// AV1, in files named `.avif`.
    case av1

    var format: heif_compression_format {
      switch self {
      case .hevc: heif_compression_HEVC
      case .av1: heif_compression_AV1
      }
    }
  }

  /// The version of the library in use, such as `1.19.7`; costs nothing.
  package static var version: String { String(cString: heif_get_version()) }

  // Loaded once and never let go: other parts of the process may use the library too.
  private static let started: Void = {
    _ = heif_init(nil)
    FFmpegLog.capture()
  }()

  /// Loads the codec plugins, at the first call only.
  package static func start() { started }

  /// The short names of the decoders for a codec, the one to use first.
  package static func decoderNames(for codec: Codec) -> [String] {
    bestFirst(
      names(heif_decoder_descriptor_get_id_name) {
        heif_get_decoder_descriptors(codec.format, $0, $1)
      })
  }

  /// The names of codecs; `list` fills in their descriptors, or counts them where there is no place for any.
  private static func names(
    _ name: (OpaquePointer?) -> UnsafePointer<CChar>?,
    _ list: (UnsafeMutablePointer<OpaquePointer?>?, Int32) -> Int32
  ) -> [String] {
    start()
    let count = list(nil, 0)
    guard count > 0 else { return [] }
    var descriptors = [OpaquePointer?](repeating: nil, count: Int(count))
    let found = list(&descriptors, count)
    return descriptors.prefix(Int(found)).compactMap { name($0).map { String(cString: $0) } }
  }

  /// Puts the fast decoder in front of the library's own order.
  ///
  /// FFmpeg's HEVC decoder takes about two thirds of the time of libde265 and ranks below it.
  static func bestFirst(_ names: [String]) -> [String] {
    names.filter { $0 == "ffmpeg" } + names.filter { $0 != "ffmpeg" }
  }

  /// The short name of the HEVC decoder in use, such as `ffmpeg`; nil where none is installed.
  ///
  /// FFmpeg's comes first wherever its plugin lies, so that loading it, which takes as long as all
  /// the rest of a program's start, tells nothing more.
  package static var hevcDecoder: String? {
    hasPlugin("libheif-ffmpegdec.so") ? "ffmpeg" : decoderNames(for: .hevc).first
  }

  private static func hasPlugin(_ name: String) -> Bool {
    guard let folders = heif_get_plugin_directories() else { return false }
    defer { heif_free_plugin_directories(folders) }
    var next = folders
    while let folder = next.pointee {
      if access("\(String(cString: folder))/\(name)", R_OK) == 0 { return true }
      next += 1
    }
    return false
  }

  /// Whether pictures can be compressed with a codec.
  package static func hasEncoder(_ codec: Codec) -> Bool {
    start()
    return heif_have_encoder_for_format(codec.format) != 0
  }

  /// The names of all encoders with their versions, such as `x265 HEVC encoder (3.5)`, sorted.
  ///
  /// Loads the codec plugins.
  package static var encoders: [String] {
    names(heif_encoder_descriptor_get_name) {
      heif_get_encoder_descriptors(heif_compression_undefined, nil, $0, $1)
    }.sorted()
  }

  /// The short names of the encoders for a codec, such as `x265`, the one that is used first.
  ///
  /// Loads the codec plugins.
  package static func encoderNames(for codec: Codec) -> [String] {
    names(heif_encoder_descriptor_get_id_name) {
      heif_get_encoder_descriptors(codec.format, nil, $0, $1)
    }
  }

  private static let quiet: Void = cheif_discard_stream()

  /// Keeps codecs from writing to the terminal, for the whole process.
  ///
  /// dav1d, libde265 and libjpeg print what they find wrong to the C stream `stderr` and leave a
  /// caller of this library no say in it. After this the stream leads nowhere; file descriptor 2
  /// stays what it was, so a program that writes its own messages there loses none. To be called
  /// early, by the program itself, while it has one thread. Without effect except with glibc.
  package static func discardCodecMessages() { quiet }
}
