internal import Formats
internal import Imaging
internal import ResultCache

/// What the cache knows of a picture beside its bytes: all that a run says of it, and needs for its name.
struct CachedPicture: Sendable, Equatable {
  /// What the input is.
  var source: ImageFormat
  /// The input's size as displayed, in pixels.
  var sourceSize: PixelSize
  /// The input's size as stored, in pixels.
  var storedSize: PixelSize
  /// The format that was planned, by which the output is named.
  var planned: ImageFormat
  /// The size that was planned, in pixels.
  var plannedSize: PixelSize
  /// The format that it came to.
  var format: ImageFormat
  /// The size that it came to.
  var size: PixelSize
  /// Quality 1 to 100; nil where there was none.
  var quality: Int?
  /// Whether the output is the input, byte for byte; then the cache holds no copy.
  var isUntouched: Bool
  /// What the output lacks.
  var warnings: [PictureWarning]
  /// How much the output looks like its source, 0 to 100; nil where nobody asked.
  var score: Double?

  init(_ picture: PlannedPicture, _ rendering: Rendering) {
    source = picture.source
    sourceSize = picture.facts.displayedSize
    storedSize = picture.facts.storedSize
    planned = picture.format
    plannedSize = picture.size
    format = rendering.format
    size = rendering.size
    quality = rendering.quality
    isUntouched = rendering.isUntouched
    warnings = rendering.warnings
    score = rendering.score
  }

  /// The picture of a record; nil where another version of the program wrote it.
  init?(_ facts: CacheRecord.Facts) {
    var reader = FieldReader(facts.details)
    guard let format = ImageFormat(rawValue: facts.format),
      let source = reader.format(),
      let sourceSize = reader.size(), let storedSize = reader.size(),
      let planned = reader.format(),
      let plannedSize = reader.size(), let isUntouched = reader.number(UInt8.self),
      let score = reader.number(UInt64.self), let warnings = reader.warnings(), reader.isAtEnd
    else { return nil }
    self.source = source
    self.sourceSize = sourceSize
    self.storedSize = storedSize
    self.planned = planned
    self.plannedSize = plannedSize
    self.format = format
    size = PixelSize(width: facts.width, height: facts.height)
    quality = facts.quality
    self.isUntouched = isUntouched == 1
    self.warnings = warnings
    self.score = score == Self.noScore ? nil : Double(bitPattern: score)
  }

  /// What stands for no score: no number is spelled like it.
  private static let noScore = UInt64.max

  /// What is kept, for a picture that took so long to make.
  func facts(encodes: Int, seconds: Double) -> CacheRecord.Facts {
    var writer = FieldWriter()
    writer.add(source.rawValue)
    writer.add(sourceSize)
    writer.add(storedSize)
    writer.add(planned.rawValue)
    writer.add(plannedSize)
    writer.add(UInt8(isUntouched ? 1 : 0))
    writer.add(score?.bitPattern ?? Self.noScore)
    writer.add(warnings)
    return CacheRecord.Facts(
      width: size.width, height: size.height, format: format.rawValue, quality: quality,
      encodes: encodes, seconds: seconds, details: writer.bytes)
  }
}
