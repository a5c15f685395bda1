/// What is said about a picture, apart from its pixels, in a form that fits every container.
///
/// Each part is kept as the bytes that the container held, so that what is not understood travels
/// too. A part that is nil or empty is not there.
package struct PictureMetadata: Sendable, Equatable {
  /// The EXIF block: a TIFF block from its `II` or `MM` on, nothing before it.
  package var exif: [UInt8]?
  /// The XMP packet, the extended part of a JPEG's joined in.
  package var xmp: [UInt8]?
  /// The IPTC data sets (IIM 4.2), nothing around them.
  package var iptc: [UInt8]?
  /// Photoshop's image resources other than IPTC, in stored order.
  package var photoshop: [PhotoshopResource] = []
  /// The ICC profile.
  package var icc: [UInt8]?
  /// Comments of the file as such: COM of JPEG, `Comment` of PNG, the comment extension of GIF.
  package var comments: [[UInt8]] = []
  /// How densely the pixels are meant to be shown, where the container itself says so.
  package var density: PixelDensity?
  /// Chunks of a PNG that state by numbers what samples in high dynamic range mean; they travel to a PNG
  /// whose samples are the same ones still.
  package var colourChunks: [PNGChunk] = []
  /// Text chunks of a PNG that are none of the above; they travel to a PNG as they are.
  package var texts: [PNGText] = []
  /// Application segments of a JPEG that are none of the above; they travel to a JPEG as they are.
  package var otherSegments: [JPEGSegment] = []

  /// Metadata that says nothing.
  package init() {}

  /// Whether nothing at all is said.
  package var isEmpty: Bool { self == PictureMetadata() }
}

/// A value, and what had to be left out or left alone on the way to it.
package struct Warned<Value: Sendable>: Sendable {
  /// The value.
  package var value: Value
  /// What is not as it was, each kind once, in the order in which it was found.
  package private(set) var warnings: [MetadataWarning] = []

  /// The value with nothing to warn of.
  package init(_ value: Value, _ warnings: [MetadataWarning] = []) {
    self.value = value
    warn(warnings)
  }

  /// Adds a warning, once.
  package mutating func warn(_ warning: MetadataWarning) {
    if !warnings.contains(warning) { warnings.append(warning) }
  }

  /// Adds warnings, each once.
  package mutating func warn(_ more: [MetadataWarning]) {
    for warning in more { warn(warning) }
  }

  /// Takes the value out of another result and keeps its warnings.
  package mutating func take<Other>(_ other: Warned<Other>) -> Other {
    warn(other.warnings)
    return other.value
  }
}

extension Warned: Equatable where Value: Equatable {}
