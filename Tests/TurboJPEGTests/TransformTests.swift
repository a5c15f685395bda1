import Pixels
import TestSupport
import Testing

@testable import TurboJPEG

@Suite("Turning without loss")
struct TransformTests {
  /// The planes of a JPEG of whole blocks, each way round.
  private func file(_ width: Int, _ height: Int) throws -> [UInt8] {
    try TurboJPEG.encode(
      planes: Pictures.planes(width, height, .ycbcr420), width: width, height: height,
      subsampling: .ycbcr420, quality: 90, isProgressive: false)
  }

  private func transform(
    _ bytes: [UInt8], _ operation: TurboJPEG.Operation, edges: TurboJPEG.Edges = .refuse,
    isProgressive: Bool = false, keepsMarkers: Bool = true
  ) throws(TurboJPEGError) -> [UInt8] {
    try TurboJPEG.transform(
      bytes, operation, edges: edges, isProgressive: isProgressive, keepsMarkers: keepsMarkers,
      maximumPixels: 1 << 20)
  }

  /// Where a pixel of the result comes from.
  private func source(
    _ operation: TurboJPEG.Operation, _ x: Int, _ y: Int, of width: Int, _ height: Int
  ) -> (x: Int, y: Int) {
    switch operation {
    case .none: (x, y)
    case .flipHorizontally: (width - 1 - x, y)
    case .flipVertically: (x, height - 1 - y)
    case .transpose: (y, x)
    case .transverse: (width - 1 - y, height - 1 - x)
    case .rotate90: (y, height - 1 - x)
    case .rotate180: (width - 1 - x, height - 1 - y)
    case .rotate270: (width - 1 - y, x)
    }
  }

  @Test("every operation moves each sample to its place", arguments: TurboJPEG.Operation.allCases)
  func moves(operation: TurboJPEG.Operation) throws {
    let bytes = try file(64, 48)
    let before = try TurboJPEG.decodePlanes(bytes, maximumPixels: 1 << 20).planes[0]
    let after = try TurboJPEG.decodePlanes(
      transform(bytes, operation), maximumPixels: 1 << 20
    ).planes[0]
    let swaps = [.transpose, .transverse, .rotate90, .rotate270].contains(operation)
    #expect((after.width, after.height) == (swaps ? (48, 64) : (64, 48)))
    let (old, new) = (before.buffer.bytes, after.buffer.bytes)
    var worst = 0
    for y in 0..<after.height {
      for x in 0..<after.width {
        let from = source(operation, x, y, of: before.width, before.height)
        let distance = Int(new[y * after.width + x]) - Int(old[from.y * before.width + from.x])
        worst = max(worst, abs(distance))
      }
    }
    // The inverse transform rounds each way differently.
    #expect(worst <= 2)
  }

  @Test("an edge that can't be moved is refused or cut off")
  func edges() throws {
    let bytes = try file(67, 51)
    let error = errorThrown(TurboJPEGError.self) { try transform(bytes, .rotate180) }
    #expect(error?.kind == .imperfect)
    let cut = try TurboJPEG.header(of: transform(bytes, .rotate180, edges: .trim))
    #expect((cut.width, cut.height) == (64, 48))
    let still = try TurboJPEG.header(of: transform(bytes, .none))
    #expect((still.width, still.height) == (67, 51))
  }

  @Test("comments come along where they are wanted", arguments: [true, false])
  func markers(keepsMarkers: Bool) throws {
    var bytes = try file(32, 32)
    let text = Array("a comment".utf8)
    bytes.insert(contentsOf: [0xff, 0xfe, 0, UInt8(text.count + 2)] + text, at: 2)
    let result = try transform(bytes, .rotate90, keepsMarkers: keepsMarkers)
    let has = result.indices.contains { result[$0...].starts(with: text) }
    #expect(has == keepsMarkers)
  }

  @Test("progressive is smaller and decodes to the same samples")
  func progressive() throws {
    let bytes = try file(256, 192)
    let result = try transform(bytes, .none, isProgressive: true)
    #expect(result.count < bytes.count)
    #expect(result.containsMarker(0xc2))
    let planes = try [bytes, result].map {
      try TurboJPEG.decodePlanes($0, maximumPixels: 1 << 20).planes.map(\.buffer.bytes)
    }
    #expect(planes[0] == planes[1])
  }
}
