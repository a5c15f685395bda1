import Pixels
import Testing

@testable import Vips

@Suite("Profiles")
struct ProfilesTests {
  // In Display P3, and what the same colour is in sRGB, by the primaries of both (SMPTE EG 432-1,
  // IEC 61966-2-1) and their common curve.
  private static let p3: [UInt8] = [200, 100, 50]
  private static let srgb = [214.9, 92.6, 31.0]

  private func point(_ image: VipsImage) throws -> [Double] { try image.getpoint(x: 0, y: 0) }

  private func close(_ left: [Double], _ right: [Double], by tolerance: Double = 1) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy { abs($0 - $1) <= tolerance }
  }

  @Test("a colour of P3 becomes the same colour of sRGB, from any source of the profile")
  func fromP3() throws {
    let image = try Pictures.plain(Self.p3)
    let embedded = try image.withProfile(VipsImage.BuiltInProfile.p3.bytes())
    let wrong = try image.withProfile(VipsImage.BuiltInProfile.srgb.bytes())
    let results = [
      try image.iccTransform(from: .builtIn(.p3), to: .builtIn(.srgb)),
      try image.iccTransform(
        from: .bytes(VipsImage.BuiltInProfile.p3.bytes()), to: .builtIn(.srgb)),
      try image.iccTransform(from: .embedded(fallback: .p3), to: .builtIn(.srgb)),
      try embedded.iccTransform(to: .builtIn(.srgb)),
      try embedded.iccTransform(from: .embedded(fallback: .srgb), to: .builtIn(.srgb)),
      try wrong.iccTransform(from: .builtIn(.p3), to: .builtIn(.srgb)),
      try wrong.iccTransform(
        from: .bytes(VipsImage.BuiltInProfile.p3.bytes()), to: .builtIn(.srgb)),
      try embedded.iccTransform(to: .bytes(VipsImage.BuiltInProfile.srgb.bytes())),
    ]
    for result in results {
      #expect(try close(point(result), Self.srgb))
      #expect(result.format == .uchar)
    }
  }

  @Test("the target becomes the image's profile")
  func attaches() throws {
    let srgb = try VipsImage.BuiltInProfile.srgb.bytes()
    let p3 = try VipsImage.BuiltInProfile.p3.bytes()
    #expect(srgb != p3)
    let image = try Pictures.plain(Self.p3).withProfile(p3)
    #expect(try image.iccTransform(to: .builtIn(.srgb)).blob(.icc) == srgb)
    #expect(try image.iccTransform(to: .bytes(srgb)).blob(.icc) == srgb)
    #expect(image.blob(.icc) == p3)
  }

  @Test("16 bits are finer", arguments: [true, false])
  func depth(named: Bool) throws {
    let image = try Pictures.plain(Self.p3)
    let target: VipsImage.ProfileTarget =
      try named ? .builtIn(.srgb) : .bytes(VipsImage.BuiltInProfile.srgb.bytes())
    let deep = try image.iccTransform(from: .builtIn(.p3), to: target, depth: .sixteen)
    #expect(deep.format == .ushort)
    #expect(try close(point(deep), Self.srgb.map { $0 * 257 }, by: 300))
  }

  @Test("alpha is carried along and scaled with the depth", arguments: [true, false])
  func alpha(named: Bool) throws {
    let image = try Pictures.plain(Self.p3 + [128])
    let target: VipsImage.ProfileTarget =
      try named ? .builtIn(.srgb) : .bytes(VipsImage.BuiltInProfile.srgb.bytes())
    #expect(
      try close(point(image.iccTransform(from: .builtIn(.p3), to: target)), Self.srgb + [128]))
    let deep = try image.iccTransform(from: .builtIn(.p3), to: target, depth: .sixteen)
    #expect(try close(point(deep), Self.srgb.map { $0 * 257 } + [128.0 * 257], by: 300))
  }

  @Test("without a profile, or with one that is none, a transform throws")
  func noProfile() throws {
    let image = try Pictures.plain(Self.p3)
    #expect(throws: VipsError.self) { try image.iccTransform(to: .builtIn(.srgb)) }
    #expect(throws: VipsError.self) {
      try image.iccTransform(from: .bytes([1, 2, 3]), to: .builtIn(.srgb))
    }
    #expect(throws: VipsError.self) {
      try image.iccTransform(from: .builtIn(.srgb), to: .bytes([1, 2, 3]))
    }
  }

  @Test("a source that does not fit the image throws instead of giving way to sRGB")
  func misfits() throws {
    let ink = try VipsImage.BuiltInProfile.cmyk.bytes()
    let image = try Pictures.plain(Self.p3)
    #expect(throws: VipsError.self) {
      try image.iccTransform(from: .bytes(ink), to: .builtIn(.srgb))
    }
    #expect(throws: VipsError.self) {
      try image.iccTransform(from: .builtIn(.cmyk), to: .builtIn(.srgb))
    }
    #expect(throws: VipsError.self) {
      try image.withProfile(ink).iccTransform(to: .builtIn(.srgb))
    }
    #expect(throws: VipsError.self) {
      try Pictures.plain([128]).iccTransform(from: .builtIn(.srgb), to: .builtIn(.p3))
    }
  }

  @Test("alpha of 16 bits becomes alpha of 8 bits, rounded")
  func narrowAlpha() throws {
    let image = try Pictures.plain([200, 100, 50, 128]).linear([257], [0]).cast(.ushort)
      .copy(interpretation: .rgb16)
    let result = try image.iccTransform(from: .builtIn(.srgb), to: .builtIn(.srgb))
    #expect(result.format == .uchar)
    #expect(try close(point(result), [200, 100, 50, 128]))
    #expect(try point(result).last == 128)
  }

  @Test("a profile that does not fit gives way to the fallback")
  func fallback() throws {
    let image = try Pictures.plain(Self.p3).withProfile([1, 2, 3])
    let result = try image.iccTransform(from: .embedded(fallback: .p3), to: .builtIn(.srgb))
    #expect(try close(point(result), Self.srgb))
  }

  @Test("ink becomes light")
  func ink() throws {
    let image = try Pictures.plain([0, 0, 0, 255], .cmyk)
    let result = try image.iccTransform(from: .builtIn(.cmyk), to: .builtIn(.srgb))
    #expect(result.bands == 3)
    #expect(try result.avg() < 80)
    #expect(
      try Pictures.plain([0, 0, 0, 0], .cmyk).iccTransform(
        from: .builtIn(.cmyk), to: .builtIn(.srgb)
      ).avg() > 240)
  }

  @Test("black point compensation makes ink's black black")
  func blackPoint() throws {
    let image = try Pictures.plain([200, 200, 200, 255], .cmyk)
    let without = try image.iccTransform(from: .builtIn(.cmyk), to: .builtIn(.srgb)).avg()
    let with = try image.iccTransform(
      from: .builtIn(.cmyk), to: .builtIn(.srgb), blackPointCompensation: true
    ).avg()
    #expect(with < without)
  }

  @Test("the absolute intent keeps paper's white")
  func intents() throws {
    let paper = try Pictures.plain([0, 0, 0, 0], .cmyk)
    let blue = try Pictures.plain([0, 0, 255])
    #expect(
      try point(paper.iccTransform(from: .builtIn(.cmyk), to: .builtIn(.srgb), intent: .absolute))
        != point(paper.iccTransform(from: .builtIn(.cmyk), to: .builtIn(.srgb), intent: .relative)))
    for intent in VipsImage.Intent.allCases {
      #expect(
        try blue.iccTransform(from: .builtIn(.srgb), to: .builtIn(.cmyk), intent: intent).bands == 4
      )
    }
  }
}
