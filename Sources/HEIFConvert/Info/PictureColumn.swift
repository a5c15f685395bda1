internal import CommandLineOptions
internal import Formats
internal import ImgtoolKit
internal import Metadata
internal import Posix

/// What is told of a picture beside its name, in the order of lines and tables: what a narrow terminal
/// has no room for comes last.
enum PictureColumn: String, CaseIterable {
  case format, size, bits, bytes, notes, colors, date, camera, place

  /// What stands above the column.
  var heading: String { rawValue.uppercased() }

  /// Whether the column holds numbers.
  var isRightAligned: Bool { [.size, .bits, .bytes].contains(self) }

  /// Whether a long text may be cut where the terminal is narrow.
  var isFlexible: Bool { [.colors, .camera].contains(self) }

  /// What a line says; nil for what is not known or goes without saying.
  func note(_ info: PictureInfo) -> Message? {
    switch self {
    case .bits: info.facts.bitsText.map { Message($0) }
    case .date: info.capture.date.map { Message($0) }
    default: cell(info)
    }
  }

  /// What stands in the table, where the heading tells the unit; nil for an empty cell.
  func cell(_ info: PictureInfo) -> Message? {
    let text: String? =
      switch self {
      case .format: info.facts.kind.name
      case .size: info.facts.sizeText
      case .bits: info.facts.bitsPerSample.map { "\($0)" }
      case .bytes: ByteSize(bytes: info.bytes).description
      case .notes: nil
      case .colors: info.profile ?? (info.facts.hasICC ? "ICC" : nil)
      case .date: info.capture.date.map { Self.shortDate($0) }
      case .camera: info.capture.camera
      case .place: info.capture.place.map(Self.degrees)
      }
    if self == .notes { return info.notes.isEmpty ? nil : info.notes.joined() }
    return text.map { Message($0) }
  }

  /// `2024-05-17 18:42`: day and minute of a date in ISO 8601.
  private static func shortDate(_ date: String) -> String {
    String(date.prefix(16)).replacing("T", with: " ")
  }

  private static func degrees(_ place: CaptureFacts.Place) -> String {
    "\(degrees(place.latitude)) \(degrees(place.longitude))"
  }

  /// Degrees with five digits behind the point, about a metre, in every locale.
  private static func degrees(_ value: Double) -> String {
    // Latitudes and longitudes are within ±180.
    let scaled = Int((abs(value) * 100_000).rounded())
    let fraction = String(scaled % 100_000)
    return (value < 0 ? "-" : "") + "\(scaled / 100_000)."
      + String(repeating: "0", count: 5 - fraction.count) + fraction
  }
}
