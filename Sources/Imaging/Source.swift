package import Formats
internal import Metadata
internal import Posix

/// A picture file in memory and what its header says.
package struct Source: Sendable {
  /// The whole file.
  package let bytes: [UInt8]
  /// What the bytes are.
  package let format: ImageFormat
  /// What the header says.
  package let facts: HeaderFacts
  /// Whether the file's other pictures are made as well, each on its own.
  let isOneOfAll: Bool

  /// Looks at the header of a file.
  ///
  /// - Throws: `ImagingError` where the bytes are no picture.
  package init(_ bytes: [UInt8]) throws(ImagingError) {
    let facts = try Self.facts(of: bytes)
    self.format = try Self.format(of: facts)
    self.bytes = bytes
    isOneOfAll = false
    self.facts = format == .png ? Self.oriented(facts, by: bytes) : facts
  }

  /// One of the file's pictures, counted from 0, the primary one; for nil the file as it is.
  ///
  /// - Throws: `ImagingError` where there is none of that number.
  func picture(_ number: Int?) throws(ImagingError) -> Source {
    guard let number else { return self }
    guard let found = try? facts.facts(of: number, in: MemorySource(bytes)) else {
      throw ImagingError(.read, .damaged, "the file's picture \(number + 1) can't be found")
    }
    return Source(bytes, format, found)
  }

  /// The same picture, of which more is known.
  func with(_ facts: HeaderFacts) -> Source {
    Source(bytes, format, facts, isOneOfAll: isOneOfAll)
  }

  private init(
    _ bytes: [UInt8], _ format: ImageFormat, _ facts: HeaderFacts, isOneOfAll: Bool = true
  ) {
    self.bytes = bytes
    self.format = format
    self.facts = facts
    self.isOneOfAll = isOneOfAll
  }

  /// The facts with the orientation that older PNG writers hide in a compressed text, which those who
  /// read headers alone don't open.
  private static func oriented(_ facts: HeaderFacts, by bytes: [UInt8]) -> HeaderFacts {
    guard facts.exifOrientation == nil, let exif = PNGMetadata.readHeader(bytes).exif,
      let reader = TIFFReader(exif), let first = reader.directory(at: reader.firstDirectory)
    else { return facts }
    var facts = facts
    facts.setOrientation(exif: reader.integer(TIFFTag.orientation, in: first))
    return facts
  }

  private static func facts(of bytes: [UInt8]) throws(ImagingError) -> HeaderFacts {
    do {
      return try HeaderFacts(reading: MemorySource(bytes))
    } catch {
      throw ImagingError(.read, .internal, "the file can't be read from memory", detail: "\(error)")
    }
  }

  /// The picture format of a file of these facts.
  ///
  /// - Throws: `ImagingError` that says what the file is instead.
  package static func format(of facts: HeaderFacts) throws(ImagingError) -> ImageFormat {
    switch facts.kind {
    case .image(let format): return format
    case .empty: throw ImagingError(.detect, .notAnImage, "the file is empty")
    case .unknown: throw ImagingError(.detect, .notAnImage, "not an image of a known format")
    case .media(let name):
      throw ImagingError(.detect, .unsupported, "an \(name) file, not a still picture")
    }
  }

  /// Refuses a file by its header, before its pixels are read.
  ///
  /// - Throws: `ImagingError` where the file of these facts is known to be broken or is larger than
  ///   `limits` allow.
  package static func check(
    _ facts: HeaderFacts, _ limits: PipelineLimits
  ) throws(ImagingError) {
    if facts.state == .truncated { throw ImagingError(.read, .damaged, "the file is cut off") }
    if facts.state == .damaged { throw ImagingError(.read, .damaged, "the file is damaged") }
    if let heif = facts.heif, heif.primary == nil, heif.sequence != nil {
      throw ImagingError(
        .read, .unsupported, "an image sequence without a still picture, which can't be read")
    }
    if let jpeg = facts.jpeg, let what = jpeg.unreadableKind {
      throw ImagingError(.read, .unsupported, "\(what), which can't be read")
    }
    guard !facts.hasTooManyPictures else {
      throw ImagingError(
        .read, .tooLarge, "it holds more than \(HeaderFacts.mostPictures) pictures")
    }
    let pixels = max(facts.storedSize.count, facts.displayedSize.count)
    guard pixels <= limits.maximumPixels else {
      let size = "\(facts.storedSize.width)×\(facts.storedSize.height)"
      throw ImagingError(
        .read, .tooLarge, "\(size) is more than \(limits.maximumPixels) pixels (see --max-pixels)")
    }
  }
}

extension Source {
  /// Refuses a file by its header, and by what of the rest is dear to decode.
  ///
  /// - Throws: As `check` of facts.
  func check(_ limits: PipelineLimits) throws(ImagingError) {
    try Self.check(facts, limits)
    guard let header = facts.jpeg, header.scan.map({ !header.isInOneScan(at: $0, bytes) }) == true,
      JPEGHeader.scans(in: bytes, from: header.scan ?? 0, upTo: JPEGHeader.mostScans + 1)
        > JPEGHeader.mostScans
    else { return }
    throw ImagingError(
      .read, .tooLarge, "a JPEG of more than \(JPEGHeader.mostScans) scans")
  }
}

extension JPEGHeader {
  /// The most scans of a picture that is read; encoders make a dozen, and each goes over all of the pixels.
  fileprivate static let mostScans = 200

  /// Whether the first scan, whose marker stands at a place, is the whole picture.
  fileprivate func isInOneScan(at place: Int, _ bytes: [UInt8]) -> Bool {
    // The marker, the length, then the number of components (ITU-T T.81, B.2.3).
    let count = place + 4
    return process != .progressive && bytes.indices.contains(count)
      && Int(bytes[count]) == components.count
  }

  /// How many scans there are up to the end of the picture, counted no further than `most`.
  fileprivate static func scans(in bytes: [UInt8], from start: Int, upTo most: Int) -> Int {
    var found = 0
    var rest = bytes[min(max(start, 0), bytes.count)...]
    while found < most, let place = rest.firstPlace(of: 0xFF), place + 3 < rest.endIndex {
      let marker = rest[place + 1]
      if marker == 0xD9 { break }
      if marker == 0xDA { found += 1 }
      // Within coded samples: a stuffed byte, a restart; or one of several bytes before a marker.
      let isAlone = marker == 0 || (0xD0...0xD7).contains(marker)
      let length = isAlone ? 0 : Int(rest[place + 2]) << 8 | Int(rest[place + 3])
      let next = marker == 0xFF ? place + 1 : place + 2 + length
      rest = rest[min(next, rest.endIndex)...]
    }
    return found
  }

  /// What the picture is where no decoder in use knows its kind; nil for one that can be read.
  fileprivate var unreadableKind: String? {
    switch process {
    case .nearLossless: return "a JPEG-LS picture"
    case .lossless: return "a lossless JPEG"
    case .hierarchical: return "a hierarchical JPEG"
    case .baseline, .extended, .progressive, nil: break
    }
    if precision != 8 { return "a JPEG of \(precision) bits a sample" }
    return [1, 3, 4].contains(components.count)
      ? nil : "a JPEG of \(components.count) colour components"
  }
}
