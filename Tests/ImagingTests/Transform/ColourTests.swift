import Formats
import Lcms
import Testing
import Vips

@testable import Imaging

@Suite("Colour")
struct ColourTests {
  private func p3() throws -> [UInt8] { try VipsImage.BuiltInProfile.p3.bytes() }
  private func cmyk() throws -> [UInt8] { try VipsImage.BuiltInProfile.cmyk.bytes() }

  private func picture(
    _ colour: [UInt8], _ profile: [UInt8]?, _ meaning: VipsImage.Interpretation? = nil
  ) throws -> ColouredPicture {
    try ColouredPicture(
      Pictures.plain(colour, meaning), meaning: profile.map(ColourMeaning.profile) ?? .untagged)
  }

  // MARK: What samples mean

  @Test("a profile of the picture's kind of colour is kept, byte for byte")
  func kept() throws {
    let (wide, ink) = (try p3(), try cmyk())
    #expect(try picture([1, 2, 3], wide).profile == wide)
    #expect(try picture([1, 2, 3, 4], wide).profile == wide)
    #expect(try picture([1, 2, 3, 4], ink, .cmyk).profile == ink)
    #expect(try picture([1], Profiles.gray).profile == Profiles.gray)
    #expect(try picture([1, 2, 3], wide).warnings.isEmpty)
  }

  @Test("a profile of another kind, or none at all, is left out with a warning")
  func unfit() throws {
    let (wide, ink) = (try p3(), try cmyk())
    let cases: [([UInt8], [UInt8], VipsImage.Interpretation?)] = [
      ([1, 2, 3], ink, nil), ([1], wide, nil), ([1, 2, 3, 4], wide, .cmyk),
      ([1, 2, 3], Profiles.gray, nil), ([1, 2, 3], [], nil), ([1, 2, 3], [1, 2, 3, 4], nil),
      ([1, 2, 3], Array(wide.prefix(100)), nil),
    ]
    for (colour, profile, meaning) in cases {
      let found = try picture(colour, profile, meaning)
      #expect(found.profile == nil)
      #expect(found.warnings == [.unusableProfile])
      #expect(try found.image.colour(0, 0) == colour.map(Int.init))
    }
  }

  @Test(
    "code points of sRGB, or of nothing in particular, need no profile",
    arguments: [(1, 13), (1, 1), (1, 6), (2, 2), (2, 13), (1, 2), (1, 14), (1, 15)])
  func plainCodePoints(primaries: Int, transfer: Int) throws {
    let meaning = ColourMeaning.codePoints(primaries: primaries, transfer: transfer)
    let found = try ColouredPicture(Pictures.plain([9, 8, 7]), meaning: meaning)
    #expect(found.profile == nil && found.warnings.isEmpty)
    #expect(try found.image.colour(1, 1) == [9, 8, 7])
  }

  @Test(
    "other code points get a profile that says the same",
    arguments: [
      (12, 13, "Display P3"), (12, 2, "Display P3"), (9, 1, "BT.2020"), (1, 8, "BT.709, linear"),
    ])
  func wideCodePoints(primaries: Int, transfer: Int, name: String) throws {
    let meaning = ColourMeaning.codePoints(primaries: primaries, transfer: transfer)
    let found = try ColouredPicture(Pictures.plain([9, 8, 7]), meaning: meaning)
    #expect(ColorProfile(found.profile ?? [])?.description == name)
    #expect(try found.image.colour(1, 1) == [9, 8, 7])
  }

  @Test("code points of colours mean nothing for gray")
  func grayCodePoints() throws {
    let meaning = ColourMeaning.codePoints(primaries: 12, transfer: 13)
    #expect(try ColouredPicture(Pictures.plain([9]), meaning: meaning).profile == nil)
  }

  @Test("high dynamic range is mapped to sRGB, with a warning", arguments: [16, 18], [1, 3, 4])
  func highDynamicRange(transfer: Int, bands: Int) throws {
    let meaning = ColourMeaning.codePoints(primaries: 9, transfer: transfer)
    let colour = Array([90, 60, 30, 255].prefix(bands)) as [UInt8]
    let found = try ColouredPicture(Pictures.plain(colour), meaning: meaning)
    #expect(found.profile == nil)
    #expect(found.warnings == [.toneMapped])
    #expect(found.image.bands == bands && found.image.format == .uchar)
    #expect(try found.image.colour(0, 0) != colour.map(Int.init))
  }

  // MARK: To sRGB

