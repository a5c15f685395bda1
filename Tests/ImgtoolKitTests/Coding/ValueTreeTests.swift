internal import Formats
internal import Imaging
internal import Metadata
internal import Testing

@testable internal import ImgtoolKit

@Suite("A value on its way between processes")
struct ValueTreeTests {
  /// A recipe none of whose members is as it is by default.
  private static var changed: Recipe {
    var budget = ByteBudget(bytes: 1 << 40, step: 3, minimumQuality: 7, keepsSize: true)
    budget.ceiling = 66
    budget.metadataBytes = 5
    return Recipe(
      picture: 4, size: .box(width: 3, height: 9), format: .fixed(.avif), quality: 31, effort: 9,
      addsThumbnail: true, limitsQuality: true, metadata: .safe, convertsToSRGB: true,
      background: RGBColor(red: 1, green: 200, blue: 3), budget: budget, hdr: .drop, toneMaps: true,
      scoring: Scoring(minimum: 71.5))
  }

  private func sent<Value: Codable>(_ value: Value) throws -> Value {
    try #require(ValueTree(ValueTree(of: value).bytes)).value(Value.self)
  }

  @Test("A recipe arrives as it was", arguments: [Recipe(), changed])
  func arrives(recipe: Recipe) throws {
    #expect(try sent(recipe) == recipe)
  }

  @Test("No member of the recipe of this test is as it is by default")
  func members() {
    for (one, other) in zip(
      Mirror(reflecting: Recipe()).children, Mirror(reflecting: Self.changed).children)
    {
      #expect("\(one.value)" != "\(other.value)", "\(one.label ?? "")")
    }
  }

  @Test("An order, figures of rungs and an error arrive as they were")
  func messages() throws {
    let order = WorkOrder(
      Pipeline(
        recipe: Self.changed, limits: PipelineLimits(maximumPixels: 12, threads: 3),
        refusing: [.depth, .gainMap]), sharing: SharedSizes(of: [.longEdge(7), .longEdge(8)]))
    #expect(try sent(order) == order)
    let rungs = [RungMemory.Rung(width: 4, height: 5, quality: 6): 700]
    #expect(try sent(rungs) == rungs)
    let error = ImagingError(.decode, .damaged, "it is “cut”", detail: nil)
    #expect(try sent(error) == error)
    #expect(try sent([1: 2.5, -7: .infinity]) == [1: 2.5, -7: .infinity])
  }

  @Test("Bytes that are no value, or end too early or too late, are none")
  func damage() throws {
    let bytes = try ValueTree(of: Self.changed).bytes
    for count in 0..<bytes.count { #expect(ValueTree(Array(bytes.prefix(count))) == nil) }
    #expect(ValueTree(bytes + [0]) == nil)
    #expect(ValueTree([250]) == nil)
    // A list of lists of lists.
    #expect(ValueTree((0..<100_000).flatMap { _ in [6, 1, 0, 0, 0] as [UInt8] } + [0]) == nil)
  }

  @Test("A value of another type is an error, and ends")
  func types() throws {
    #expect(throws: DecodingError.self) { try ValueTree(.integer(300)).value(UInt8.self) }
    #expect(throws: DecodingError.self) { try ValueTree(.flag(true)).value(Int.self) }
    #expect(throws: DecodingError.self) { try ValueTree(.text("no")).value(Loss.self) }
    #expect(throws: DecodingError.self) { try ValueTree(.nothing).value(Recipe.self) }
    #expect(throws: DecodingError.self) { try ValueTree(.list([])).value(RGBColor.self) }
  }
}
