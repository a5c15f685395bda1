/// Numbers of EXIF fields that are treated here, beside those of `TIFFTag` (Exif 3.0, 4.6).
enum EXIFTag {
  static let stripOffsets: UInt16 = 0x0111
  static let stripByteCounts: UInt16 = 0x0117
  static let hostComputer: UInt16 = 0x013C
  static let xmp: UInt16 = 0x02BC
  static let iptc: UInt16 = 0x83BB
  static let photoshop: UInt16 = 0x8649
  static let makerNote: UInt16 = 0x927C
  static let colorSpace: UInt16 = 0xA001
  static let pixelXDimension: UInt16 = 0xA002
  static let pixelYDimension: UInt16 = 0xA003
  static let imageUniqueID: UInt16 = 0xA420
  static let cameraOwnerName: UInt16 = 0xA430
  static let bodySerialNumber: UInt16 = 0xA431
  static let lensSerialNumber: UInt16 = 0xA435
  /// Of DNG.
  static let cameraSerialNumber: UInt16 = 0xC62F
  /// Of Adobe's raw converters.
  static let rawOwnerName: UInt16 = 0xFDE8
  static let rawSerialNumber: UInt16 = 0xFDE9
  /// Of the Interoperability IFD: the size of the picture (DCF 2.0).
  static let relatedImageWidth: UInt16 = 0x1001
  static let relatedImageLength: UInt16 = 0x1002

  /// Fields of IFD0 that say something of a picture, and nothing of how its pixels are stored.
  ///
  /// Document and page name, description, maker, model, orientation, resolution, software, date,
  /// artist, host, chromaticities, rating, copyright, and Windows' title, comment, author, keywords
  /// and subject.
  static let descriptive: Set<UInt16> = [
    0x010D, 0x010E, 0x010F, 0x0110, 0x0112, 0x011A, 0x011B, 0x011D, 0x0128, 0x0131, 0x0132, 0x013B,
    hostComputer, 0x013E, 0x013F, 0x4746, 0x4749, 0x8298, 0x9C9B, 0x9C9C, 0x9C9D, 0x9C9E, 0x9C9F,
  ]

  /// Fields of IFD0 that repeat how the pixels are stored: size, bits, compression, colour.
  static let structural: Set<UInt16> = [
    0x0100, 0x0101, 0x0102, 0x0103, 0x0106, 0x0115, 0x011C, 0x0211, 0x0212, 0x0213, 0x0214,
  ]

  /// Fields of the Exif IFD whose meaning is public, and which name no one and no single device.
  ///
  /// Left out on purpose: MakerNote, DeviceSettingDescription (opaque), ImageUniqueID,
  /// CameraOwnerName, BodySerialNumber, LensSerialNumber, and everything that Exif 3.0 lacks.
  static let exposure: Set<UInt16> = [
    // Exposure and sensitivity.
    0x829A, 0x829D, 0x8822, 0x8824, 0x8827, 0x8828, 0x882A, 0x882B, 0x8830, 0x8831, 0x8832, 0x8833,
    0x8834, 0x8835,
    // Version, dates with their zones, components.
    0x9000, 0x9003, 0x9004, 0x9010, 0x9011, 0x9012, 0x9101, 0x9102,
    // The picture's circumstances, comment, parts of a second, weather and attitude.
    0x9201, 0x9202, 0x9203, 0x9204, 0x9205, 0x9206, 0x9207, 0x9208, 0x9209, 0x920A, 0x9214, 0x9286,
    0x9290, 0x9291, 0x9292, 0x9400, 0x9401, 0x9402, 0x9403, 0x9404, 0x9405,
    // FlashPix version, colour space, size, sound file, and how the sensor worked.
    0xA000, 0xA001, 0xA002, 0xA003, 0xA004, 0xA20B, 0xA20C, 0xA20E, 0xA20F, 0xA210, 0xA214, 0xA215,
    0xA217, 0xA300, 0xA301, 0xA302,
    // How the camera made the picture.
    0xA401, 0xA402, 0xA403, 0xA404, 0xA405, 0xA406, 0xA407, 0xA408, 0xA409, 0xA40A, 0xA40C,
    // Lens, title, photographer, editor, programs, composition, gamma.
    0xA432, 0xA433, 0xA434, 0xA436, 0xA437, 0xA438, 0xA439, 0xA43A, 0xA43B, 0xA43C, 0xA460, 0xA461,
    0xA462, 0xA500,
  ]
}