  // Colours of Display P3 (SMPTE EG 432-1 with the curve of IEC 61966-2-1) worked out by hand.
  @Test(
    "Display P3 becomes the sRGB that looks the same",
    arguments: [
      ([184, 56, 49], [200, 40, 40]), ([255, 255, 255], [255, 255, 255]), ([0, 0, 0], [0, 0, 0]),
      ([128, 128, 128], [128, 128, 128]), ([255, 0, 0], [255, 0, 0]),
    ] as [([UInt8], [Int])])
  func displayP3(colour: [UInt8], wanted: [Int]) throws {
    let converted = try picture(colour, p3()).inSRGB()
    #expect(converted.profile == nil)
    #expect(try areNear(converted.image.colour(2, 2), wanted, within: 2))
    let alpha = try picture(colour + [77], p3()).inSRGB().image
    #expect(try areNear(alpha.colour(2, 2), wanted + [77], within: 2))
  }

  @Test("16 bits stay 16 bits on the way to sRGB")
  func deep() throws {
    let samples = [184, 56, 49].map { $0 * 257 }
    let image = try Pictures.deep(samples, width: 1, height: 1, bands: 3)
    let converted = try ColouredPicture(image, meaning: .profile(p3())).inSRGB().image
    #expect(converted.format == .ushort)
    #expect(try areNear(converted.samples(), [200, 40, 40].map { $0 * 257 }, within: 400))
  }

  @Test("what is sRGB or plain gray already is not touched")
  func plain() throws {
    for colour in [[1, 2, 3], [1, 2, 3, 4], [5], [5, 6]] as [[UInt8]] {
      let found = try picture(colour, nil)
      #expect(try found.inSRGB().image === found.image)
    }
  }

  @Test("inks become colours, without a profile too")
  func inks() throws {
    for profile in [nil, try cmyk()] {
      let white = try picture([0, 0, 0, 0], profile, .cmyk).inSRGB()
      #expect(white.image.colours == .rgb && white.profile == nil)
      #expect(try areNear(white.image.colour(0, 0), [255, 255, 255], within: 2))
      let yellow = try picture([0, 0, 255, 0], profile, .cmyk).inSRGB().image.colour(0, 0)
      #expect(yellow[0] > 220 && yellow[1] > 200 && yellow[2] < 90, "\(yellow)")
    }
  }

  @Test(
    "colours of a profile that can't be computed with are taken for sRGB, with a warning",
    arguments: ["rTRC", "gXYZ"])
  func brokenProfile(tag: String) throws {
    let broken = Profiles.breaking(tag, in: try p3())
    let found = try picture([10, 20, 30], broken)
    let converted = try found.inSRGB()
    #expect(converted.profile == nil)
    #expect(converted.warnings == [.unusableProfile])
    #expect(try converted.image.colour(0, 0) == [10, 20, 30])
  }

  // MARK: What formats hold

  @Test("a JPEG holds inks with their profile; other formats get sRGB", arguments: [true, false])
  func fittedInks(tagged: Bool) throws {
    let profile = try tagged ? cmyk() : nil
    let found = try picture([0, 200, 200, 10], profile, .cmyk)
    let jpeg = try found.fitted(to: .jpeg, background: .white)
    #expect(jpeg.image === found.image && jpeg.profile == profile)
    for format in [.png, .webp, .heic, .avif] as [ImageFormat] {
      let other = try found.fitted(to: format, background: .white)
      #expect(other.image.colours == .rgb && other.profile == nil)
    }
  }

  @Test("gray stays gray in JPEG and PNG, and becomes equal colours elsewhere")
  func fittedGray() throws {
    for format in [.jpeg, .png] as [ImageFormat] {
      let found = try picture([90], Profiles.gray).fitted(to: format, background: .white)
      #expect(found.image.bands == 1 && found.profile == Profiles.gray)
    }
    for format in [.webp, .heic, .avif] as [ImageFormat] {
      let plain = try picture([90], nil).fitted(to: format, background: .white)
      #expect(try plain.image.colour(0, 0) == [90, 90, 90])
      let alpha = try picture([90, 50], nil).fitted(to: format, background: .white)
      #expect(try alpha.image.colour(0, 0) == [90, 90, 90, 50])
      let tagged = try picture([90], Profiles.gray).fitted(to: format, background: .white)
      let level = try tagged.image.colour(0, 0)
      #expect(tagged.profile == nil && Set(level).count == 1 && level.count == 3)
      // Gamma 2.2 and sRGB's curve are close, here.
      #expect(abs(level[0] - 90) <= 3)
    }
  }

