import Formats
import Imaging
import Testing

@Suite("MemoryEstimate")
struct MemoryEstimateTests {
  private func facts(
    _ width: Int, _ height: Int, alpha: Bool = false, bits: Int = 8
  ) -> HeaderFacts {
    var facts = HeaderFacts(kind: .image(.png))
    facts.storedSize = PixelSize(width: width, height: height)
    facts.displayedSize = facts.storedSize
    facts.hasAlpha = alpha
    facts.bitsPerSample = bits
    return facts
  }

  private func bytes(
    _ facts: HeaderFacts, _ format: ImageFormat, to output: ImageFormat = .jpeg,
    size: SizeLimit = .longEdge(100), fileBytes: Int = 1000
  ) -> Int {
    MemoryEstimate.bytes(facts, format, to: output, size: size, fileBytes: fileBytes)
  }

  @Test("more pixels, a larger output or a larger file take more", arguments: ImageFormat.allCases)
  func grows(format: ImageFormat) {
    let small = bytes(facts(1000, 1000), format)
    #expect(bytes(facts(2000, 2000), format) > small)
    #expect(bytes(facts(1000, 1000), format, size: .unlimited) > small)
    #expect(bytes(facts(1000, 1000), format, fileBytes: 1_000_000) > small)
  }

  @Test(
    "several outputs of one decode take more than the largest alone, and less than all of them",
    arguments: [.heic, .png, .webp, .gif, .tiff] as [ImageFormat])
  func several(format: ImageFormat) {
    let facts = facts(4000, 3000)
    let sizes = [PixelSize(width: 1000, height: 750), PixelSize(width: 400, height: 300)]
    let together = MemoryEstimate.bytes(
      facts, format, to: sizes.map { MemoryEstimate.Output(.jpeg, $0, isScored: false) },
      of: SharedSizes(of: [.longEdge(1000), .longEdge(400)]), fileBytes: 1000)
    let alone = [1000, 400].map { bytes(facts, format, size: .longEdge($0)) }
    #expect(together > alone[0])
    if format != .tiff { #expect(together < alone[0] + alone[1]) }
  }

  @Test(
    "a picture of whole-frame decoders takes its pixels at least",
    arguments: [.heic, .avif, .png, .webp, .gif] as [ImageFormat])
  func atLeastThePixels(format: ImageFormat) {
    #expect(bytes(facts(4000, 3000), format) > 4000 * 3000 * 3)
  }

  @Test(
    "encoders that search take more than those that don't",
    arguments: [.jxl, .heic, .avif] as [ImageFormat])
  func encoder(output: ImageFormat) {
    let plain = bytes(facts(4000, 3000), .png, size: .unlimited)
    let searched = bytes(facts(4000, 3000), .png, to: output, size: .unlimited)
    #expect(searched > plain + 4000 * 3000 * 15)
  }

  @Test("transparency takes more in HEIF", arguments: [.heic, .avif] as [ImageFormat])
  func alpha(format: ImageFormat) {
    #expect(bytes(facts(1000, 1000, alpha: true), format) > bytes(facts(1000, 1000), format))
  }

  @Test(
    "more bits take more", arguments: [.heic, .avif, .png, .tiff, .jxl, .jp2] as [ImageFormat])
  func depth(format: ImageFormat) {
    #expect(bytes(facts(1000, 1000, bits: 10), format) > bytes(facts(1000, 1000), format))
  }

  @Test(
    "sizes that no machine holds give a large number and no crash",
    arguments: [Int.max, Int.max / 2, 1 << 40], ImageFormat.allCases)
  func overflow(edge: Int, format: ImageFormat) {
    let most = bytes(facts(edge, edge, alpha: true, bits: 16), format, size: .unlimited)
    #expect(most >= 1 << 60)
    // Sums of a few of them don't overflow either.
    #expect(most <= Int.max / 4)
    #expect(bytes(facts(1, 1), format, fileBytes: Int.max) == Int.max / 4)
  }

  @Test("nothing known is not nothing needed")
  func unknown() {
    #expect(bytes(HeaderFacts(kind: .image(.jpeg)), .jpeg, fileBytes: 0) > 0)
  }

  @Test("a HEIC of tiles takes less for each pixel more, and never less in all")
  func tiles() {
    let sizes = [2000, 2800, 3000, 4000, 8000].map {
      bytes(facts($0, $0), .png, to: .heic, size: .unlimited)
    }
    #expect(sizes == sizes.sorted())
    let whole = bytes(facts(8000, 8000, alpha: true), .png, to: .heic, size: .unlimited)
    #expect(sizes[4] < whole * 2 / 3)
  }

  /// A HEIC of tiles of 512×512 pixels, as phones write it.
  private func tiled(
    _ width: Int, _ height: Int, _ change: (inout HEIFStructure) -> Void = { _ in }
  ) -> HeaderFacts {
    var heif = HEIFStructure()
    heif.tiles = HEIFTiles(
      columns: (width + 511) / 512, rows: (height + 511) / 512, size: PixelSize(512, 512))
    heif.storedSize = PixelSize(width, height)
    heif.chroma = .yuv420
    change(&heif)
    var facts = facts(width, height)
    facts.heif = heif
    return facts
  }

  @Test("a smaller picture of a HEIC of tiles takes two rows of them, not all")
  func tilesToDecode() {
    let all = bytes(facts(4032, 3024), .heic)
    #expect(bytes(tiled(4032, 3024), .heic) < all / 2)
    #expect(bytes(tiled(4032, 3024), .heic) > 4032 * 512 * 3)
    // Once it is turned a row is a column.
    let turned = tiled(4032, 3024) { $0.transforms = [.rotation(1)] }
    #expect(bytes(turned, .heic) < bytes(tiled(4032, 3024), .heic))
    #expect(bytes(tiled(600, 600), .heic) == bytes(facts(600, 600), .heic))
  }

  @Test("what has to be decoded as a whole takes all its pixels, tiles or not")
  func tilesAsAWhole() {
    let all = bytes(facts(4032, 3024), .heic)
    let cropped = tiled(4032, 3024) { $0.transforms = [.crop(PixelSize(4032, 3024))] }
    let fine = tiled(4032, 3024) { $0.chroma = .yuv444 }
    for facts in [cropped, fine] { #expect(bytes(facts, .heic) == all) }
    let odd = tiled(4031, 3024) { $0.transforms = [.mirror(horizontalAxis: true)] }
    #expect(bytes(odd, .heic) == bytes(facts(4031, 3024), .heic))
    let whole = bytes(tiled(4032, 3024), .heic, size: .unlimited)
    #expect(whole == bytes(facts(4032, 3024), .heic, size: .unlimited))
  }
}
