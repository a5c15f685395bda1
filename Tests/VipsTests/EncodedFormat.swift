@testable import Vips

/// The formats that there are loaders for, to ask the same of each.
enum EncodedFormat: CaseIterable {
  case jpeg, png, webp, gif, tiff, jxl, jpeg2000

  /// Whether samples come back as they were.
  var isLossless: Bool {
    switch self {
    case .png, .webp, .tiff, .jxl, .jpeg2000: true
    case .jpeg, .gif: false
    }
  }

  func encode(_ image: VipsImage) throws -> [UInt8] {
    switch self {
    case .jpeg: try image.saveJPEG(quality: 90)
    case .png: try image.savePNG()
    case .webp: try image.saveWebP(quality: 50, lossless: true)
    case .gif: try Operation.bytes("gifsave_buffer", [("in", .image(image))])
    case .tiff: try image.saveTIFF(compression: .deflate)
    case .jxl: try image.saveJXL(.lossless, effort: 3)
    case .jpeg2000:
      try Operation.bytes("jp2ksave_buffer", [("in", .image(image)), ("lossless", .flag(true))])
    }
  }

  func load(
    _ bytes: [UInt8], failOn: VipsImage.FailOn = .truncated, access: VipsImage.Access = .sequential
  ) throws -> VipsImage {
    switch self {
    case .jpeg: try .loadJPEG(bytes, failOn: failOn, access: access)
    case .png: try .loadPNG(bytes, failOn: failOn, access: access)
    case .webp: try .loadWebP(bytes, failOn: failOn, access: access)
    case .gif: try .loadGIF(bytes, failOn: failOn, access: access)
    case .tiff: try .loadTIFF(bytes, failOn: failOn, access: access)
    case .jxl: try .loadJXL(bytes, failOn: failOn, access: access)
    case .jpeg2000: try .loadJPEG2000(bytes, failOn: failOn, access: access)
    }
  }
}
