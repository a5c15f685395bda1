import Formats
import Posix

/// What follows the picture of a JPEG in its file.
package struct JPEGTrailer: OptionSet, Sendable, Hashable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Further JPEG pictures: a gain map, a second view, previews (CIPA DC-007, MPF).
  package static let pictures = JPEGTrailer(rawValue: 1)
  /// A video, of a motion photo.
  package static let video = JPEGTrailer(rawValue: 2)
  /// Something else.
  package static let other = JPEGTrailer(rawValue: 4)

  /// What the bytes after a picture are; nothing where there are none, or zeros.
  init(_ bytes: ArraySlice<UInt8>) {
    self = []
    var rest = bytes.drop { $0 == 0 }
    // A file of more pictures than this is no photo.
    for _ in 0..<Self.mostPictures
    where rest.starts(with: [0xFF, JPEGMarker.startOfImage, 0xFF]) {
      insert(.pictures)
      guard let picture = JPEGSegments(rest) else { break }
      rest = picture.rest[picture.pictureEnd...].drop { $0 == 0 }
    }
    guard !rest.isEmpty else { return }
    // A video's first box is named `ftyp`; Samsung writes its own short header before it.
    let isVideo = rest.prefix(256).firstRange(of: [UInt8](text: "ftyp")) != nil
    insert(isVideo ? .video : .other)
  }

  private static let mostPictures = 64
}

extension JPEGSegments {
  /// Where the picture ends in `rest`: behind its EOI; the end of `rest` where there is none.
  package var pictureEnd: Int { walkThroughPicture { _, _ in } }

  /// Where application segments and comments stand among the scans, which no camera puts there.
  var remarks: [Range<Int>] {
    var found: [Range<Int>] = []
    _ = walkThroughPicture { marker, range in
      if JPEGMarker.isApplication(marker) || marker == JPEGMarker.comment { found.append(range) }
    }
    return found
  }

  /// Goes from marker to marker, calls `visit` with each segment and its place, and gives the end.
  private func walkThroughPicture(_ visit: (UInt8, Range<Int>) -> Void) -> Int {
    var position = rest.startIndex
    while let next = rest[position...].firstPlace(of: 0xFF), next < rest.endIndex - 1 {
      position = next
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
        let end = position + 2 + Int(length ?? 0)
        visit(marker, position..<min(end, rest.endIndex))
        position = min(end, rest.endIndex)
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
