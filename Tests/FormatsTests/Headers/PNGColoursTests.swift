import Formats
import Testing

@Suite("Colours that a PNG states by numbers")
struct PNGColoursTests {
  private func colours(_ chunks: [UInt8]...) throws -> PNGColours? {
    try facts(Samples.png(30, 20, bits: 8, type: 2, chunks.flatMap { $0 })).pngColours
  }

  @Test("code points are taken where the matrix is that of RGB")
  func codePoints() throws {
    let points = try colours(Samples.chunk("cICP", [12, 13, 0, 1]))?.codePoints
    #expect(points?.primaries == 12 && points?.transfer == 13)
    #expect(try colours(Samples.chunk("cICP", [9, 16, 9, 1])) == nil)
    #expect(try colours(Samples.chunk("cICP", [9])) == nil)
  }

  @Test("gamma, chromaticities and sRGB are read as stored")
  func numbers() throws {
    let values = [31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000]
    let found = try colours(
      Samples.chunk("gAMA", be32(45455)), Samples.chunk("cHRM", values.flatMap(be32)),
      Samples.chunk("sRGB", [0]))
    #expect(found?.gamma == 0.45455)
    #expect(found?.chromaticities == values.map { Double($0) / 100_000 })
    #expect(found?.isSRGB == true && found?.codePoints == nil)
  }

  @Test("numbers that make no colours are left out")
  func senseless() throws {
    #expect(try colours() == nil)
    #expect(try colours(Samples.chunk("gAMA", be32(0))) == nil)
    #expect(try colours(Samples.chunk("cHRM", [UInt8](repeating: 0, count: 32))) == nil)
    #expect(try colours(Samples.chunk("cHRM", be32(31270))) == nil)
  }
}
