/// Numbers of TIFF fields that are read here (TIFF 6.0; Exif 2.32, 4.6).
package enum TIFFTag {
  /// Whether a picture is a reduced version (bit 0), a page (1) or a mask (2).
  package static let newSubfileType: UInt16 = 0x00FE
  /// The width in pixels.
  package static let imageWidth: UInt16 = 0x0100
  /// The height in pixels.
  package static let imageLength: UInt16 = 0x0101
  /// The bits of each sample of a pixel.
  package static let bitsPerSample: UInt16 = 0x0102
  /// How the pixels are packed.
  package static let compression: UInt16 = 0x0103
  /// What the samples mean: grey, RGB, palette, CMYK and so on.
  package static let photometricInterpretation: UInt16 = 0x0106
  /// How the stored rows and columns have to be turned, 1 to 8.
  package static let orientation: UInt16 = 0x0112
  /// How many samples a pixel has, extra ones included.
  package static let samplesPerPixel: UInt16 = 0x0115
  /// What each sample beyond the colours is: 1 and 2 are alpha.
  package static let extraSamples: UInt16 = 0x0152
  /// Whether samples are unsigned (1), signed (2) or floating point (3).
  package static let sampleFormat: UInt16 = 0x0153
  /// Where the embedded thumbnail's JPEG starts (JPEGInterchangeFormat).
  package static let thumbnailOffset: UInt16 = 0x0201
  /// The bytes of the embedded thumbnail's JPEG (JPEGInterchangeFormatLength).
  package static let thumbnailLength: UInt16 = 0x0202
  /// Where the Exif IFD starts.
  package static let exifDirectory: UInt16 = 0x8769
  /// The ICC profile.
  package static let iccProfile: UInt16 = 0x8773
  /// Where the GPS IFD starts.
  package static let gpsDirectory: UInt16 = 0x8825
  /// Where the Interoperability IFD starts.
  package static let interoperabilityDirectory: UInt16 = 0xA005
}
