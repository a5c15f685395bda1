internal import CTurboJPEG

extension TurboJPEG {
  /// What a lossless transform does to a picture.
  package enum Operation: Sendable, CaseIterable {
    /// Nothing; the data is only written anew.
    case none
    /// Left becomes right.
    case flipHorizontally
    /// Top becomes bottom.
    case flipVertically
    /// Rows become columns.
    case transpose
    /// Rows become columns, from the other corner.
    case transverse
    /// A quarter to the right.
    case rotate90
    /// Half around.
    case rotate180
    /// A quarter to the left.
    case rotate270

    fileprivate var code: Int32 {
      let value =
        switch self {
        case .none: TJXOP_NONE
        case .flipHorizontally: TJXOP_HFLIP
        case .flipVertically: TJXOP_VFLIP
        case .transpose: TJXOP_TRANSPOSE
        case .transverse: TJXOP_TRANSVERSE
        case .rotate90: TJXOP_ROT90
        case .rotate180: TJXOP_ROT180
        case .rotate270: TJXOP_ROT270
        }
      return Int32(value.rawValue)
    }
  }

  /// What happens at an edge where the picture ends within a block, which can't be moved.
  package enum Edges: Sendable {
    /// The transform fails with an error of kind `imperfect`.
    case refuse
    /// The incomplete blocks are cut off.
    case trim
  }

  /// Turns or mirrors a JPEG without decoding it: no quality is lost.
  ///
  /// - Parameters:
  ///   - bytes: A whole JPEG.
  ///   - operation: What to do.
  ///   - edges: What happens at an edge that can't be moved.
  ///   - isProgressive: Whether the result is progressive; else it is baseline, with tables of the
  ///     library's own.
  ///   - keepsMarkers: Whether comments and application segments come along, as they are.
  ///   - maximumPixels: The most pixels the JPEG may have; checked before memory is asked for.
  /// - Returns: A JPEG.
  /// - Throws: `TurboJPEGError` of kind `damaged` also where only a part is missing or wrong.
  package static func transform(
    _ bytes: [UInt8], _ operation: Operation, edges: Edges, isProgressive: Bool,
    keepsMarkers: Bool, maximumPixels: Int
  ) throws(TurboJPEGError) -> [UInt8] {
    let session = try Session(tjInitTransform())
    _ = try header(of: bytes, maximumPixels: maximumPixels, with: session)
    var step = tjtransform()
    step.op = operation.code
    step.options = edges == .refuse ? TJXOPT_PERFECT : TJXOPT_TRIM
    if isProgressive { step.options |= TJXOPT_PROGRESSIVE }
    if !keepsMarkers { step.options |= TJXOPT_COPYNONE }
    return try compressed { output, count throws(TurboJPEGError) in
      let result = tjTransform(
        session.handle, bytes, UInt(bytes.count), 1, &output, &count, &step, TJFLAG_LIMITSCANS)
      try session.check(result)
    }
  }
}
