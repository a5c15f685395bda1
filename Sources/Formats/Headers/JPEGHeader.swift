/// What the markers of a JPEG say up to its first scan (ISO/IEC 10918-1, annex B).
package struct JPEGHeader: Sendable, Equatable {
  /// How the picture is coded.
  package enum Process: String, Sendable {
    /// Sequential, 8 bits, Huffman coding of the baseline kind.
    case baseline
    /// Sequential, 8 or 12 bits.
    case extended
    /// In scans that get finer.
    case progressive
    /// Predictive.
    case lossless
    /// One frame on top of another: never met.
    case hierarchical
    /// JPEG-LS (ISO/IEC 14495-1), another way of coding under the same first marker.
    case nearLossless
  }

  /// One colour component.
  package struct Component: Sendable, Equatable {
    /// Its number: 1, 2, 3 in JFIF, letters in some others.
    package var id: UInt8
    /// Its share of samples across, 1 to 4.
    package var horizontalSampling: Int
    /// Its share of samples down, 1 to 4.
    package var verticalSampling: Int
    /// The place of its quantisation table, 0 to 3.
    package var quantization: Int
  }

  /// How the picture is coded; nil where no frame header was found.
  package var process: Process?
  /// Whether coding is arithmetic, which few decoders know.
  package var isArithmetic = false
  /// The size in pixels as stored.
  package var size = PixelSize.zero
  /// Bits of a sample.
  package var precision = 8
  /// The components, in order.
  package var components: [Component] = []
  /// The colour transform that an Adobe marker states: 0 none, 1 YCbCr, 2 YCCK.
  package var adobeTransform: UInt8?
  /// Whether there is a JFIF marker.
  package var isJFIF = false
  /// The quantisation tables by place, 64 numbers each in zigzag order.
  package var quantization: [Int: [Int]] = [:]
  /// How many ICC profile segments there are.
  package var iccSegments = 0
  /// The Orientation that EXIF states, as stored.
  package var exifOrientation: Int?
  /// How many pictures follow the main one (CIPA DC-007, `MPF`).
  package var companions = 0
  /// What those are, in listed order.
  package var companionKinds: [Companion] = []
  /// Whether a gain map is announced, by XMP or by ISO 21496-1.
  package var hasGainMap = false
  /// Whether XMP announces a depth map behind the picture (Dynamic Depth 1.0).
  package var claimsDepthItem = false
  /// How far before the end of the file XMP says that videos start, in bytes.
  package var videoLengths: [Int] = []
  /// Where the first scan's header starts; nil where there is none.
  package var scan: Int?
}

extension JPEGHeader {
  /// How colour planes are stored, such as `4:2:0`; nil for other than three components.
  package var subsampling: String? {
    guard components.count == 3, let luma = components.first else { return nil }
    let others = components.dropFirst()
    guard others.allSatisfy({ $0.horizontalSampling == 1 && $0.verticalSampling == 1 }) else {
      let all = Set(components.map { [$0.horizontalSampling, $0.verticalSampling] })
      return all.count == 1 ? "4:4:4" : "other"
    }
    return switch (luma.horizontalSampling, luma.verticalSampling) {
    case (1, 1): "4:4:4"
    case (2, 1): "4:2:2"
    case (2, 2): "4:2:0"
    case (1, 2): "4:4:0"
    case (4, 1): "4:1:1"
    case (4, 2): "4:1:0"
    default: "other"
    }
  }

  /// What the components mean, by the rules that libjpeg has for files with and without markers.
  package var colorModel: ColorModel? {
    switch components.count {
    case 1: return .gray
    case 3:
      if isJFIF { return .ycbcr }
      if let adobeTransform { return adobeTransform == 0 ? .rgb : .ycbcr }
      return components.map(\.id) == Array("RGB".utf8) ? .rgb : .ycbcr
    case 4: return .cmyk
    default: return nil
    }
  }

  /// The quality, 1 to 100, at which the reference tables come nearest to the brightness table;
  /// nil without a table.
  package var estimatedQuality: Int? {
    let place = components.first?.quantization ?? 0
    guard let table = quantization[place], table.count == 64 else { return nil }
    var best: (quality: Int, distance: Int)?
    // Finer first: of equal distances the finer one is meant.
    for quality in stride(from: 100, through: 1, by: -1) {
      let distance = zip(table, Self.luminance).reduce(0) { sum, pair in
        sum + abs(pair.0 - Self.scaled(pair.1, quality: quality))
      }
      if distance < best?.distance ?? Int.max { best = (quality, distance) }
    }
    return best?.quality
  }

  /// A number of the reference table at a quality, as the Independent JPEG Group scales it.
  private static func scaled(_ value: Int, quality: Int) -> Int {
    let scale = quality < 50 ? 5000 / quality : 200 - 2 * quality
    return min(max((value * scale + 50) / 100, 1), 255)
  }

  /// The brightness table of ISO/IEC 10918-1, table K.1, in zigzag order.
  private static let luminance = [
    16, 11, 12, 14, 12, 10, 16, 14, 13, 14, 18, 17, 16, 19, 24, 40, 26, 24, 22, 22, 24, 49, 35, 37,
    29, 40, 58, 51, 61, 60, 57, 51, 56, 55, 64, 72, 92, 78, 64, 68, 87, 69, 55, 56, 80, 109, 81, 87,
    95, 98, 103, 104, 103, 62, 77, 113, 121, 112, 100, 120, 92, 101, 103, 99,
  ]
}
