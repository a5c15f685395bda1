package import ImgtoolKit

/// What pictures are held to.
///
/// The raw values are part of the contract with those who read reports.
package enum CheckRule: String, CaseIterable, Sendable {
  case damage, `extension`, format, under, max, location, metadata, untagged, upright, savings

  /// The rule as reports describe it.
  package var description: ReportRule { ReportRule(rawValue, summary: summary, help: help) }

  private var summary: String {
    switch self {
    case .damage: "The file decodes as a whole."
    case .extension: "The extension is one of the format that the bytes have."
    case .format: "The format is one of those that are allowed."
    case .under: "The file has no more bytes than are allowed."
    case .max: "The picture is no larger than is allowed."
    case .location: "Nothing in the file tells a place."
    case .metadata: "The file holds nothing but the picture and its colours."
    case .untagged: "The colours are sRGB, or a profile says which they are."
    case .upright: "The pixels lie as they are shown."
    case .savings: "The file has no more bytes than its picture needs."
    }
  }

  private var help: String {
    switch self {
    case .damage:
      "All pictures, pages and frames are decoded. What is missing or broken can't be mended: take the file anew from where it came from."
    case .extension:
      "Servers and programs that go by the name take the file for something that it is not."
    case .format: "See --formats."
    case .under: "See --under. Metadata counts."
    case .max: "See --max. The size is that as displayed."
    case .location:
      "EXIF, XMP, IPTC, comments, further pictures behind a JPEG and the video of a motion photo are looked through. What can't be read counts, as it may tell a place."
    case .metadata:
      "EXIF (but for the orientation and density), XMP, IPTC, comments and other texts are looked for, and data that belongs to nothing."
    case .untagged:
      "Without a profile, code points or a statement of its own a picture is taken for sRGB. CMYK, and colours that EXIF says are others (ColorSpace other than 1), are shown wrong then."
    case .upright:
      "Programs that don't know the orientation show the picture on its side."
    case .savings:
      "The picture was encoded in its own format, at quality 90 where there is loss, and came out smaller by more than --savings allows."
    }
  }
}
