/// What a file says of its gain map, brought to the terms of ISO 21496-1.
package struct StoredGainMap: Sendable, Equatable {
  /// The forms that files state it in.
  package enum Form: String, Codable, Sendable, Hashable {
    /// Apple's: the headroom stands in maker note or XMP, samples are coded like a picture's.
    case apple
    /// Adobe's and Google's `hdrgm` properties in XMP.
    case xmp
    /// ISO 21496-1: a segment of JPEG, a `tmap` item of HEIF.
    case iso
  }

  /// Where it was read from; of two forms in one file that of ISO counts.
  package var form: Form
  /// What the samples mean, once they went through `curve`.
  package var metadata: GainMapMetadata
  /// For each of the 256 values of a stored sample the one of 0 to 1 that `metadata` speaks of; nil where samples
  /// are stored so.
  package var curve: [Double]?

  /// A map of a form.
  package init(form: Form, metadata: GainMapMetadata, curve: [Double]? = nil) {
    self.form = form
    self.metadata = metadata
    self.curve = curve
  }
}
