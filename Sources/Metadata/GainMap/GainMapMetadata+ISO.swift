internal import Formats

/// The binary form of ISO 21496-1:2025, annex C.
///
/// Versions of the form (2 numbers of 2 bytes), flags (1), the two headrooms, and for each channel minimum,
/// maximum, gamma and the two offsets. Each number is a fraction of two of 4 bytes, all of them big-endian.
extension GainMapMetadata {
  /// The flags.
  private enum Flag {
    static let severalChannels: UInt8 = 0x80
    static let baseColours: UInt8 = 0x40
    /// One denominator for all fractions stands before them: in files that were written after drafts.
    static let commonDenominator: UInt8 = 0x08
  }

  /// Reads the payload, from the version on.
  ///
  /// - Throws: `metadataMissing` where it is a version alone, as in the main picture of a JPEG;
  ///   `metadataDamaged` for one that is cut, of a later form, or states what no picture has; `noEffect`.
  package init(iso bytes: ArraySlice<UInt8>) throws(GainMapFlaw) {
    var reader = ByteReader(bytes)
    guard let least = reader.read(UInt16.self), reader.skip(2) else { throw .metadataDamaged }
    guard let flags = reader.read(UInt8.self) else { throw .metadataMissing }
    // Those who need another version to understand it are told so by the least one.
    guard least == 0 else { throw .metadataDamaged }
    var common: UInt32?
    if flags & Flag.commonDenominator != 0 {
      guard let denominator = reader.read(UInt32.self) else { throw .metadataDamaged }
      common = denominator
    }
    guard let base = reader.readFraction(common), let alternate = reader.readFraction(common) else {
      throw .metadataDamaged
    }
    var channels: [Channel] = []
    for _ in 0..<(flags & Flag.severalChannels != 0 ? 3 : 1) {
      guard let channel = Channel(&reader, common) else { throw .metadataDamaged }
      channels.append(channel)
    }
    self = try GainMapMetadata(
      channels: channels, baseHeadroom: base, alternateHeadroom: alternate,
      usesBaseColours: flags & Flag.baseColours != 0
    ).merged.checked()
  }

  /// Reads the payload of a `tmap` item of HEIF: a version, 0, before the same (ISO/IEC 23008-12:2025).
  ///
  /// - Throws: As `init(iso:)` does.
  package init(toneMap bytes: ArraySlice<UInt8>) throws(GainMapFlaw) {
    guard bytes.first == 0 else { throw bytes.isEmpty ? .metadataMissing : .metadataDamaged }
    try self.init(iso: bytes.dropFirst())
  }

  /// The payload, from the version on.
  package var isoBytes: [UInt8] {
    let merged = merged
    var bytes = Self.isoVersion
    bytes.append(
      (merged.channels.count > 1 ? Flag.severalChannels : 0)
        | (usesBaseColours ? Flag.baseColours : 0))
    for number in [baseHeadroom, alternateHeadroom] { bytes.appendFraction(number) }
    for channel in merged.channels {
      for number in [
        channel.minimum, channel.maximum, channel.gamma, channel.baseOffset,
        channel.alternateOffset,
      ] {
        bytes.appendFraction(number)
      }
    }
    return bytes
  }

  /// The payload of a `tmap` item.
  package var toneMapBytes: [UInt8] { [0] + isoBytes }

  /// The version alone: the least that a reader has to understand, and the writer's.
  static let isoVersion: [UInt8] = [0, 0, 0, 0]
}

extension GainMapMetadata.Channel {
  /// The next channel.
  fileprivate init?(_ reader: inout ByteReader, _ common: UInt32?) {
    guard let minimum = reader.readSignedFraction(common),
      let maximum = reader.readSignedFraction(common), let gamma = reader.readFraction(common),
      let baseOffset = reader.readSignedFraction(common),
      let alternateOffset = reader.readSignedFraction(common)
    else { return nil }
    self.init(
      minimum: minimum, maximum: maximum, gamma: gamma, baseOffset: baseOffset,
      alternateOffset: alternateOffset)
  }
}

extension ByteReader {
  /// The next fraction; nil at the end and where its denominator is 0.
  fileprivate mutating func readFraction(_ common: UInt32?) -> Double? {
    read(UInt32.self).flatMap { readDenominator(common, below: Double($0)) }
  }

  /// The same with a sign.
  fileprivate mutating func readSignedFraction(_ common: UInt32?) -> Double? {
    read(UInt32.self).flatMap { readDenominator(common, below: Double(Int32(bitPattern: $0))) }
  }

  private mutating func readDenominator(_ common: UInt32?, below numerator: Double) -> Double? {
    guard let denominator = common ?? read(UInt32.self), denominator > 0 else { return nil }
    return numerator / Double(denominator)
  }
}

extension [UInt8] {
  /// Adds a fraction, signed or not: what is stated so is far from the limits of both.
  fileprivate mutating func appendFraction(_ value: Double) {
    append(UInt32(bitPattern: Int32(clamping: GainMapNumber(value).numerator)), .big)
    append(GainMapNumber.denominator, .big)
  }
}
