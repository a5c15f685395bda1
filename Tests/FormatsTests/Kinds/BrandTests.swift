import Formats
import Testing

@Suite("Brands")
struct BrandTests {
  private static let hevc = "hvc1"
  private static let av1 = "av01"

  /// Main brand, compatible brands, codec of the primary item, kind.
  private static let stills: [(String, [String], String, String)] = [
    ("heic", ["mif1", "heic"], hevc, "heic"), ("heix", ["mif1", "heix"], hevc, "heic"),
    ("heim", ["heim"], hevc, "heic"), ("heis", [], hevc, "heic"),
    ("mif1", ["mif1", "heic"], hevc, "heic"), ("mif1", ["miaf", "MiHB"], hevc, "heic"),
    ("mif1", [], hevc, "heic"), ("mif2", ["mif1"], hevc, "heic"),
    ("avif", ["avif", "mif1", "miaf"], av1, "avif"), ("mif1", ["mif1", "avif"], av1, "avif"),
    ("mif1", ["avif", "heic"], hevc, "heic"), ("mif1", ["heic", "avif"], av1, "avif"),
    // The codec that is there decides, not the one that is claimed.
    ("heic", ["heic"], av1, "avif"), ("avif", ["avif"], hevc, "heic"),
    ("heic", ["heic"], "j2k1", "heif"), ("j2ki", ["mif1", "j2ki"], "j2k1", "heif"),
    ("jpeg", ["mif1"], "jpeg", "heif"), ("avci", ["mif1"], "avc1", "heif"),
    ("vvic", ["mif1"], "vvc1", "heif"), ("mif1", ["mif1"], "unci", "heif"),
    ("heic", ["heic"], "zzzz", "heif"),
    // A main brand that nobody knows, or that of the base format.
    ("zzzz", ["mif1", "heic"], hevc, "heic"), ("isom", ["mif1", "heic"], hevc, "heic"),
    ("mp42", ["avif"], av1, "avif"),
    // A main brand of a sequence without one.
    ("hevc", ["heic"], hevc, "heic"), ("avis", ["avif"], av1, "avif"),
  ]

  @Test("A HEIF's kind comes from its brands and its primary item", arguments: stills)
  func still(major: String, compatible: [String], item: String, kind: String) throws {
    var builder = HEIFBuilder.picture(type: item)
    (builder.major, builder.compatible) = (major, compatible)
    #expect(try facts(builder.bytes()).kind.name == kind)
  }

  /// Main brand, compatible brands, handler of the only track, kind.
  private static let films: [(String, [String], String, String)] = [
    ("isom", ["isom", "iso2", "avc1", "mp41"], "vide", "mp4"), ("mp42", [], "vide", "mp4"),
    ("iso5", ["dash"], "vide", "mp4"), ("dash", [], "vide", "mp4"), ("avc1", [], "vide", "mp4"),
    ("qt  ", ["qt  "], "vide", "mov"), ("qt  ", ["qt  ", "heic"], "vide", "mov"),
    ("M4A ", ["mp42"], "soun", "m4a"), ("M4V ", [], "vide", "m4v"), ("M4VH", [], "vide", "m4v"),
    ("3gp5", ["isom"], "vide", "3gp"), ("3gr6", [], "vide", "3gp"), ("3g2a", [], "vide", "3g2"),
    ("f4v ", ["isom"], "vide", "f4v"), ("F4V ", [], "vide", "f4v"),
    ("crx ", ["isom"], "vide", "cr3"),
    ("zzzz", ["zzzz", "3gp4"], "vide", "3gp"), ("zzzz", [], "vide", "mp4"),
    // A film under the brand of a picture is a film.
    ("heic", ["mif1", "heic"], "vide", "mp4"), ("mif1", ["mif1"], "vide", "mp4"),
    ("isom", ["isom", "heic"], "vide", "mp4"),
    // A picture track, or the brand of a sequence, is a sequence.
    ("msf1", ["msf1", "hevc"], "pict", "heics"), ("hevc", ["msf1"], "pict", "heics"),
    ("hevc", ["msf1"], "vide", "heics"), ("heic", ["heic", "hevc"], "pict", "heics"),
  ]

