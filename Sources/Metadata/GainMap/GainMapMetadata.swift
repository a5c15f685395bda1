#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// How a gain map makes the other rendition of a picture: a brighter one of a standard base, or a standard one
/// of a base of high dynamic range (ISO 21496-1:2025, 5.2).
///
/// For each sample of the map, from 0 to 1, and a display whose headroom is between the two renditions':
/// `log2 gain = minimum + (maximum - minimum) × sample^(1 / gamma)`, and in linear light
/// `other = (base + baseOffset) × 2^(log2 gain × weight) - alternateOffset`.
///
/// The gain is that of the brighter rendition over the darker one. The weight goes from 0 on a display for the
/// base to 1 on one for the other rendition, or to -1 where that is the darker one.
package struct GainMapMetadata: Codable, Sendable, Hashable {
  /// The numbers of one colour of the map.
  package struct Channel: Codable, Sendable, Hashable {
    /// Binary logarithm of the gain that the sample 0 stands for.
    package var minimum: Double
    /// Binary logarithm of the gain that the sample 1 stands for; not below `minimum`.
    package var maximum: Double
    /// The exponent that samples were coded with, above 0.
    package var gamma: Double
    /// What is added to the base's linear light before it is multiplied.
    package var baseOffset: Double
    /// What is taken off the product.
    package var alternateOffset: Double

    /// A channel of these numbers.
    package init(
      minimum: Double, maximum: Double, gamma: Double = 1, baseOffset: Double = 1 / 64,
      alternateOffset: Double = 1 / 64
    ) {
      self.minimum = minimum
      self.maximum = maximum
      self.gamma = gamma
      self.baseOffset = baseOffset
      self.alternateOffset = alternateOffset
    }
  }

  /// One channel for all colours, or three: red, green and blue.
  package var channels: [Channel]
  /// Binary logarithm of the headroom that the base is made for: 0 for a standard one.
  package var baseHeadroom: Double
  /// Binary logarithm of the headroom that the other rendition is made for.
  package var alternateHeadroom: Double
  /// Whether gains apply to the primaries of the base, not to those that the map's own profile names.
  package var usesBaseColours: Bool

  /// Metadata of these numbers.
  package init(
    channels: [Channel], baseHeadroom: Double = 0, alternateHeadroom: Double,
    usesBaseColours: Bool = true
  ) {
    self.channels = channels
    self.baseHeadroom = baseHeadroom
    self.alternateHeadroom = alternateHeadroom
    self.usesBaseColours = usesBaseColours
  }

  /// How many times as bright as white of a standard rendition the brighter rendition may be, from 1 on.
  package var headroom: Double { exp2(max(baseHeadroom, alternateHeadroom)) }
}
