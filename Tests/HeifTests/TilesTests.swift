import Pixels
import Resampling
import Synchronization
import TestSupport
import Testing

@testable import Heif

@Suite("Tiles are resampled while they are decoded")
struct TilesTests {
  private func open(_ bytes: [UInt8], threads: Int = 0) throws -> HeifPicture {
    try HeifFile(bytes, maximumPixels: 1 << 20, threads: threads).primary()
  }

  /// The samples of a picture that is decoded tile by tile; nil where it is not.
  private func tiled(
    _ bytes: [UInt8], _ width: Int, _ height: Int, threads: Int = 0, decoder: String? = nil
  ) throws -> [[UInt8]]? {
    let picture = try open(bytes, threads: threads)
    let shapes = Grids.shapes(width, height, from: picture)
    return try picture.tilesResampled(to: { _ in shapes }, decoder: decoder)?.planes
      .map(\.buffer.bytes)
  }

  /// The samples of the same picture decoded as a whole.
  private func whole(_ bytes: [UInt8], _ width: Int, _ height: Int) throws -> [[UInt8]] {
    let picture = try open(bytes)
    return try zip(
      picture.decode(.native).planes, Grids.shapes(width, height, from: picture)
    ).map { try #require($0.resampled(to: $1)).buffer.bytes }
  }

  @Test(
    "the samples are those of the whole, however it is turned",
    arguments: Grids.Turning.all, [(160, 120), (130, 66), (192, 128)])
  func turned(turning: Grids.Turning, stored: (Int, Int)) throws {
    let bytes = try Grids.file(stored.0, stored.1, turning)
    for (width, height) in [(80, 60), (31, 47), (1, 1)] {
      let made = try #require(try tiled(bytes, width, height))
      #expect(try made == whole(bytes, width, height))
    }
  }

  @Test(
    "the samples are those of the whole, wherever the last tiles end",
    arguments: [129, 130, 159, 191, 192], [65, 66, 119, 127, 128])
  func sizes(width: Int, height: Int) throws {
    let bytes = try Grids.file(width, height)
    for threads in [0, 2, 7] {
      let made = try #require(try tiled(bytes, 101, 53, threads: threads))
      #expect(try made == whole(bytes, 101, 53))
    }
  }

  @Test("the tiles of this encoder will do as well")
  func encoder() throws {
    var encoder = HeifEncoder(.hevc, quality: 70)
    encoder.preset = Pictures.fast(.hevc)
    encoder.tiling.mostPixelsOfOne = 1
    encoder.tiling.longestSide = 64
    let bytes = try encoder.encode(Pictures.gradient(201, 139))
    let made = try #require(try tiled(bytes, 90, 61, threads: 2))
    #expect(try made == whole(bytes, 90, 61))
  }

  @Test("every decoder gives the same samples, and one that is missing is passed over")
  func decoders() throws {
    let bytes = try Grids.file(160, 120)
    let wanted = try whole(bytes, 80, 60)
    for name in HeifLibrary.decoderNames(for: .hevc) + ["none"] {
      #expect(try tiled(bytes, 80, 60, decoder: name) == wanted)
    }
  }

  @Test("the colours are those of the whole, and who is to say what is made is told them")
  func colours() throws {
    let picture = try open(Grids.file(160, 120))
    let color = try picture.decode(.native).color
    let shapes = Grids.shapes(80, 60, from: picture)
    let asked = Mutex<[HeifColor?]>([])
    let made = try picture.tilesResampled { color in
      asked.withLock { $0.append(color) }
      return shapes
    }
    #expect(asked.withLock { $0 } == [color])
    #expect(try #require(made).color == color)
    let none = try picture.tilesResampled { _ in nil }
    #expect(none == nil)
  }

  @Test(
    "pictures that are no plain tiles of 8 bits are left to be decoded as a whole",
    arguments: [
      "photo.heic", "alpha.heic", "deep.heic", "orientation-6.heic", "small.avif",
      "second-primary.heic",
    ])
  func others(fixture: String) throws {
    #expect(try tiled(Fixtures.bytes(fixture), 10, 10) == nil)
  }

  @Test(
    "so are turned pictures of odd sides, whose chroma the library stretches",
    arguments: Grids.Turning.all, [(159, 120), (160, 119)])
  func odd(turning: Grids.Turning, stored: (Int, Int)) throws {
    let isTurned = turning.quarters != 0 || turning.axis != nil
    let made = try tiled(Grids.file(stored.0, stored.1, turning), 20, 20)
    #expect((made == nil) == isTurned)
  }

  @Test("so are tiles that are coded in another size than the file says", arguments: [62, 66])
  func otherSize(side: UInt8) throws {
    var bytes = try Grids.file(160, 120)
    try bytes.replace([0, 0, 0, 64, 0, 0, 0, 64], with: [0, 0, 0, side, 0, 0, 0, side])
    #expect(try tiled(bytes, 80, 60) == nil)
  }

  @Test("so are tiles that do not cover the picture, or lie beyond it", arguments: [32, 96])
  func otherCover(side: UInt8) throws {
    var bytes = try Grids.file(160, 120)
    try bytes.replace([0, 0, 0, 64, 0, 0, 0, 64], with: [0, 0, 0, side, 0, 0, 0, side])
    #expect(try tiled(bytes, 80, 60) == nil)
  }

  @Test(
    "pictures that name one tile twice, or one that is not there, are not decoded tile by tile",
    arguments: [2, 9])
  func otherTiles(item: UInt8) throws {
    var bytes = try Grids.file(160, 120)
    let reference = Array("dimg".utf8) + [0, 1, 0, 6, 0, 2, 0]
    try bytes.replace(reference + [3], with: reference + [item])
    // The library may not even open them.
    let made = (try? tiled(bytes, 80, 60)) ?? nil
    #expect(made == nil)
  }

  @Test("damage in a tile is damage", arguments: [0, 2])
  func damage(threads: Int) throws {
    let sound = try Grids.file(160, 120)
    var noticed = 0
    for start in stride(from: sound.count / 4, to: sound.count - 200, by: 311) {
      var bytes = sound
      for position in start..<start + 150 { bytes[position] = 0xff }
      let isDamaged = (try? open(bytes).decode(.native))?.warnings.isEmpty != true
      let error = errorThrown(HeifError.self) { try tiled(bytes, 80, 60, threads: threads) }
      #expect((error?.kind == .damaged) == isDamaged)
      noticed += isDamaged ? 1 : 0
    }
    #expect(noticed > 3)
  }

  @Test("a file cut within its tiles is damage", arguments: [0, 2])
  func cut(threads: Int) throws {
    let sound = try Grids.file(160, 120)
    for length in stride(from: sound.count / 3, to: sound.count, by: 397) {
      let bytes = Array(sound.prefix(length))
      let error = errorThrown(HeifError.self) { try tiled(bytes, 80, 60, threads: threads) }
      #expect(error?.kind == .damaged, "cut at \(length)")
    }
  }

  @Test("a changed byte in the structure never ends the process", arguments: [0, 2])
  func changed(threads: Int) throws {
    let sound = try Grids.file(160, 120, Grids.Turning(quarters: 3, axis: 1))
    var failures = 0
    for position in stride(from: 24, to: 700, by: 1) {
      var bytes = sound
      bytes[position] = position % 2 == 0 ? 0xff : bytes[position] ^ 0x11
      do {
        if try tiled(bytes, 40, 30, threads: threads) == nil { failures += 1 }
      } catch { failures += 1 }
    }
    #expect(failures > 100)
  }

  @Test("who cancels is asked before each tile", arguments: [0, 2])
  func cancelled(threads: Int) throws {
    let picture = try open(Grids.file(160, 120), threads: threads)
    let shapes = Grids.shapes(80, 60, from: picture)
    for allowed in 0..<6 {
      let asked = Mutex(0)
      let error = errorThrown(HeifError.self) {
        try picture.tilesResampled(to: { _ in shapes }) {
          asked.withLock {
            $0 += 1
            return $0 > allowed
          }
        }
      }
      #expect(error?.kind == .cancelled)
    }
  }
}
