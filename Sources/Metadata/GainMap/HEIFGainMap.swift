/// Stand-in.
package enum HEIFGainMap {
  package static func apple(exif: [UInt8]?) throws(GainMapFlaw) -> StoredGainMap {
    try AppleGainMap.stored(xmp: nil, exif: exif)
  }
}
