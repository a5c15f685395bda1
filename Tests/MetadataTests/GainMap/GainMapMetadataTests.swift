import Testing

@testable import Metadata

@Suite("What a gain map means, in the forms that files state it in")
struct GainMapMetadataTests {
  private static let all = [
    GainMapSamples.single, GainMapSamples.triple, GainMapSamples.brightBase,
  ]

  private func flaw(_ read: () throws -> GainMapMetadata) -> GainMapFlaw? {
    do {
      _ = try read()
      return nil
    } catch { return error as? GainMapFlaw }
  }

  // MARK: - ISO 21496-1

  @Test("the binary form says the same when it is read again", arguments: all)
  func binary(metadata: GainMapMetadata) throws {
    #expect(try GainMapMetadata(iso: metadata.isoBytes[...]) == metadata)
    #expect(try GainMapMetadata(toneMap: metadata.toneMapBytes[...]) == metadata)
  }

  @Test("the binary form has 61 bytes for one channel and 141 for three")
  func binarySize() {
    #expect(GainMapSamples.single.isoBytes.count == 61)
    #expect(GainMapSamples.triple.isoBytes.count == 141)
  }

  @Test("three channels that are the same are stated as one")
  func sameChannels() throws {
    var metadata = GainMapSamples.single
    metadata.channels = Array(repeating: metadata.channels[0], count: 3)
    #expect(metadata.isoBytes == GainMapSamples.single.isoBytes)
    #expect(metadata.xmpPacket == GainMapSamples.single.xmpPacket)
  }

  @Test("every number is a fraction of its own, big-endian")
  func fractions() throws {
    let fraction = { (above: Int32, below: UInt32) in big(above) + big(below) }
    let bytes: [UInt8] =
      [0, 0, 0, 5, 0x40] + fraction(0, 1) + fraction(9, 4) + fraction(-1, 2) + fraction(6, 3)
      + fraction(5, 4) + fraction(1, 64) + fraction(1, 64) + [1, 2, 3]
    #expect(try GainMapMetadata(iso: bytes[...]) == GainMapSamples.single)
  }

  @Test("files after drafts state one denominator for all numbers")
  func commonDenominator() throws {
    let numbers: [Int32] = [64, 0, 144, -32, 128, 80, 1, 1]
    let bytes: [UInt8] = [0, 0, 0, 0, 0x48] + numbers.flatMap { big($0) }
    #expect(try GainMapMetadata(iso: bytes[...]) == GainMapSamples.single)
  }

  @Test("a version alone says nothing of a map")
  func versionAlone() {
    #expect(flaw { try GainMapMetadata(iso: [0, 0, 0, 0]) } == .metadataMissing)
  }

  @Test("what is cut anywhere is damaged")
  func cut() {
    let bytes = GainMapSamples.triple.isoBytes
    for count in 5..<bytes.count {
      #expect(flaw { try GainMapMetadata(iso: bytes[..<count]) } == .metadataDamaged, "\(count)")
    }
  }

  @Test("a later form and a later tone map are not guessed at")
  func laterVersions() {
    var bytes = GainMapSamples.single.isoBytes
    bytes[1] = 1
    #expect(flaw { try GainMapMetadata(iso: bytes[...]) } == .metadataDamaged)
    let item = [1] + GainMapSamples.single.isoBytes
    #expect(flaw { try GainMapMetadata(toneMap: item[...]) } == .metadataDamaged)
    #expect(flaw { try GainMapMetadata(toneMap: []) } == .metadataMissing)
  }

  @Test("a denominator of 0 is damage, in each place", arguments: 0..<7)
  func zeroDenominator(place: Int) {
    var bytes = GainMapSamples.single.isoBytes
    bytes.replaceSubrange(9 + 8 * place..<13 + 8 * place, with: [0, 0, 0, 0])
    #expect(flaw { try GainMapMetadata(iso: bytes[...]) } == .metadataDamaged)
  }

  // MARK: - Limits

  @Test(
    "numbers that no picture has are refused",
    arguments: [Double.nan, .infinity, -.infinity, 1e9, -1e9])
  func limits(value: Double) {
    let numbers: [WritableKeyPath<GainMapMetadata, Double>] = [
      \.channels[0].minimum, \.channels[0].maximum, \.channels[0].gamma, \.channels[0].baseOffset,
      \.channels[0].alternateOffset, \.baseHeadroom, \.alternateHeadroom,
    ]
    for number in numbers {
      var metadata = GainMapSamples.single
      metadata[keyPath: number] = value
      #expect(flaw { try metadata.checked() } == .metadataDamaged)
    }
  }

  @Test("a minimum above the maximum, a gamma of 0 and two channels are refused")
  func contradictions() {
    var upsideDown = GainMapSamples.single
    upsideDown.channels[0].minimum = 2.5
    var flat = GainMapSamples.single
    flat.channels[0].gamma = 0
    var two = GainMapSamples.triple
    two.channels.removeLast()
    for metadata in [upsideDown, flat, two] {
      #expect(flaw { try metadata.checked() } == .metadataDamaged)
    }
  }

