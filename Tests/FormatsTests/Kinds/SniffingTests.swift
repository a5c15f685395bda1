import Formats
import Testing

@Suite("Kinds by bytes")
struct SniffingTests {
  @Test("Each kind is told by its bytes and is sound", arguments: Samples.all)
  func kinds(kind: String, bytes: [UInt8]) throws {
    let facts = try facts(bytes)
    #expect(facts.kind.name == kind)
    #expect(facts.state == .sound)
  }

  @Test("No bytes are empty")
  func empty() throws {
    #expect(try facts([]).kind == .empty)
  }

  @Test(
    "What is no picture is unknown",
    arguments: [
      "\u{1}", "just some text\n", "<!DOCTYPE html><html><svg></svg></html>",
      "<html><body><svg/></body></html>", "{\"svg\": 1}",
      "BM and more text that is no bitmap at all",
      "GIF90a", "RIFF    AVI ", "....ftyp", "....free....moov", "The free ones and more text",
      "....mdat....", "<svgx/>", "<svg", "a %PDF-x",
    ])
  func unknown(text: String) throws {
    #expect(try facts(ascii(text)).kind == .unknown)
  }

  @Test(
    "SVG is told by its root element",
    arguments: [
      "<svg>", "<svg/>", "  \n<svg width='1'>", "<?xml version='1.0'?><svg>",
      "<!-- a > b <html> --><svg>", "<!DOCTYPE svg [<!ENTITY a \"<b>\">]><svg>",
      "<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"x\"><s:svg>", "\u{FEFF}<svg>",
    ])
  func svg(text: String) throws {
    let facts = try facts(ascii(text))
    #expect(facts.kind == .image(.svg))
    #expect(facts.hasAlpha)
  }

  @Test("SVG in UTF-16 is told in either byte order", arguments: [true, false])
  func wideSVG(isBig: Bool) throws {
    let text = "\u{FEFF}<?xml version='1.0'?><!-- ü --><svg>"
    let bytes = text.utf16.flatMap { isBig ? be16(Int($0)) : le16(Int($0)) }
    #expect(try facts(bytes).kind == .image(.svg))
  }

  @Test(
    "PDF's mark stands within the first kilobyte",
    arguments: [(0, true), (900, true), (1100, false)])
  func pdf(offset: Int, isPDF: Bool) throws {
    let bytes = [UInt8](repeating: 0x20, count: offset) + Samples.pdf
    #expect((try facts(bytes).kind == .image(.pdf)) == isPDF)
  }

  @Test("Raw files that are laid out like TIFF go by their own names")
  func raw() throws {
    let dng = Samples.tiff([.long(0xC612, [0x0104_0000])])
    #expect(try facts(dng).kind == .media("dng"))
    let cr2 = ascii("II") + le16(42) + le32(16) + ascii("CR") + [2, 0, 0, 0, 0, 0, 0, 0]
    #expect(try facts(cr2).kind == .media("cr2"))
  }
}
