internal import Vips

extension VipsImage {
  /// The picture as it is to be seen, for an EXIF Orientation of 1 to 8 (EXIF 2.32, 4.6.4 A).
  ///
  /// Anything else counts as 1. The pixels must be in memory: turning reads them out of order.
  func upright(from orientation: Int) throws(VipsError) -> VipsImage {
    switch orientation {
    case 2: try flip(.horizontal)
    case 3: try rotate(.d180)
    case 4: try flip(.vertical)
    case 5: try rotate(.d90).flip(.horizontal)
    case 6: try rotate(.d90)
    case 7: try rotate(.d270).flip(.horizontal)
    case 8: try rotate(.d270)
    default: self
    }
  }
}
