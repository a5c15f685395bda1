/// Something of an input that its output has no place for; the raw value is a stable name.
package enum Loss: String, Sendable, Codable, Hashable, CaseIterable {
  /// The map that makes a high dynamic range picture of a standard one.
  case gainMap = "gain-map"
  /// How far away things are.
  case depth
  /// Other auxiliary pictures, such as mattes.
  case auxiliary
  /// The video of a motion photo.
  case motionVideo = "motion-video"
  /// More bits of a sample than the output keeps.
  case bitDepth = "bit-depth"
  /// Transparency that is in use.
  case alpha
  /// Further pictures or frames.
  case frames
  /// Parts of the EXIF block.
  case exifTooLarge = "exif-too-large"
  /// Parts of the XMP packet.
  case xmpTooLarge = "xmp-too-large"
  /// A kind of metadata.
  case metadataLeftOut = "metadata-left-out"
  /// High dynamic range.
  case hdrTransfer = "hdr-transfer"
}

extension PictureWarning {
  /// The loss that the warning tells of; nil for what is no loss.
  package var loss: Loss? { Loss(rawValue: name) }

  /// A loss that needs no figures to be told.
  init(_ loss: Loss) {
    self.init(name: loss.rawValue, message: loss.message)
  }
}

extension Loss {
  /// What it means, as a part of a sentence.
  fileprivate var message: String {
    switch self {
    case .gainMap: "the gain map for high dynamic range is not carried over"
    case .depth: "the depth map is not carried over"
    case .auxiliary: "auxiliary pictures such as mattes are not carried over"
    case .motionVideo: "the video of the motion photo is not carried over"
    case .bitDepth: "samples are rounded to fewer bits"
    case .alpha: "transparent places were laid over the background colour"
    case .frames: "only the primary picture was taken"
    case .exifTooLarge: "the EXIF block is too large for the file format"
    case .xmpTooLarge: "the XMP packet is too large for the file format"
    case .metadataLeftOut: "the file format has no place for a kind of metadata"
    case .hdrTransfer: "the high dynamic range was mapped to the standard one"
    }
  }
}
