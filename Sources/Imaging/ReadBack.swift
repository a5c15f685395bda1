internal import Formats
internal import Metadata

/// The last look at a file from which private things were to be left out, before it goes anywhere.
package enum ReadBack {
  /// Reads a file again, as anyone would who gets it.
  ///
  /// - Throws: `ImagingError` of reason `internal` where it tells a place, a single device or its owner,
  ///   or holds something that nobody can read.
  package static func check(_ rendering: Rendering) throws(ImagingError) {
    let facts: HeaderFacts
    do {
      facts = try HeaderFacts(reading: MemorySource(rendering.bytes))
    } catch {
      throw ImagingError(.metadata, .internal, "the output can't be read back", detail: "\(error)")
    }
    let findings = PrivateContents.findings(in: rendering.bytes, facts)
    guard !findings.isEmpty else { return }
    let names = findings.map(\.description).joined(separator: ", ")
    throw ImagingError(
      .metadata, .internal,
      "not written, since private metadata would have been left in it: \(names)")
  }
}
