import Formats

extension PhotoshopResource {
  /// How many bytes stand before the JPEG of a thumbnail resource.
  static let thumbnailHeader = 28

  /// The resource after a change of thumbnails; nil where it is one that goes.
  ///
  /// The one of Photoshop 4, with red and blue exchanged, is never made anew.
  func changed(_ change: ThumbnailChange) -> PhotoshopResource? {
    switch (identifier, change) {
    case (_, .kept): self
    case (Identifier.thumbnail, .replaced(let jpeg)): Self.thumbnail(jpeg, like: self)
    case (Identifier.thumbnail, _), (Identifier.oldThumbnail, _): nil
    default: self
    }
  }

  /// A thumbnail resource (Adobe Photoshop File Formats Specification, "Thumbnail resource format").
  private static func thumbnail(_ jpeg: [UInt8], like old: PhotoshopResource) -> PhotoshopResource?
  {
    guard let size = JPEGSegments(jpeg)?.size else { return nil }
    // Rows of 24 bits a pixel, padded to four bytes; sides have 16 bits, so nothing overflows.
    let row = (size.width * 24 + 31) / 32 * 4
    var data: [UInt8] = []
    // 1 is a JPEG.
    for number in [1, size.width, size.height, row, row * size.height, jpeg.count] {
      data.append(UInt32(clamping: number), .big)
    }
    // Bits of a pixel, planes.
    data.append(UInt16(24), .big)
    data.append(UInt16(1), .big)
    var resource = old
    resource.data = data + jpeg
    return resource
  }
}
