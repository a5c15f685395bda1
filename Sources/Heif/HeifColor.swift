internal import CHeif

/// How the numbers of a picture mean colours, in the code points of ISO/IEC 23091-2 (ITU-T H.273).
package struct HeifColor: Sendable, Equatable {
  /// `ColourPrimaries` (8.1): 1 BT.709 and sRGB, 9 BT.2020, 12 Display P3, 2 unspecified.
  package var primaries: Int
  /// `TransferCharacteristics` (8.2): 13 sRGB, 16 PQ, 18 HLG, 2 unspecified.
  package var transfer: Int
  /// `MatrixCoefficients` (8.3): 0 RGB, 1 BT.709, 6 BT.601, 9 BT.2020, 2 unspecified.
  package var matrix: Int
  /// Whether samples use the whole range of their bits.
  package var fullRange: Bool

  /// Makes a description of colours.
  package init(primaries: Int, transfer: Int, matrix: Int, fullRange: Bool) {
    self.primaries = primaries
    self.transfer = transfer
    self.matrix = matrix
    self.fullRange = fullRange
  }

  /// Colours of sRGB in the matrix of JPEG, full range.
  package static let sRGB = HeifColor(primaries: 1, transfer: 13, matrix: 6, fullRange: true)
  /// Colours that an ICC profile describes, in the matrix of JPEG, full range.
  package static let profiled = HeifColor(primaries: 2, transfer: 2, matrix: 6, fullRange: true)

  /// Reads a profile that the library handed out, and frees it.
  init?(taking profile: UnsafeMutablePointer<heif_color_profile_nclx>?) {
    guard let profile else { return nil }
    defer { heif_nclx_color_profile_free(profile) }
    primaries = Int(profile.pointee.color_primaries.rawValue)
    transfer = Int(profile.pointee.transfer_characteristics.rawValue)
    matrix = Int(profile.pointee.matrix_coefficients.rawValue)
    fullRange = profile.pointee.full_range_flag != 0
  }

  /// Lends the library's form of these colours.
  ///
  /// - Throws: `HeifError` where a number is not one the library knows.
  func withProfile<Result>(
    _ body: (UnsafeMutablePointer<heif_color_profile_nclx>) throws(HeifError) -> Result
  ) throws(HeifError) -> Result {
    guard let profile = heif_nclx_color_profile_alloc() else {
      throw HeifError(.tooLarge, "no memory for a colour profile")
    }
    defer { heif_nclx_color_profile_free(profile) }
    try check(
      heif_nclx_color_profile_set_color_primaries(profile, UInt16(clamping: primaries)))
    try check(
      heif_nclx_color_profile_set_transfer_characteristics(profile, UInt16(clamping: transfer)))
    try check(
      heif_nclx_color_profile_set_matrix_coefficients(profile, UInt16(clamping: matrix)))
    profile.pointee.full_range_flag = fullRange ? 1 : 0
    return try body(profile)
  }
}
