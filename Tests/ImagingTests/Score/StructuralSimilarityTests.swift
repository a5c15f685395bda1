import Formats
import Foundation
import Testing
import Vips

@testable import Imaging

@Suite("Multi-scale structural similarity")
struct StructuralSimilarityTests {
  private func loss(_ one: VipsImage, _ other: VipsImage) throws -> Double {
    let pair = try VipsImage.bandjoin([one, other]).recomb([[1, 1], [1, -1]])
    return try StructuralSimilarity(sumAndDifference: pair).loss()
  }

  private func waves(_ width: Int, _ height: Int) throws -> VipsImage {
    try Pictures.waves(width: width, height: height, bands: 1)
  }

  @Test(
    "a picture loses nothing against itself", arguments: [(1, 1), (5, 300), (40, 30), (200, 180)])
  func same(width: Int, height: Int) throws {
    #expect(try loss(waves(width, height), waves(width, height)) == 0)
  }

  @Test(
    "the weights are those of the paper, brought to a sum of 1 where fewer scales fit",
    arguments: [(1, 1), (21, 1), (22, 2), (43, 2), (44, 3), (88, 4), (175, 4), (176, 5), (9999, 5)])
  func scales(edge: Int, count: Int) {
    let weights = StructuralSimilarity.weights(for: PixelSize(edge, 10_000))
    #expect(weights.count == count)
    #expect(weights == StructuralSimilarity.weights(for: PixelSize(10_000, edge)))
    #expect(abs(weights.reduce(0, +) - 1) < 1e-12)
    let paper = [0.0448, 0.2856, 0.3001, 0.2363, 0.1333]
    let sum = paper.prefix(count).reduce(0, +)
    #expect(zip(weights, paper).allSatisfy { abs($0 * sum - $1) < 1e-12 })
  }

  @Test("a window has 11 weights, of a sum of 1, and a standard deviation of 1.5")
  func window() {
    let window = StructuralSimilarity.window
    #expect(window.count == 11 && abs(window.reduce(0, +) - 1) < 1e-12)
    #expect(abs(window[6] / window[5] - 0.8007) < 0.0001)
  }

  @Test("a shift of brightness counts by the luminance term of the coarsest scale alone")
  func luminance() throws {
    let dark = try Pictures.plain([100], width: 200, height: 200)
    let light = try Pictures.plain([150], width: 200, height: 200)
    let means: (Double, Double) = (100, 150)
    let squares: Double = means.0 * means.0 + means.1 * means.1
    let term: Double = (2 * means.0 * means.1 + 6.5025) / (squares + 6.5025)
    #expect(abs(try loss(dark, light) - (1 - pow(term, 0.1333))) < 1e-5)
  }

  @Test("noise is nothing like a picture, and a picture nothing like its opposite")
  func opposite() throws {
    let picture = try waves(200, 180)
    let negative = try picture.linear([-1], [255])
    #expect(try loss(picture, negative) > 0.9)
    let noise = try Pictures.noise(width: 200, height: 180).extractBand(0)
    #expect(try loss(picture, noise) > 0.5)
  }

  @Test("strips leave no trace: the mean is that of all windows")
  func strips() throws {
    // Higher than a strip, and alike in all its parts.
    let rows = 700
    let left = try Pictures.noise(width: 30, height: rows).extractBand(0)
    let right = try left.linear([0.5], [60])
    let upright = try loss(left, right)
    #expect(abs(try loss(left.rotate(.d90), right.rotate(.d90)) - upright) < 1e-6)
  }
}
