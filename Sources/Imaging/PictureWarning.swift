package import Metadata

/// Something of the input that the output does not have, or that was not as it should be.
package struct PictureWarning: Codable, Sendable, Hashable {
  /// A stable name, such as `frames`.
  package let name: String
  /// What it means, as a part of a sentence.
  package let message: String

  /// A warning of this name and meaning.
  package init(name: String, message: String) {
    self.name = name
    self.message = message
  }

  /// What the metadata has to say.
  package init(_ warning: MetadataWarning) {
    self.init(name: warning.rawValue, message: warning.message)
  }

  /// The ICC profile does not belong to a picture of this kind.
  static let unusableProfile = PictureWarning(
    name: "profile-unusable",
    message: "the ICC profile is damaged or made for another kind of picture and was left out")
  /// The file grew by being encoded anew at its own size.
  package static let largerThanSource = PictureWarning(
    name: "larger-than-source", message: "the output is larger than the input")
  /// An SVG with text was drawn where no font can be opened.
  package static let fontsOutOfReach = PictureWarning(
    name: "fonts", message: "text may be missing, as no font can be opened with --isolate")
  /// A picture in PQ or HLG became one in standard range.
  static let toneMapped = PictureWarning(.hdrTransfer)
  /// The picture was reduced to the colours of a palette.
  package static let palette = PictureWarning(
    name: "palette", message: "the colours were reduced to a palette of 256")

  /// A kind of metadata would have taken more than its share of the budget.
  static func leftForBudget(_ what: String) -> PictureWarning {
    PictureWarning(
      name: Loss.metadataLeftOut.rawValue, message: "the budget has no room for \(what)")
  }

  /// There are more pictures or frames than the one taken, the first where none is said to be primary.
  static func frames(_ count: Int) -> PictureWarning {
    PictureWarning(
      name: Loss.frames.rawValue, message: "only the primary one of \(count) pictures was taken")
  }

  /// The format has no place for a kind of metadata.
  static func left(_ what: String, by format: String) -> PictureWarning {
    PictureWarning(
      name: Loss.metadataLeftOut.rawValue, message: "\(format) has no place for \(what)")
  }
}
