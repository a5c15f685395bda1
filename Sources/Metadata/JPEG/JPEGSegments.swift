import Formats

/// One segment of a JPEG: a marker and what belongs to it (ITU-T T.81, B.1.1).
package struct JPEGSegment: Sendable, Equatable {
  /// What stands before the marker and belongs to nothing: fill bytes, or garbage.
  package var filler: ArraySlice<UInt8> = []
  /// The marker's second byte, such as 0xE1 for APP1.
  package var marker: UInt8
  /// The payload, without marker and length; empty for a marker that stands alone.
  package var payload: ArraySlice<UInt8> = []

  /// A segment, nothing before it, with its own copy of the payload.
  package init(_ marker: UInt8, _ payload: some Sequence<UInt8> = []) {
    self.marker = marker
    self.payload = Array(payload)[...]
  }

  /// The most bytes that a payload can have: the length field counts itself.
  package static let payloadLimit = 65_533

  /// The segment's bytes; a payload past the limit is cut off there.
  package var bytes: [UInt8] {
    var bytes = Array(filler)
    bytes += [0xFF, marker]
    guard !JPEGMarker.standsAlone(marker) else { return bytes }
    let payload = payload.prefix(Self.payloadLimit)
    bytes.append(UInt16(payload.count + 2), .big)
    return bytes + payload
  }
}

/// Second bytes of JPEG markers (ITU-T T.81, table B.1).
package enum JPEGMarker {
  static let startOfImage: UInt8 = 0xD8
  static let endOfImage: UInt8 = 0xD9
  static let startOfScan: UInt8 = 0xDA
  static let comment: UInt8 = 0xFE

  /// APP0 to APP15.
  static func application(_ number: UInt8) -> UInt8 { 0xE0 + number }

  /// Whether a marker is APP0 to APP15.
  static func isApplication(_ marker: UInt8) -> Bool { (0xE0...0xEF).contains(marker) }

  /// Whether a marker starts a frame (SOF), so that its payload tells the size.
  static func isFrame(_ marker: UInt8) -> Bool {
    (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
  }

  /// Whether a marker has no length and no payload: TEM, RST0 to RST7, SOI, EOI.
  static func standsAlone(_ marker: UInt8) -> Bool {
    marker == 0x01 || (0xD0...0xD9).contains(marker)
  }
}

/// A JPEG cut into the segments before its first scan and all the rest; `bytes` joins them again.
package struct JPEGSegments: Sendable, Equatable {
  /// The segments before the first scan, SOI first.
  package var segments: [JPEGSegment]
  /// What follows, from the first SOS on, or from where segments can't be read any more.
  package var rest: ArraySlice<UInt8>

  /// Cuts a JPEG; nil where the bytes don't start with SOI.
  package init?(_ bytes: [UInt8]) {
    self.init(bytes[...])
  }

  /// Cuts the JPEG that starts with these bytes; nil where they don't start with SOI.
  package init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.starts(with: [0xFF, JPEGMarker.startOfImage]) else { return nil }
    segments = [JPEGSegment(JPEGMarker.startOfImage)]
    rest = bytes.dropFirst(2)
    while let (segment, end) = Self.next(in: rest) {
      segments.append(segment)
      rest = rest[end...]
    }
  }

  /// Whether a scan was reached, so that all segments before it were read.
  package var reachesScan: Bool {
    guard let marker = Self.marker(in: rest) else { return false }
    return rest[marker] == JPEGMarker.startOfScan
  }

  /// The JPEG again, byte for byte where nothing was changed.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(rest.count + segments.reduce(0) { $0 + $1.payload.count + 4 })
    for segment in segments { bytes += segment.bytes }
    return bytes + rest
  }

  /// The next segment and where it ends; nil at a scan, at the end and where it is cut off.
  private static func next(in bytes: ArraySlice<UInt8>) -> (JPEGSegment, Int)? {
    guard let position = marker(in: bytes) else { return nil }
    var segment = JPEGSegment(bytes[position])
    segment.filler = bytes[bytes.startIndex..<position - 1]
    if [JPEGMarker.startOfScan, JPEGMarker.endOfImage].contains(segment.marker) { return nil }
    let after = position + 1
    if JPEGMarker.standsAlone(segment.marker) { return (segment, after) }
    var reader = ByteReader(bytes[after...])
    guard let length = reader.read(UInt16.self), length >= 2,
      let payload = reader.read(Int(length) - 2)
    else { return nil }
    segment.payload = payload
    return (segment, payload.endIndex)
  }

  /// Where the second byte of the next marker stands; fill bytes and garbage are passed over.
  private static func marker(in bytes: ArraySlice<UInt8>) -> Int? {
    var position = bytes.startIndex
    while position < bytes.endIndex - 1 {
      if bytes[position] == 0xFF, bytes[position + 1] != 0xFF, bytes[position + 1] != 0 {
        return position + 1
      }
      position += 1
    }
    return nil
  }
}
