import Pixels
import TestSupport
import Testing

@testable import Heif

@Suite("Large pictures are written as a grid")
struct GridTests {
  @Test(
    "pictures of up to eight megapixels stay whole",
    arguments: [(1, 1), (4096, 2048), (2896, 2896), (8_388_608, 1)])
  func whole(size: (Int, Int)) {
    #expect(TileGrid(width: size.0, height: size.1) == nil)
  }

  @Test(
    "tiles of whole blocks cover the picture, and none lies beyond it",
    arguments: [(4032, 3024), (4033, 3023), (2049, 4097), (100_000, 90), (16_384, 16_384)])
  func cover(size: (Int, Int)) throws {
    let grid = try #require(TileGrid(width: size.0, height: size.1))
    #expect(grid.tileWidth % TileGrid.block == 0 && grid.tileHeight % TileGrid.block == 0)
    #expect(max(grid.tileWidth, grid.tileHeight) <= TileGrid.Limits().longestSide)
    #expect(grid.columns * grid.tileWidth >= size.0 && grid.rows * grid.tileHeight >= size.1)
    #expect((grid.columns - 1) * grid.tileWidth < size.0)
    #expect((grid.rows - 1) * grid.tileHeight < size.1)
    #expect(grid.parts.count == grid.columns * grid.rows)
  }

  @Test("a size that no grid of 256 by 256 tiles covers has none")
  func tooManyTiles() {
    #expect(TileGrid(width: 600_000, height: 64) == nil)
    #expect(TileGrid(width: .max, height: .max) == nil)
  }

  @Test(
    "odd sizes come back exactly, without a seam, with profile, colours, metadata and thumbnail")
  func roundTrip() throws {
    let (width, height) = (201, 131)
    var encoder = HeifEncoder(.hevc, quality: 70)
    encoder.preset = Pictures.fast(.hevc)
    encoder.tiling.mostPixelsOfOne = 1
    encoder.tiling.longestSide = 64
    encoder.exif = [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    encoder.thumbnail = try Pictures.gradient(64, 42)
    let pixels = try Pictures.gradient(width, height)
    let picture = try Pictures.open(encoder.encode(pixels)).primary()
    #expect((picture.width, picture.height) == (width, height))
    #expect(picture.color == .sRGB)
    #expect(picture.thumbnails.map(\.width) == [64])
    let image = try picture.decode(.rgb8)
    #expect((image.width, image.height) == (width, height))
    #expect(image.planes[0].distance(to: pixels) < 12)
  }
}
