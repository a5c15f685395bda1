import Testing

@testable import Lcms

@Suite("ICC profiles from code points")
struct CodePointTests {
  @Test(
    "known numbers give a profile with a name that people know",
    arguments: [
      (1, 13, "sRGB"), (12, 13, "Display P3"), (9, 14, "BT.2020"), (1, 1, "BT.709"),
      (1, 8, "BT.709, linear"), (6, 6, "BT.601 525, BT.709"), (5, 5, "BT.601 625, gamma 2.8"),
      (11, 4, "DCI-P3, gamma 2.2"), (22, 13, "EBU 3213, sRGB"),
    ])
  func names(primaries: Int, transfer: Int, name: String) throws {
    let profile = try #require(ColorProfile(primaries: primaries, transfer: transfer))
    #expect(profile.description == name)
    #expect(profile.space == .rgb)
    #expect(profile.isUsable)
  }

  @Test(
    "numbers that mean no colours of light give none",
    arguments: [
      (1, 16), (9, 18), (1, 2), (2, 13), (2, 2), (10, 17), (0, 0), (3, 3), (1, 9), (-1, 13),
      (Int.max, Int.min),
    ])
  func none(primaries: Int, transfer: Int) {
    #expect(ColorProfile(primaries: primaries, transfer: transfer) == nil)
  }

  @Test("equal numbers give equal bytes, with a date that is none of today's and an ID")
  func deterministic() throws {
    let profile = try #require(ColorProfile(primaries: 12, transfer: 13))
    #expect(try #require(ColorProfile(primaries: 12, transfer: 13)).bytes == profile.bytes)
    #expect(Array(profile.bytes[24..<30]) == [0x07, 0xd0, 0, 1, 0, 1])
    #expect(profile.bytes[84..<100].contains { $0 != 0 })
    #expect(Array(profile.bytes[36..<40]) == Array("acsp".utf8))
    #expect(profile.bytes[8] == 4)
  }

  /// The three numbers of a tag of type XYZ.
  private func xyz(_ tag: String, of profile: ColorProfile) throws -> [Double] {
    let bytes = profile.bytes
    func number(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    for index in 0..<number(128) {
      let entry = 132 + index * 12
      if Array(bytes[entry..<entry + 4]) == Array(tag.utf8) {
        let start = number(entry + 4) + 8
        return (0..<3).map { Double(Int32(truncatingIfNeeded: number(start + $0 * 4))) / 65536 }
      }
    }
    throw MissingTag()
  }

  private struct MissingTag: Error {}

  // IEC 61966-2-1 and SMPTE EG 432-1, adapted to D50 with Bradford's matrix.
  @Test(
    "the colours of light are those of the standards",
    arguments: [
      (1, "rXYZ", [0.4360, 0.2225, 0.0139]), (1, "gXYZ", [0.3851, 0.7169, 0.0971]),
      (1, "bXYZ", [0.1431, 0.0606, 0.7141]), (12, "rXYZ", [0.5151, 0.2412, -0.0011]),
      (12, "gXYZ", [0.2919, 0.6922, 0.0419]), (12, "bXYZ", [0.1572, 0.0666, 0.7841]),
    ])
  func colorants(primaries: Int, tag: String, expected: [Double]) throws {
    let profile = try #require(ColorProfile(primaries: primaries, transfer: 13))
    for (value, known) in zip(try xyz(tag, of: profile), expected) {
      #expect(abs(value - known) < 0.001)
    }
  }

  @Test("curves are continuous where their two parts meet", arguments: [1, 7, 13])
  func continuous(transfer: Int) throws {
    let curve = try #require(Transfer(transfer))
    let (g, a, b, c, d) = (
      curve.parameters[0], curve.parameters[1], curve.parameters[2], curve.parameters[3],
      curve.parameters[4]
    )
    #expect(abs(power(a * d + b, g) - c * d) < 0.0001)
    #expect(abs(power(a + b, g) - 1) < 0.000001)
  }

  /// `base` to the `exponent`, by halving.
  private func power(_ base: Double, _ exponent: Double) -> Double {
    var (result, root, part, rest) = (1.0, base, 1.0, exponent)
    while rest >= 1 { (result, rest) = (result * base, rest - 1) }
    for _ in 0..<52 {
      root = root.squareRoot()
      part /= 2
      if rest >= part { (result, rest) = (result * root, rest - part) }
    }
    return result
  }
}

@Suite("Reading ICC profiles")
struct ReadingTests {
  @Test("a profile read again says the same")
  func again() throws {
    let made = try #require(ColorProfile(primaries: 9, transfer: 13))
    #expect(ColorProfile(made.bytes) == made)
  }

  @Test("what is no profile can't be opened", arguments: [0, 1, 127, 128, 5000])
  func garbage(count: Int) {
    #expect(ColorProfile([UInt8](repeating: 0x41, count: count)) == nil)
  }

  @Test("a profile cut anywhere is not usable, or not a profile")
  func cut() throws {
    let whole = try #require(ColorProfile(primaries: 1, transfer: 13)).bytes
    for length in stride(from: 0, to: whole.count - 8, by: 17) {
      let profile = ColorProfile(Array(whole.prefix(length)))
      #expect(profile?.isUsable != true, "cut at \(length)")
    }
  }

  @Test("a changed byte never ends the process")
  func changed() throws {
    let whole = try #require(ColorProfile(primaries: 1, transfer: 13)).bytes
    var different = 0
    for position in whole.indices {
      var bytes = whole
      bytes[position] ^= 0xff
      let profile = ColorProfile(bytes)
      if profile?.isUsable != true || profile?.description != "sRGB" { different += 1 }
    }
    #expect(different > 40)
  }

  @Test("a profile for other numbers is told from one for RGB")
  func space() throws {
    var bytes = try #require(ColorProfile(primaries: 1, transfer: 13)).bytes
    for (name, space) in [
      ("GRAY", ColorProfile.Space.gray), ("CMYK", .cmyk), ("Lab ", .lab), ("HSV ", .other),
    ] {
      bytes.replaceSubrange(16..<20, with: Array(name.utf8))
      let profile = try #require(ColorProfile(bytes))
      #expect(profile.space == space)
      // Curves for three colours say nothing of four inks.
      if space == .cmyk { #expect(!profile.isUsable) }
    }
  }
}
