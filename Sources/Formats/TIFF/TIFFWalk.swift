/// Which directory of an EXIF block a directory is.
package enum TIFFDirectoryKind: Sendable, Hashable, CaseIterable {
  /// IFD0: the picture itself.
  case primary
  /// The Exif IFD, under tag 0x8769 of IFD0.
  case exif
  /// The GPS IFD, under tag 0x8825 of IFD0.
  case gps
  /// The Interoperability IFD, under tag 0xA005 of the Exif IFD.
  case interoperability
  /// IFD1, after IFD0: the embedded thumbnail.
  case thumbnail
}

/// A directory and which one it is.
package struct TIFFPlacedDirectory: Sendable, Equatable {
  /// Which directory of the block it is.
  package var kind: TIFFDirectoryKind
  /// The directory.
  package var directory: TIFFDirectory
}

extension TIFFReader {
  /// The directories of an EXIF block, each once: IFD0, Exif, Interoperability, GPS, IFD1.
  ///
  /// Safe from cycles: a directory that was met already is not met again under another name.
  package func exifDirectories() -> [TIFFPlacedDirectory] {
    var found: [TIFFPlacedDirectory] = []
    @discardableResult func add(_ kind: TIFFDirectoryKind, at offset: Int?) -> TIFFDirectory? {
      guard let offset, !found.contains(where: { $0.directory.offset == offset }),
        let directory = directory(at: offset)
      else { return nil }
      found.append(TIFFPlacedDirectory(kind: kind, directory: directory))
      return directory
    }
    guard let primary = add(.primary, at: firstDirectory) else { return [] }
    if let exif = add(.exif, at: integer(TIFFTag.exifDirectory, in: primary)) {
      add(.interoperability, at: integer(TIFFTag.interoperabilityDirectory, in: exif))
    }
    add(.gps, at: integer(TIFFTag.gpsDirectory, in: primary))
    add(.thumbnail, at: primary.next)
    return found
  }

  /// The directory of a kind, by the same walk.
  package func directory(_ kind: TIFFDirectoryKind) -> TIFFDirectory? {
    exifDirectories().first { $0.kind == kind }?.directory
  }

  /// The Orientation that IFD0 states, as stored; nil where there is none.
  package var orientation: Int? {
    directory(at: firstDirectory).flatMap { integer(TIFFTag.orientation, in: $0) }
  }
}