  @Test("A file with a track alone is a film or a sequence", arguments: films)
  func film(major: String, compatible: [String], handler: String, kind: String) throws {
    let bytes =
      box("ftyp", ascii(major), be32(0), compatible.flatMap(ascii)) + Samples.film(handler)
    #expect(try facts(bytes).kind.name == kind)
  }

  @Test(
    "With a picture and a sequence, the main brand decides",
    arguments: [("heic", "heic"), ("mif1", "heic"), ("hevc", "heics"), ("msf1", "heics")])
  func both(major: String, kind: String) throws {
    var builder = HEIFBuilder.picture()
    (builder.major, builder.compatible) = (major, ["mif1", "msf1", "heic", "hevc"])
    builder.after = Samples.film("pict")
    let facts = try facts(builder.bytes())
    #expect(facts.kind.name == kind)
    #expect(facts.isAnimated == (kind == "heics"))
    #expect(facts.pictures == (kind == "heics" ? 4 : 1))
  }

  @Test(
    "A brand with nothing behind it is believed, and called truncated",
    arguments: [
      ("heic", "heic"), ("avif", "avif"), ("mif1", "heif"), ("hevc", "heic"), ("qt  ", "mov"),
      ("mp42", "mp4"),
    ])
  func bare(major: String, kind: String) throws {
    let facts = try facts(fileType(major, "mif1"))
    #expect(facts.kind.name == kind)
    #expect(facts.state == .truncated)
  }

  @Test("Boxes without meaning may stand before ftyp", arguments: ["free", "skip", "wide", "uuid"])
  func boxesBefore(type: String) throws {
    var builder = HEIFBuilder.picture()
    builder.before = box(type, [UInt8](repeating: 0x61, count: 16))
    let facts = try facts(builder.bytes())
    #expect(facts.kind == .image(.heic))
    #expect(facts.state == .sound)
  }

  @Test("Sizes of 64 bits, and a size of 0 for the last box, are read")
  func sizes() throws {
    let large = be32(1) + ascii("free") + be64(24) + be64(0)
    var builder = HEIFBuilder.picture()
    builder.between = large
    builder.after = be32(0) + ascii("free") + [1, 2, 3]
    let facts = try facts(builder.bytes())
    #expect(facts.kind == .image(.heic))
    #expect(facts.state == .sound)
  }

  @Test(
    "Old QuickTime films have no ftyp",
    arguments: [
      Samples.film("vide"), joined(box("wide"), box("mdat", [1, 2, 3]), Samples.film("vide")),
      joined(box("mdat", [1, 2, 3]), Samples.film("vide")),
      joined(box("free", [0]), Samples.film("vide")),
      joined(box("wide"), be32(1000), ascii("mdat"), [1]),
    ] as [[UInt8]])
  func withoutBrands(bytes: [UInt8]) throws {
    #expect(try facts(bytes).kind == .media("mov"))
  }

  @Test(
    "Four letters where a box type would stand prove nothing",
    arguments: [
      joined(be32(1000), ascii("moov"), ascii("text")),
      joined(be32(24), ascii("mdat"), ascii("not a film at all")),
      joined(be32(0x2000_0000), ascii("free text")), joined(be32(8), ascii("ftyp")),
      joined(be32(4), ascii("ftypheic")),
      joined(
        be32(17), ascii("ftyp"), [4, 0, 0x69, 0x63, 0xE6, 0, 0, 0, 0], ascii("   brob")),
    ] as [[UInt8]])
  func lookAlikes(bytes: [UInt8]) throws {
    #expect(try facts(bytes).kind == .unknown)
  }
}
