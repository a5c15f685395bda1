internal import CommandLineOptions
internal import Formats
internal import ImgtoolKit
internal import Metadata
internal import Posix

/// What is told of a picture beside its name, in the order of lines and tables.
enum PictureColumn: String, CaseIterable {
  case size, format, bits, pictures, profile, orientation, camera, date, place, bytes

  /// What stands above the column.
  var heading: String { rawValue.uppercased() }

  /// Whether the column holds numbers.
  var isRightAligned: Bool { [.size, .bits, .pictures, .orientation, .bytes].contains(self) }

  /// What a line says, with its unit; nil for what is not known or goes without saying.
  func note(_ info: PictureInfo) -> Message? {
    switch self {
    case .bits: info.facts.bitsText.map { Message($0) }
    case .pictures: info.facts.picturesText.map { Message($0) }
    case .orientation: cell(info).map { "orientation \($0)" }
    default: cell(info)
    }
  }

  /// What stands in the table, without the unit that the heading tells; nil for an empty cell.
  func cell(_ info: PictureInfo) -> Message? {
    let facts = info.facts
    let text: String? =
      switch self {
      case .size: facts.sizeText
      case .format: [facts.kind.name, facts.codec].compactMap(\.self).joined(separator: " ")
      case .bits: facts.bitsPerSample.map { "\($0)" }
      case .pictures: facts.pictures > 1 ? "\(facts.pictures)" : nil
      case .profile: info.profile ?? (facts.hasICC ? "ICC" : nil)
      case .orientation: facts.shownOrientation > 1 ? "\(facts.shownOrientation)" : nil
      case .camera: info.capture.camera
      case .date: info.capture.date
      case .place: info.capture.place.map { "\(Self.degrees($0.latitude)) \(Self.degrees($0.longitude))" }
      case .bytes: ByteSize(bytes: info.bytes).description
      }
    return text.map { Message($0) }
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
