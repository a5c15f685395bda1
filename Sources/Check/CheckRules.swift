package import Formats
package import Imaging

/// The rules that a run holds pictures to, with their limits.
package struct CheckRules: Sendable, Equatable {
  /// The most bytes of a file; nil for as many as it has.
  package var under: Int?
  /// The largest size.
  package var maximum = SizeLimit.unlimited
  /// The formats that are allowed, in the order of preference; nil for all.
  package var formats: [ImageFormat]?
  /// Whether a place is wrong.
  package var forbidsLocation = false
  /// Whether all metadata is wrong.
  package var forbidsMetadata = false
  /// Whether an extension of another format is wrong.
  package var wantsRightExtension = false
  /// Whether colours that nobody can know are wrong.
  package var wantsKnownColours = false
  /// Whether pixels that lie on their side are wrong.
  package var wantsUpright = false
  /// The most percent of its bytes that a file may waste; nil for any.
  package var savings: Double?

  /// Nothing is wrong but damage.
  package init() {}

  /// What counts where no rule is named.
  package static let standard: CheckRules = {
    var rules = CheckRules()
    rules.forbidsLocation = true
    rules.wantsRightExtension = true
    return rules
  }()
}
