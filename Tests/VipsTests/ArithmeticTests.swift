import Pixels
import Testing

@testable import Vips

@Suite("Arithmetic")
struct ArithmeticTests {
  private let left: VipsImage
  private let right: VipsImage

  init() throws {
    left = try Pictures.plain([10, 200, 30], width: 1, height: 1)
    right = try Pictures.plain([20, 100, 30], width: 1, height: 1)
  }

  private func point(_ image: VipsImage) throws -> [Double] { try image.getpoint(x: 0, y: 0) }

  @Test("linear multiplies, then adds")
  func linear() throws {
    #expect(try point(left.linear([2], [1])) == [21, 401, 61])
    #expect(try point(left.linear([1, 2, 0], [0.5, 0, -3])) == [10.5, 400, -3])
    #expect(throws: VipsError.self) { try left.linear([1, 2], [0, 0]) }
  }

  @Test("two images are added, subtracted, multiplied and divided")
  func combines() throws {
    #expect(try point(left.add(right)) == [30, 300, 60])
    #expect(try point(left.subtract(right)) == [-10, 100, 0])
    #expect(try point(left.multiply(right)) == [200, 20000, 900])
    #expect(try point(left.divide(right)) == [0.5, 2, 1])
    #expect(try point(left.divide(left.subtract(left))) == [0, 0, 0])
  }

  @Test("an image of one band counts for all bands")
  func broadcasts() throws {
    #expect(try point(left.add(Pictures.plain([1], width: 1, height: 1))) == [11, 201, 31])
  }

  @Test("powers are taken of samples and to samples")
  func powers() throws {
    #expect(try point(left.power([2])) == [100, 40000, 900])
    #expect(try point(left.power([1, 0.5, 0])).map { ($0 * 100).rounded() } == [1000, 1414, 100])
    let small = try Pictures.plain([1, 2, 3], width: 1, height: 1)
    #expect(try point(small.exponent(of: [2])) == [2, 4, 8])
    #expect(
      try point(small.naturalLogarithm()).map { ($0 * 1000).rounded() } == [0, 693, 1099])
  }

  @Test(
    "samples are compared",
    arguments: [
      (VipsImage.Relation.equal, [0.0, 0, 255]), (.noteq, [255, 255, 0]), (.less, [255, 0, 0]),
      (.lesseq, [255, 0, 255]), (.more, [0, 255, 0]), (.moreeq, [0, 255, 255]),
    ])
  func compares(relation: VipsImage.Relation, result: [Double]) throws {
    #expect(try point(left.relational(relation, right)) == result)
    #expect(try point(left.relational(relation, constants: [20, 100, 30])) == result)
  }

  @Test("a mask chooses between two images")
  func chooses() throws {
    let mask = try Pictures.plain([255, 0, 255], width: 1, height: 1)
    #expect(try point(mask.choose(left, else: right)) == [10, 100, 30])
  }

  @Test("the larger of two samples is taken")
  func maximum() throws {
    #expect(try point(left.maximum(right)) == [20, 200, 30])
  }

  @Test("samples are looked up in a table")
  func looksUp() throws {
    let table = try Pictures.bytes((0...255).map { 255 - $0 }, width: 256, height: 1, bands: 1)
    #expect(try left.maplut(table).samples() == [245, 55, 225])
  }

  @Test("a table that lacks entries is refused for bytes and clipped for more")
  func shortTable() throws {
    let short = try Pictures.bytes([5, 6], width: 2, height: 1, bands: 1)
    #expect(throws: VipsError.self) { try left.maplut(short) }
    #expect(try left.cast(.ushort).maplut(short).samples() == [6, 6, 6])
  }

  @Test("statistics count all bands")
  func statistics() throws {
    #expect(try left.avg() == 80)
    #expect(try left.min() == 10)
    #expect(try left.max() == 200)
  }

  @Test("a point outside throws", arguments: [(1, 0), (0, 1), (-1, 0)])
  func outside(x: Int, y: Int) {
    #expect(throws: VipsError.self) { try left.getpoint(x: x, y: y) }
  }
}
