import Formats

/// What becomes of the small pictures of itself that a picture's metadata holds.
package enum ThumbnailChange: Sendable, Equatable {
  /// They stay byte for byte: they show what the new pixels show.
  case kept
  /// They give way to this JPEG where there is room for it, and go where there is none.
  case replaced([UInt8])
  /// They go.
  case dropped
}

extension PictureMetadata {
  /// The thumbnail of EXIF, or else that of Photoshop, both JPEG; nil where there is none.
  package var thumbnail: ArraySlice<UInt8>? {
    if let exif, let range = EXIFPatch.thumbnail(in: exif) { return exif[range] }
    return photoshop.first { $0.identifier == PhotoshopResource.Identifier.thumbnail }?
      .data.dropFirst(PhotoshopResource.thumbnailHeader)
  }

  /// The most bytes that another thumbnail may have; nil where none has to fit.
  package var thumbnailRoom: Int? { exif.flatMap { EXIFPatch.thumbnail(in: $0)?.count } }

  /// What EXIF states of the thumbnail's own orientation; nil where it says nothing.
  package var thumbnailOrientation: Int? {
    guard let reader = exif.flatMap({ TIFFReader($0) }),
      let directory = reader.directory(.thumbnail)
    else { return nil }
    return reader.integer(TIFFTag.orientation, in: directory)
  }
}
