import Formats
import Heif
import Metadata
import Testing
import Vips

@testable import Imaging

@Suite("High dynamic range that goes over")
struct DynamicRangeTests {
  /// Six colours from black to the highest signal, in bands of 10 columns.
  private static let colours = [
    [0, 0, 0], [14_000, 20_000, 9000], [38_050, 38_050, 38_050], [50_000, 30_000, 20_000],
    [20_000, 49_000, 51_000], [65_535, 65_535, 65_535],
  ]

  private func picture(bands: Int = 3) throws -> VipsImage {
    let row = Self.colours.flatMap { colour in
      Array(repeatElement(colour + [40_000], count: 10).joined())
    }
    let all = try Pictures.deep(
      Array(repeatElement(row, count: 40).joined()), width: 60, height: 40, bands: 4)
    return try bands == 4 ? all : all.extractBand(0, count: 3).copy(interpretation: .rgb16)
  }

  /// The picture as a HEIF of 10 bits that states these code points.
  private func heif(
    _ codec: HeifLibrary.Codec, transfer: Int, primaries: Int = 9, matrix: Int = 9, bands: Int = 3,
    isFull: Bool = true
  ) throws -> [UInt8] {
    var encoder = HeifEncoder(codec, quality: 98)
    encoder.chroma = .ycbcr444
    encoder.bits = 10
    encoder.color = HeifColor(
      primaries: primaries, transfer: transfer, matrix: matrix, fullRange: isFull)
    let samples = try picture(bands: bands).linear([1023 / 65535.0], [0.5]).cast(.ushort)
      .copy(interpretation: .rgb16)
    return try encoder.encode(samples.pixels())
  }

  private func png(transfer: UInt8) throws -> [UInt8] {
    var file = try #require(PNGChunks(picture().savePNG()))
    file.chunks.removeAll { ["gAMA", "sRGB", "cHRM"].contains($0.kind) }
    file.chunks.insert(PNGChunk("cICP", [9, transfer, 0, 1]), at: 1)
    return file.bytes
  }

  private func made(_ bytes: [UInt8], _ recipe: Recipe) throws -> Rendering {
    try Pipeline(recipe: recipe, limits: PipelineLimits()).run(Source(bytes))
  }

  /// The samples in the middle of each colour, in 16 bits, as they are coded.
  private func samples(_ bytes: [UInt8]) throws -> [Int] {
    let picture = try HeifFile(bytes, maximumPixels: 1_000_000, threads: 0).primary()
    let decoded = try picture.decode(picture.hasAlpha ? .rgba16 : .rgb16)
    let image = try VipsImage(plane: #require(decoded.planes.first), interpretation: .rgb16)
    let scale = 65_535 / Double(1 << decoded.bits - 1)
    return try Self.colours.indices.flatMap { index in
      try image.getpoint(x: image.width * (2 * index + 1) / 12, y: image.height / 2).prefix(3)
        .map { Int($0 * scale) }
    }
  }

  @Test(
    "PQ and HLG go from HEIF to HEIF in 10 bits with all that they say of themselves",
    arguments: [(ImageFormat.avif, HeifLibrary.Codec.hevc), (.heic, .av1), (.avif, .av1)],
    [(16, 9, 9, true), (18, 9, 9, true), (16, 12, 6, true), (16, 9, 9, false), (18, 1, 1, true)])
  func kept(
    way: (format: ImageFormat, codec: HeifLibrary.Codec), points: (Int, Int, Int, Bool)
  ) throws {
    let (transfer, primaries, matrix, isFull) = points
    let source = try heif(
      way.codec, transfer: transfer, primaries: primaries, matrix: matrix, isFull: isFull)
    let recipe = Recipe(size: .longEdge(30), format: .fixed(way.format), quality: 95)
    let made = try made(source, recipe)
    #expect(made.warnings.isEmpty, "\(made.warnings)")
    let facts = try Source(made.bytes).facts
    #expect(facts.bitsPerSample == 10)
    #expect(
      facts.heif?.nclx
        == HEIFColor(
          primaries: UInt16(primaries), transfer: UInt16(transfer), matrix: UInt16(matrix),
          isFullRange: true))
    #expect(facts.dynamicRange?.transfer == transfer)
    let found = try samples(made.bytes)
    #expect(areNear(found, Self.colours.flatMap { $0 }, within: 2500), "\(found)")
  }

