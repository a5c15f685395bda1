internal import Formats
@testable internal import Metadata

/// A file whose gain map is looked for, and the same bytes as each form of what a map means.
func gainMaps(_ bytes: [UInt8]) {
  let readings = [
    try? GainMapMetadata(iso: bytes[...]), try? GainMapMetadata(toneMap: bytes[...]),
    try? GainMapMetadata(xmp: bytes), try? AppleGainMap.stored(xmp: nil, exif: bytes).metadata,
  ]
  for case let metadata? in readings { check(metadata) }
  let source = MemorySource(bytes)
  if let heif = try? HeaderFacts(reading: source).heif,
    let map = try? HEIFGainMap.find(in: source, heif, exif: nil)
  {
    check(map.stored.metadata)
  }
  guard let map = try? JPEGGainMap.find(in: bytes) else { return }
  check(map.stored.metadata)
  check(map, behind: bytes)
}

/// What is read can be calculated with, and says the same when it is written and read again.
private func check(_ metadata: GainMapMetadata) {
  expect((try? metadata.checked()) != nil, "numbers are those of pictures")
  expect(metadata.headroom.isFinite && metadata.headroom >= 1, "the headroom is a number")
  let again = [
    try? GainMapMetadata(iso: metadata.isoBytes[...]),
    try? GainMapMetadata(toneMap: metadata.toneMapBytes[...]),
    try? GainMapMetadata(xmp: metadata.xmpPacket),
  ]
  for read in again {
    expect(
      read.map { abs($0.alternateHeadroom - metadata.alternateHeadroom) < 1e-6 } == true,
      "what is written is read again")
  }
}

/// A map that was found goes behind the picture, and is found there.
private func check(_ map: JPEGGainMap, behind base: [UInt8]) {
  let bytes = Array(map.bytes)
  expect(!bytes.isEmpty && map.bytes.endIndex <= base.count, "the map lies in its file")
  guard
    let made = try? UltraHDR.assemble(
      base: base, map: bytes, metadata: map.stored.metadata, profile: map.profile),
    let found = try? JPEGGainMap.find(in: made)
  else { return expect(false, "a map that was found can be written and found") }
  expect(found.stored.form == .iso && found.profile == map.profile, "both forms are there")
  expect(found.bytes.endIndex <= made.count, "the map lies in the file that was made")
}
