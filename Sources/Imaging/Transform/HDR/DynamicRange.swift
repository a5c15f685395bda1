internal import Formats
internal import Heif

/// High dynamic range as code points of ITU-T H.273 state it.
struct DynamicRange: Sendable, Equatable {
  /// `ColourPrimaries` (8.1), such as 9 for BT.2020.
  let primaries: Int
  /// `TransferCharacteristics` (8.2): 16 for PQ, 18 for HLG.
  let transfer: Int
  /// `MatrixCoefficients` (8.3) of the stored samples; nil where they are red, green and blue.
  let matrix: Int?

  /// The range of these code points; nil for a standard one.
  init?(primaries: Int, transfer: Int, matrix: Int? = nil) {
    guard HDRTransfer(codePoint: transfer) != nil else { return nil }
    self.primaries = primaries
    self.transfer = transfer
    self.matrix = matrix
  }

  /// What the samples mean.
  var meaning: ColourMeaning { .codePoints(primaries: primaries, transfer: transfer) }

  /// What a HEIF of such samples states: primaries and transfer as they were, and so is the matrix
  /// where it is one of luma and colour differences that readers know.
  ///
  /// All values of the samples are used, whatever the source did: so ten bits hold the most.
  var heif: HeifColor {
    let kept = matrix.flatMap { Self.keptMatrices.contains($0) ? $0 : nil }
    return HeifColor(
      primaries: primaries, transfer: transfer, matrix: kept ?? usualMatrix, fullRange: true)
  }

  /// BT.709, BT.470 and BT.601, SMPTE 240, BT.2020 of non-constant luminance, and that of the primaries.
  private static let keptMatrices: Set<Int> = [1, 4, 5, 6, 7, 9, 12]

  /// The matrix that standards pair the primaries with; for those of Display P3 that of JPEG.
  private var usualMatrix: Int {
    switch primaries {
    case 1: 1
    case 9: 9
    default: 6
    }
  }
}

extension HeaderFacts {
  /// Whether the samples are those of PQ or HLG.
  var isHighDynamicRange: Bool { dynamicRange != nil }

  /// The high dynamic range that the container states; nil for a standard one, and where an ICC
  /// profile says what the colours are.
  var dynamicRange: DynamicRange? {
    if let color = heif?.nclx {
      // In HEIF a profile goes before code points.
      guard !hasICC else { return nil }
      return DynamicRange(
        primaries: Int(color.primaries), transfer: Int(color.transfer), matrix: Int(color.matrix))
    }
    // In PNG they go before a profile (PNG, third edition, 4.3).
    guard let points = pngColours?.codePoints else { return nil }
    return DynamicRange(primaries: points.primaries, transfer: points.transfer)
  }
}

extension Recipe {
  /// The high dynamic range of a picture whose samples go over as they are, where they do.
  ///
  /// They do from HEIF and PNG to HEIF, of whose ten bits each is a finer step than eyes see (ITU-R
  /// BT.2100), and from PNG to PNG.
  ///
  /// - Parameters:
  ///   - facts: What the picture's header says.
  ///   - format: The format of the output.
  /// - Returns: What the samples of both mean; nil where they are mapped.
  func keptDynamicRange(of facts: HeaderFacts, to format: ImageFormat) -> DynamicRange? {
    guard case .image(let source) = facts.kind, keepsHDR, !endsInSRGB else { return nil }
    let isKept = [.heic, .avif].contains(format) || source == .png && format == .png
    return isKept ? facts.dynamicRange : nil
  }

  /// Whether PQ or HLG becomes a standard picture with a gain map that leads back, as a JPEG can hold it.
  func makesGainMap(of facts: HeaderFacts, to format: ImageFormat) -> Bool {
    keepsHDR && format == .jpeg && facts.isHighDynamicRange
  }

  /// Whether PQ or HLG becomes a standard picture though nobody asked for one.
  func losesDynamicRange(of facts: HeaderFacts, to format: ImageFormat) -> Bool {
    keepsHDR && facts.isHighDynamicRange && keptDynamicRange(of: facts, to: format) == nil
      && !makesGainMap(of: facts, to: format)
  }
}
