internal import CTurboJPEG

extension TurboJPEG {
  /// How much smaller the planes of colour are than that of brightness (ITU-T T.81, A.1.1).
  package enum Subsampling: Sendable, CaseIterable {
    /// Equal sizes.
    case ycbcr444
    /// Half the width.
    case ycbcr422
    /// Half the width and half the height.
    case ycbcr420
    /// Half the height.
    case ycbcr440
    /// A quarter of the width.
    case ycbcr411
    /// Brightness alone.
    case gray

    init?(_ code: Int32) {
      guard let known = Self.allCases.first(where: { $0.code == code }) else { return nil }
      self = known
    }

    var code: Int32 {
      let value =
        switch self {
        case .ycbcr444: TJSAMP_444
        case .ycbcr422: TJSAMP_422
        case .ycbcr420: TJSAMP_420
        case .ycbcr440: TJSAMP_440
        case .ycbcr411: TJSAMP_411
        case .gray: TJSAMP_GRAY
        }
      return Int32(value.rawValue)
    }

    /// How many planes a picture has.
    package var planeCount: Int { self == .gray ? 1 : 3 }

    /// The size of a plane of a picture: 0 is Y, 1 is Cb, 2 is Cr.
    ///
    /// - Parameters:
    ///   - index: Which plane.
    ///   - width: Pixels in a row of the picture.
    ///   - height: Rows of the picture.
    /// - Returns: Samples in a row and rows of the plane; fractions count as a whole.
    package func size(ofPlane index: Int, width: Int, height: Int) -> (width: Int, height: Int) {
      guard index > 0 else { return (width, height) }
      let (across, down) =
        switch self {
        case .ycbcr444, .gray: (1, 1)
        case .ycbcr422: (2, 1)
        case .ycbcr420: (2, 2)
        case .ycbcr440: (1, 2)
        case .ycbcr411: (4, 1)
        }
      return ((width + across - 1) / across, (height + down - 1) / down)
    }

    /// The size that the library gives a plane: that of brightness is rounded up, so that it is a
    /// multiple of those of colour.
    func librarySize(ofPlane index: Int, width: Int, height: Int) -> (width: Int, height: Int) {
      (
        Int(tjPlaneWidth(Int32(index), Int32(width), code)),
        Int(tjPlaneHeight(Int32(index), Int32(height), code))
      )
    }
  }
}