  @Test("what brightens nothing has no effect")
  func noEffect() {
    var same = GainMapSamples.single
    same.baseHeadroom = same.alternateHeadroom
    let flat = GainMapMetadata(channels: [.init(minimum: 0, maximum: 0)], alternateHeadroom: 2)
    var nearly = GainMapSamples.single
    nearly.baseHeadroom = nearly.alternateHeadroom - 1e-9
    for metadata in [same, flat, nearly] { #expect(flaw { try metadata.checked() } == .noEffect) }
  }

  @Test("the headroom is that of the brighter rendition")
  func headroom() {
    #expect(GainMapSamples.brightBase.headroom == 4)
    let other = GainMapMetadata(channels: [.init(minimum: 0, maximum: 1)], alternateHeadroom: 3)
    #expect(other.headroom == 8)
  }

  // MARK: - XMP

  @Test("the properties say the same when they are read again", arguments: all)
  func properties(metadata: GainMapMetadata) throws {
    var expected = metadata
    // XMP has no word for this.
    expected.usesBaseColours = true
    #expect(try GainMapMetadata(xmp: metadata.xmpPacket) == expected)
  }

  @Test("one value is an attribute, three that differ are an array")
  func arrays() {
    let text = GainMapSamples.triple.xmpPacket.text
    #expect(text.contains("<hdrgm:GainMapMin><rdf:Seq><rdf:li>0</rdf:li><rdf:li>-1</rdf:li>"))
    #expect(text.contains("hdrgm:HDRCapacityMax=\"3.1\""))
    #expect(GainMapSamples.single.xmpPacket.text.contains("hdrgm:GainMapMin=\"-0.5\""))
  }

  @Test("no number is written with an exponent")
  func digits() {
    let numbers: [(Double, String)] = [
      (0.0000001, "0.0000001"), (-0.0000004, "-0.0000004"), (1 / 64, "0.015625"), (3, "3"),
      (-64, "-64"), (6.64386, "6.64386"), (0.00000001, "0"), (.nan, "0"), (2.99999999, "3"),
    ]
    for (value, text) in numbers { #expect(GainMapNumber(value).text == text) }
  }

  @Test("what is not stated has Adobe's defaults")
  func defaults() throws {
    let packet = GainMapSamples.hdrgm("hdrgm:Version=\"1.0\" hdrgm:GainMapMax=\" 3.5 \"")
    let expected = GainMapMetadata(
      channels: [.init(minimum: 0, maximum: 3.5)], baseHeadroom: 0, alternateHeadroom: 1)
    #expect(try GainMapMetadata(xmp: packet) == expected)
  }

  @Test("values stand in attributes, in elements, and in arrays of one or three")
  func placesOfValues() throws {
    let packet = GainMapSamples.hdrgm(
      "hdrgm:Version=\"1.0\" hdrgm:HDRCapacityMax=\"2\"",
      elements: """
        <hdrgm:GainMapMax><rdf:Seq> <rdf:li> 1 </rdf:li><rdf:li>2</rdf:li><rdf:li>+3.0</rdf:li></rdf:Seq>
        </hdrgm:GainMapMax><hdrgm:Gamma>1.5</hdrgm:Gamma>
        <hdrgm:GainMapMin><rdf:Seq><rdf:li>-1</rdf:li></rdf:Seq></hdrgm:GainMapMin>
        """)
    let metadata = try GainMapMetadata(xmp: packet)
    #expect(metadata.channels.map(\.maximum) == [1, 2, 3])
    #expect(metadata.channels.map(\.minimum) == [-1, -1, -1])
    #expect(metadata.channels.map(\.gamma) == [1.5, 1.5, 1.5])
  }

  @Test("the offsets change places where the base is the bright one")
  func brightBase() throws {
    let packet = GainMapSamples.hdrgm(
      """
      hdrgm:Version="1.0" hdrgm:GainMapMax="2" hdrgm:OffsetSDR="0.5" hdrgm:OffsetHDR="0.25"
      hdrgm:HDRCapacityMax="2" hdrgm:BaseRenditionIsHDR="True"
      """)
    #expect(try GainMapMetadata(xmp: packet) == GainMapSamples.brightBase)
  }

  @Test(
    "values that are no numbers, or too few, are damage",
    arguments: [
      "hdrgm:GainMapMax=\"bright\"", "hdrgm:GainMapMax=\"\"", "hdrgm:GainMapMax=\"nan\"",
      "hdrgm:GainMapMax=\"1e400\"", "hdrgm:Gamma=\"0\"", "hdrgm:HDRCapacityMin=\"-1\"",
      "hdrgm:HDRCapacityMin=\"3\" hdrgm:HDRCapacityMax=\"2\"", "hdrgm:BaseRenditionIsHDR=\"2\"",
      "hdrgm:GainMapMin=\"2\" hdrgm:GainMapMax=\"1\"",
    ])
  func damagedProperties(attributes: String) {
    let packet = GainMapSamples.hdrgm("hdrgm:Version=\"1.0\" \(attributes)")
    #expect(flaw { try GainMapMetadata(xmp: packet) } == .metadataDamaged)
  }

  @Test("arrays of two and of none are damage")
  func damagedArrays() {
    for items in ["", "<rdf:li>1</rdf:li><rdf:li>2</rdf:li>"] {
      let packet = GainMapSamples.hdrgm(
        "hdrgm:Version=\"1.0\"",
        elements: "<hdrgm:GainMapMax><rdf:Seq>\(items)</rdf:Seq></hdrgm:GainMapMax>")
      #expect(flaw { try GainMapMetadata(xmp: packet) } == .metadataDamaged)
    }
  }

  @Test("a packet about other things, and one that can't be read, say nothing of a map")
  func otherPackets() {
    for packet in [Samples.xmp(attributes: "xmp:Rating=\"4\""), Array("<x".utf8), []] {
      #expect(flaw { try GainMapMetadata(xmp: packet) } == .metadataMissing)
    }
  }
}
