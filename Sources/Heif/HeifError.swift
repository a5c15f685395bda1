internal import CHeif

/// Why a HEIF file could not be read or written.
package struct HeifError: Error, Sendable, Equatable {
  /// What a caller does about it.
  package enum Kind: Sendable, Equatable {
    /// The bytes break the rules of the file format or of the codec.
    case damaged
    /// A valid file that uses something the library lacks.
    case unsupported
    /// No decoder or encoder for this codec is installed.
    case codecMissing
    /// More pixels, items or memory than was allowed.
    case tooLarge
    /// The encoder, or writing the file it made, failed.
    case encoding
    /// The caller asked to stop.
    case cancelled
    /// Anything else: a mistake in a call, a plugin that can't be loaded.
    case other
  }

  /// What a caller does about it.
  package let kind: Kind
  /// The library's own words, for people who look for the cause.
  package let detail: String
  /// `heif_error_code`, 0 where the error is not the library's.
  package let code: Int
  /// `heif_suberror_code`, 0 where nothing more is known.
  package let subcode: Int

  /// An error that this wrapper found itself, or with the library's numbers.
  package init(_ kind: Kind, _ detail: String, code: Int = 0, subcode: Int = 0) {
    self.kind = kind
    self.detail = detail
    self.code = code
    self.subcode = subcode
  }

  /// Whether a decoder said it, not the reader of the file.
  var isFromDecoder: Bool { code == Int(heif_error_Decoder_plugin_error.rawValue) }

  init(_ error: heif_error) {
    kind = Self.kind(of: error)
    detail = error.message.map { String(cString: $0) } ?? ""
    code = Int(error.code.rawValue)
    subcode = Int(error.subcode.rawValue)
  }

  private static func kind(of error: heif_error) -> Kind {
    if error.subcode == heif_suberror_Unsupported_codec
      || error.subcode == heif_suberror_No_matching_decoder_installed
    {
      return .codecMissing
    }
    if error.subcode == heif_suberror_Security_limit_exceeded { return .tooLarge }
    return switch error.code {
    case heif_error_Invalid_input, heif_error_Decoder_plugin_error: .damaged
    case heif_error_Unsupported_filetype, heif_error_Unsupported_feature: .unsupported
    case heif_error_Memory_allocation_error:
      // A picture without width or height comes as a memory error.
      error.subcode == heif_suberror_Invalid_image_size ? .damaged : .tooLarge
    case heif_error_Encoder_plugin_error, heif_error_Encoding_error: .encoding
    case heif_error_Canceled: .cancelled
    default: .other
    }
  }
}

/// Turns the library's way to say what went wrong into a thrown error.
func check(_ error: heif_error) throws(HeifError) {
  if error.code != heif_error_Ok { throw HeifError(error) }
}