  @Test(
    "16 bits stay where the format holds them and are rounded for the others",
    arguments: [.jpeg, .webp] as [ImageFormat])
  func fittedDepth(format: ImageFormat) throws {
    let samples = [386, 65_406, 129]
    let image = try Pictures.deep(samples, width: 1, height: 1, bands: 3)
    let found = try ColouredPicture(image, meaning: .untagged)
    for deep in [.png, .tiff, .jxl, .heic, .avif] as [ImageFormat] {
      #expect(try found.fitted(to: deep, background: .white).image.samples() == samples)
    }
    #expect(try found.fitted(to: format, background: .white).image.samples() == [2, 254, 1])
  }

  @Test("16-bit gray with transparency fits every format")
  func fittedDeepGray() throws {
    let image = try Pictures.deep([90 * 257, 50 * 257], width: 1, height: 1, bands: 2)
    let found = try ColouredPicture(image, meaning: .untagged)
    #expect(
      try found.fitted(to: .png, background: .white).image.samples() == [90 * 257, 50 * 257])
    for (format, scale) in [(.webp, 1), (.heic, 257), (.avif, 257)] as [(ImageFormat, Int)] {
      let samples = try found.fitted(to: format, background: .white).image.samples()
      let wanted = [90, 90, 90, 50].map { $0 * scale }
      #expect(areNear(samples, wanted, within: scale), "\(samples)")
    }
  }

  // MARK: Transparency on to formats without it

  static let blue = RGBColor(red: 0, green: 0, blue: 255)
  static let grounds: [(colour: [UInt8], ground: RGBColor, wanted: [Int])] = [
    ([255, 0, 0, 0], .white, [255, 255, 255]), ([255, 0, 0, 255], .white, [255, 0, 0]),
    ([255, 0, 0, 128], .white, [255, 127, 127]), ([255, 0, 0, 0], blue, [0, 0, 255]),
    ([255, 0, 0, 128], blue, [128, 0, 127]), ([40, 0], .white, [255]), ([40, 255], .white, [40]),
    ([40, 0], RGBColor(red: 9, green: 9, blue: 9), [9]), ([40, 0], blue, [0, 0, 255]),
    ([40, 255], blue, [40, 40, 40]),
  ]

  @Test(
    "transparent places are laid over the background where a format has none", arguments: grounds)
  func flattened(colour: [UInt8], ground: RGBColor, wanted: [Int]) throws {
    let flat = try picture(colour, nil).fitted(to: .jpeg, background: ground)
    #expect(try areNear(flat.image.colour(1, 1), wanted, within: 1))
    #expect(!flat.image.hasAlpha)
  }

  @Test("so are those of 16 bits", arguments: grounds)
  func flattenedDeep(colour: [UInt8], ground: RGBColor, wanted: [Int]) throws {
    let image = try Pictures.deep(
      colour.map { Int($0) * 257 }, width: 1, height: 1, bands: colour.count)
    let flat = try ColouredPicture(image, meaning: .untagged).fitted(to: .jpeg, background: ground)
    #expect(try areNear(flat.image.samples(), wanted, within: 1))
  }

  @Test(
    "formats with transparency keep it",
    arguments: [.png, .webp, .heic, .avif] as [ImageFormat])
  func keptTransparency(format: ImageFormat) throws {
    let found = try picture([255, 0, 0, 128], nil).fitted(to: format, background: Self.blue)
    #expect(try found.image.colour(0, 0) == [255, 0, 0, 128])
  }

  @Test("the background is an sRGB colour whatever the picture's profile is")
  func profiledGround() throws {
    let ground = RGBColor(red: 200, green: 40, blue: 40)
    let flat = try picture([0, 0, 0, 0], p3()).fitted(to: .jpeg, background: ground)
    #expect(try areNear(flat.image.colour(1, 1), [184, 56, 49], within: 2))
    #expect(flat.profile != nil)
    let white = try picture([0, 0, 0, 0], p3()).fitted(to: .jpeg, background: .white)
    #expect(try white.image.colour(1, 1) == [255, 255, 255])
  }

  @Test("gray with a profile of its own gets the background's colour too")
  func profiledGray() throws {
    let flat = try picture([40, 0], Profiles.gray).fitted(to: .jpeg, background: Self.blue)
    #expect(try flat.image.colour(1, 1) == [0, 0, 255])
    #expect(flat.profile == nil)
  }

  @Test("inks with transparency become colours over the background")
  func transparentInks() throws {
    let flat = try picture([0, 0, 0, 255, 0], nil, .cmyk).fitted(to: .jpeg, background: Self.blue)
    #expect(try flat.image.colour(1, 1) == [0, 0, 255])
  }
}
