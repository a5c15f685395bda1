import Formats
import Testing

@Suite("Damaged HEIF")
struct HEIFDamageTests {
  /// What is wrong, and a file with it.
  private static let damaged: [(String, HEIFBuilder)] = {
    func broken(_ change: (inout HEIFBuilder) -> Void) -> HEIFBuilder {
      var builder = HEIFBuilder.picture()
      change(&builder)
      return builder
    }
    let grid = { (inputs: [Int]) in
      broken {
        $0.items = [.grid(9, rows: 2, columns: 2, 100, 100), .picture(1, 64, 64)]
        $0.primary = 9
        $0.references = [("dimg", 9, inputs)]
      }
    }
    return [
      ("no primary item", broken { $0.primary = nil }),
      ("a primary item that isn't there", broken { $0.primary = 7 }),
      ("another handler", broken { $0.handler = "vide" }),
      ("no size", broken { $0.items[0].properties.removeLast() }),
      ("no codec configuration", broken { $0.items[0].properties.removeFirst() }),
      ("a size of 0", .picture(0, 64)), ("a size of millions", .picture(15_273_920, 3024)),
      ("a crop by 0", .picture(96, 64, [Property.crop(10, 10, over: 0)])),
      ("an empty crop", .picture(96, 64, [Property.crop(0, 10)])),
      ("a crop that is too large", .picture(96, 64, [Property.crop(97, 64)])),
      ("a turn without an angle", .picture(96, 64, [box("irot")])),
      (
        "no bytes",
        broken {
          $0.items[0].data = []; $0.items[0].pieces = 1
        }
      ),
      ("too few tiles", grid([1])), ("no tiles", grid([])),
      ("a grid of itself", grid([9, 9, 9, 9])),
      (
        "no grid layout",
        broken {
          $0.items = [.init(id: 1, type: "grid", properties: [Property.size(9, 9)], data: [0])]
        }
      ),
    ]
  }()

  @Test("What contradicts itself is called damaged", arguments: damaged.indices)
  func damage(index: Int) throws {
    let (what, builder) = Self.damaged[index]
    let facts = try facts(builder.bytes())
    #expect(facts.kind.imageFormat?.isHEIF == true, "\(what)")
    #expect(facts.state == .damaged, "\(what)")
  }

  @Test("An extent that ends past the file is called truncated")
  func extentPastEnd() throws {
    let bytes = HEIFBuilder.picture().bytes()
    #expect(try facts(Array(bytes.dropLast())).state == .truncated)
    // A media box that ends with the file can't hide it.
    let mediaData = try #require(offset(of: ascii("mdat"), in: bytes))
    let shrunk = patched(bytes, at: mediaData - 4, be32(bytes.count - mediaData + 3))
    #expect(try facts(Array(shrunk.dropLast())).state == .truncated)
  }

  @Test(
    "A table that announces more than it holds is called damaged",
    arguments: [
      "iinf", "iloc", "ipma", "iref",
    ])
  func countsThatLie(type: String) throws {
    var builder = HEIFBuilder.picture()
    builder.isWide = true
    builder.items.append(.picture(2, 8, 8))
    builder.references = [("thmb", 2, [1])]
    let bytes = builder.bytes()
    let start = try #require(offset(of: ascii(type), in: bytes))
    // Behind the type, version and flags: a count, or the head of the first entry.
    let lie = patched(bytes, at: start + (type == "iloc" ? 10 : 8), be32(0x0FFF_FFFF))
    let facts = try facts(lie)
    #expect(facts.kind.imageFormat?.isHEIF == true)
    if type != "iinf" { #expect(facts.state != .sound) }
  }

  @Test("Extents without width in their millions are not gone through")
  func emptyExtents() throws {
    // Version 0, all widths 0: each item's 65,535 extents take no byte.
    let items = (0..<20_000).flatMap { be16($0) + be16(0) + be16(0xFFFF) }
    let bytes =
      fileType("heic", "mif1")
      + fullBox("meta", fullBox("iloc", [0, 0], be16(20_000), items))
    let facts = try facts(bytes)
    #expect(facts.kind == .image(.heic))
    #expect(facts.state == .damaged)
  }

  @Test("Derivations that go round in circles end")
  func circularDerivation() throws {
    var builder = HEIFBuilder()
    builder.items = [
      .init(id: 1, type: "iden", properties: [Property.size(8, 8)]),
      .init(id: 2, type: "iden", properties: [Property.size(8, 8)]),
    ]
    builder.references = [("dimg", 1, [2]), ("dimg", 2, [1])]
    #expect(try facts(builder.bytes()).state == .damaged)
  }

  @Test("Boxes inside boxes without end are not followed")
  func deepNesting() throws {
    var nested: [UInt8] = []
    for _ in 0..<5000 { nested = box("mdia", nested) }
    let bytes = fileType("isom") + box("moov", box("trak", nested))
    #expect(try facts(bytes).kind == .media("mp4"))
  }

  @Test("Garbage behind the last box is no damage")
  func trailingGarbage() throws {
    var builder = HEIFBuilder.picture()
    for garbage in [[0, 0, 0], [UInt8](repeating: 0, count: 64), ascii("SEFT and some more")] {
      builder.after = garbage
      #expect(try facts(builder.bytes()).state == .sound)
    }
  }

  @Test("A sequence without a track that tells is called damaged")
  func sequenceWithoutTrack() throws {
    let facts = try facts(fileType("hevc", "msf1") + box("moov", box("mvhd")))
    #expect(facts.state == .damaged)
  }
}
