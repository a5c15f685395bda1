internal import Metadata

/// Why a gain map that should have gone along did not.
enum GainMapFailure: Error, Sendable {
  /// What is said about it is of no use.
  case flaw(GainMapFlaw)
  /// Its samples can't be decoded or encoded.
  case damaged
  /// The work is no longer wanted.
  case cancelled

  /// What the output lacks; nil where a map that changes nothing is no loss.
  var warning: PictureWarning? {
    switch self {
    case .flaw(.noEffect): nil
    case .flaw(let flaw): .gainMapLeft("\(flaw.message)")
    case .damaged: .gainMapLeft("its picture is damaged or of an unknown kind")
    case .cancelled: nil
    }
  }
}

extension PictureWarning {
  /// A gain map that was not carried over, and why.
  static func gainMapLeft(_ reason: String) -> PictureWarning {
    PictureWarning(
      name: Loss.gainMap.rawValue,
      message: "the gain map for high dynamic range is not carried over: \(reason)")
  }
}