  @Test("a PNG of high dynamic range becomes a HEIF of such", arguments: [16, 18])
  func png(transfer: Int) throws {
    let recipe = Recipe(size: .longEdge(30), format: .fixed(.avif), quality: 95)
    let made = try made(png(transfer: UInt8(transfer)), recipe)
    // Of its 16 bits 10 are left.
    #expect(made.warnings.map(\.name) == ["bit-depth"])
    let facts = try Source(made.bytes).facts
    #expect(facts.bitsPerSample == 10)
    #expect(
      facts.heif?.nclx
        == HEIFColor(primaries: 9, transfer: UInt16(transfer), matrix: 9, isFullRange: true))
    #expect(try areNear(samples(made.bytes), Self.colours.flatMap { $0 }, within: 2500))
  }

  @Test("transparency goes with it")
  func transparency() throws {
    let made = try made(
      heif(.av1, transfer: 16, bands: 4), Recipe(size: .longEdge(30), format: .fixed(.avif)))
    #expect(made.warnings.isEmpty)
    let facts = try Source(made.bytes).facts
    #expect(facts.hasAlpha && facts.heif?.nclx?.transfer == 16 && facts.bitsPerSample == 10)
  }

  @Test("sRGB and formats of standard range get it mapped, and are told so")
  func mapped() throws {
    let source = try heif(.av1, transfer: 16)
    for recipe in [
      Recipe(format: .fixed(.avif), convertsToSRGB: true),
      Recipe(format: .fixed(.heic), metadata: .none), Recipe(format: .fixed(.webp)),
    ] {
      let made = try made(source, recipe)
      #expect(made.warnings.map(\.name).contains("hdr-transfer"))
      #expect(try Source(made.bytes).facts.dynamicRange == nil)
    }
  }

  @Test("a score compares what is seen, and tells a good picture from a bad one")
  func score() throws {
    let waves = try Pictures.waves(width: 320, height: 240).linear([1023 / 255.0], [0]).cast(
      .ushort
    )
    .copy(interpretation: .rgb16)
    var encoder = HeifEncoder(.av1, quality: 95)
    encoder.bits = 10
    encoder.color = HeifColor(primaries: 9, transfer: 16, matrix: 9, fullRange: true)
    let source = try encoder.encode(waves.pixels())
    let scores = try [98, 10].map { quality in
      try #require(
        made(
          source,
          Recipe(
            size: .longEdge(160), format: .fixed(.avif), quality: quality,
            scoring: Scoring())
        ).score)
    }
    #expect(scores[0] > scores[1] + 10 && scores[0] > 50, "\(scores)")
  }

  @Test(
    "the header foretells that nothing is lost, and what is",
    arguments: [
      (Recipe(), ImageFormat.avif, []), (Recipe(), .jpeg, ["bit-depth"]),
      (Recipe(), .webp, ["hdr-transfer", "bit-depth"]),
      (Recipe(convertsToSRGB: true), .avif, ["hdr-transfer", "bit-depth"]),
      (Recipe(toneMaps: true), .webp, ["bit-depth"]), (Recipe(hdr: .drop), .avif, ["bit-depth"]),
    ] as [(Recipe, ImageFormat, [String])])
  func foreseen(recipe: Recipe, format: ImageFormat, names: [String]) throws {
    let source = try Files.source("pq.heic")
    let found = LossLedger.foreseen(source.facts, source.format, to: format, recipe)
    #expect(found.map(\.name) == names)
  }

  @Test("a matrix that readers don't know gives way to the one that goes with the primaries")
  func matrices() {
    let matrices =
      [(9, 14, 9), (9, 0, 9), (1, nil, 1), (12, 2, 6), (12, 12, 12)] as [(Int, Int?, Int)]
    for (primaries, matrix, wanted) in matrices {
      let range = DynamicRange(primaries: primaries, transfer: 16, matrix: matrix)
      #expect(range?.heif.matrix == wanted)
    }
  }
}
