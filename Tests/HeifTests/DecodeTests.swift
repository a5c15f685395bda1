import Pixels
import Testing

@testable import Heif

@Suite("Decoding")
struct DecodeTests {
  @Test(
    "native planes have the sizes of their chroma, at odd sizes too",
    arguments: HeifLibrary.Codec.allCases, [HeifEncoder.Chroma.ycbcr420, .ycbcr444])
  func planes(codec: HeifLibrary.Codec, chroma: HeifEncoder.Chroma) throws {
    var encoder = HeifEncoder(codec, quality: 80)
    encoder.preset = Pictures.fast(codec)
    encoder.chroma = chroma
    let picture = try Pictures.open(encoder.encode(Pictures.gradient(71, 33))).primary()
    let image = try picture.decode(.native)
    #expect(image.chroma == picture.chroma)
    #expect(image.planes.count == 3)
    let small = chroma == .ycbcr420 ? [36, 17] : [71, 33]
    #expect(image.planes.map { [$0.width, $0.height] } == [[71, 33], small, small])
    #expect(image.planes.allSatisfy { $0.bands == 1 && $0.sample == .uint8 })
    #expect(image.warnings.isEmpty)
  }

  @Test("pixels live on without the file they came from", arguments: [64, 71])
  func lifetime(width: Int) throws {
    func decoded() throws -> PixelPlane {
      try Pictures.open(Pictures.file(.hevc, width, 64)).primary().decode(.native).planes[0]
    }
    let plane = try decoded()
    let bytes = plane.buffer.bytes
    // What was freed by mistake would be used again by these.
    let others = try (0..<4).map { _ in try decoded() }
    #expect(plane.buffer.bytes == bytes)
    #expect(others.allSatisfy { $0.buffer.bytes == bytes })
  }

  @Test("every installed decoder gives the same picture")
  func decoders() throws {
    let bytes = try Pictures.file(.hevc, 128, 96)
    let pictures = try HeifLibrary.decoderNames(for: .hevc).map { name in
      try Pictures.open(bytes).primary().decode(.native, decoder: name).planes.map(\.buffer.bytes)
    }
    #expect(!pictures.isEmpty)
    #expect(pictures.allSatisfy { $0 == pictures[0] })
  }

  @Test("a decoder that isn't there is passed over", arguments: HeifLibrary.Codec.allCases)
  func absentDecoder(codec: HeifLibrary.Codec) throws {
    let picture = try Pictures.open(Pictures.file(codec)).primary()
    let image = try picture.decode(.rgb8, decoder: "abacus")
    #expect(image.planes[0].distance(to: try Pictures.gradient(64, 48)) < 12)
  }

  @Test("threads of the library's own give the same picture")
  func threads() throws {
    let bytes = try Pictures.file(.hevc, 128, 96)
    let alone = try HeifFile(bytes, maximumPixels: 1 << 20, threads: 0).primary().decode(.native)
    let helped = try HeifFile(bytes, maximumPixels: 1 << 20, threads: 3).primary().decode(.native)
    #expect(alone.planes.map(\.buffer.bytes) == helped.planes.map(\.buffer.bytes))
  }

  @Test("many files decode at the same time")
  func parallel() async throws {
    let bytes = try Pictures.file(.hevc, 128, 96)
    let expected = try Pictures.open(bytes).primary().decode(.native).planes.map(\.buffer.bytes)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<16 {
        group.addTask {
          let image = try Pictures.open(bytes).primary().decode(.native)
          return image.planes.map(\.buffer.bytes) == expected && image.warnings.isEmpty
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }

  @Test(
    "the codec of a picture is known",
    arguments: [(HeifLibrary.Codec.hevc, "hvc1"), (.av1, "av01")])
  func codec(codec: HeifLibrary.Codec, type: String) throws {
    let file = try Pictures.open(Pictures.file(codec))
    #expect(try file.primary().codec == type)
    #expect(file.topLevelCount == 1)
    #expect(try file.pictures().map(\.identifier) == [file.primary().identifier])
    #expect(throws: HeifError.self) { try file.picture(4711) }
  }
}

@Suite("The library")
struct LibraryTests {
  @Test("it says its version")
  func version() {
    #expect(HeifLibrary.version.split(separator: ".").allSatisfy { Int($0) != nil })
    #expect(HeifLibrary.version.split(separator: ".").count == 3)
  }

  @Test("it can read and write both codecs", arguments: HeifLibrary.Codec.allCases)
  func codecs(codec: HeifLibrary.Codec) {
    #expect(!HeifLibrary.decoderNames(for: codec).isEmpty)
    #expect(HeifLibrary.hasEncoder(codec))
  }

  @Test("the decoder in use is the first in the list")
  func inUse() {
    #expect(HeifLibrary.hevcDecoder == HeifLibrary.decoderNames(for: .hevc).first)
  }

  @Test(
    "the fast decoder comes first, the others keep their order",
    arguments: [
      ([], []), (["libde265"], ["libde265"]), (["libde265", "ffmpeg"], ["ffmpeg", "libde265"]),
      (["a", "ffmpeg", "b"], ["ffmpeg", "a", "b"]),
    ])
  func order(names: [String], best: [String]) {
    #expect(HeifLibrary.bestFirst(names) == best)
  }
}
