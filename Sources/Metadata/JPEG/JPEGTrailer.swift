import Formats

/// What follows the picture of a JPEG in its file.
package enum JPEGTrailer: Sendable, Equatable {
  /// Nothing, or zeros.
  case none
  /// Further JPEG pictures: a gain map, a second view, previews (CIPA DC-007, MPF).
  case pictures
  /// A video, of a motion photo.
  case video
  /// Something else.
  case other

  /// What the bytes after a picture are.
  init(_ bytes: ArraySlice<UInt8>) {
    let bytes = bytes.drop { $0 == 0 }
    // A video's first box is named `ftyp`; Samsung writes its own short header before it.
    let start = bytes.prefix(256)
    if bytes.isEmpty {
      self = .none
    } else if bytes.starts(with: [0xFF, JPEGMarker.startOfImage, 0xFF]) {
      self = .pictures
    } else if start.firstRange(of: [UInt8](text: "ftyp")) != nil {
      self = .video
    } else {
      self = .other
    }
  }
}

extension JPEGSegments {
  /// Where the picture ends in `rest`: behind its EOI; the end of `rest` where there is none.
  package var pictureEnd: Int {
    var position = rest.startIndex
    while position < rest.endIndex - 1 {
      guard rest[position] == 0xFF else {
        position += 1
        continue
      }
      let marker = rest[position + 1]
      switch marker {
      case 0xFF: position += 1
      case JPEGMarker.endOfImage: return position + 2
      // A picture without EOI, another one behind it.
      case JPEGMarker.startOfImage: return position
      // A stuffed 0xFF of the entropy-coded data, TEM, or a restart marker (T.81, B.1.1.5).
      case 0, 0x01, 0xD0...0xD7: position += 2
      default:
        let length = ByteReader(rest[(position + 2)...]).peek(UInt16.self, at: 0)
        position += 2 + Int(length ?? 0)
      }
    }
    return rest.endIndex
  }

  /// What follows the picture.
  package var trailer: JPEGTrailer { JPEGTrailer(rest[pictureEnd...]) }

  /// The size in pixels that the frame header states: width × height; the height may be 0.
  package var size: (width: Int, height: Int)? {
    guard let frame = segments.first(where: { JPEGMarker.isFrame($0.marker) }),
      let height = ByteReader(frame.payload).peek(UInt16.self, at: 1),
      let width = ByteReader(frame.payload).peek(UInt16.self, at: 3)
    else { return nil }
    return (Int(width), Int(height))
  }
}
