internal import Exif
internal import Formats

/// With what, when and where a picture was taken, as its EXIF says.
package struct CaptureFacts: Sendable, Equatable {
  /// A place on earth.
  package struct Place: Sendable, Equatable {
    /// Degrees to the north, -90 to 90.
    package var latitude: Double
    /// Degrees to the east, -180 to 180.
    package var longitude: Double

    /// The place at these degrees.
    package init(latitude: Double, longitude: Double) {
      self.latitude = latitude
      self.longitude = longitude
    }
  }

  /// Maker and model, the maker said once.
  package var camera: String?
  /// The camera's own clock when the picture was taken, as ISO 8601 writes it; with an offset from UTC
  /// where the camera noted one.
  package var date: String?
  /// Where the picture was taken.
  package var place: Place?

  /// Nothing is known.
  package init() {}

  /// Reads an EXIF block, from its TIFF header on; nothing is known where it can't be read.
  package init(exif: [UInt8]?) {
    guard let exif, let few = Self.told(by: exif), let tags = try? ExifTags(tiff: few) else {
      return
    }
    camera = Self.camera(make: tags.make, model: tags.model)
    date = tags.date?.iso8601
    if let latitude = tags.latitude, let longitude = tags.longitude {
      place = Place(latitude: latitude, longitude: longitude)
    }
  }

  /// The block with no more in it than is asked for.
  ///
  /// libexif copies every value of a block, also where thousands share the same bytes, and takes
  /// maker notes apart: 64 kB can cost it hundreds of megabytes.
  private static func told(by exif: [UInt8]) -> [UInt8]? {
    EXIFLayout(exif).flatMap { layout in
      EXIFTree(layout) { kind, entry in wanted[kind]?.contains(entry.tag) ?? false }?.bytes
    }
  }

  /// Maker and model; when it was taken, with the offset; where, in degrees north and east.
  private static let wanted: [TIFFDirectoryKind: Set<UInt16>] = [
    .primary: [0x010F, 0x0110], .exif: [0x9003, 0x9011], .gps: [1, 2, 3, 4],
  ]

  /// Many models begin with their maker's name, or its first word.
  private static func camera(make: String?, model: String?) -> String? {
    guard let make, let model else { return model ?? make }
    let word = make.prefix { $0 != " " }
    return model.lowercased().hasPrefix(word.lowercased()) ? model : "\(make) \(model)"
  }
}
