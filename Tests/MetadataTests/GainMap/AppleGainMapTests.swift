import Foundation
import Testing

@testable import Metadata

@Suite("Apple's gain maps in the terms of ISO 21496-1")
struct AppleGainMapTests {
  private func stored(_ xmp: String? = nil, _ exif: [UInt8]? = nil) throws -> StoredGainMap {
    let document = try xmp.map { try XMPDocument(GainMapSamples.apple($0)) }
    return try AppleGainMap.stored(xmp: document, exif: exif)
  }

  @Test(
    "the headroom follows from two fields of the maker note",
    arguments: [
      (843, 8, 1.64), (843, 20, 1.599), (1686, 6, 2.58), (1686, 20, 2.297), (0, 0, 1.8),
    ])
  func makerNote(first: Int32, second: Int32, stops: Double) throws {
    let exif = GainMapSamples.appleEXIF([(0x21, first, 1000), (0x30, second, 1000)])
    let map = try stored(nil, exif)
    #expect(abs(map.metadata.alternateHeadroom - stops) < 0.0011)
    #expect(map.form == .apple)
  }

  @Test("one field is enough")
  func oneField() throws {
    let first = try stored(nil, GainMapSamples.appleEXIF([(0x21, 22307, 25388)]))
    #expect(abs(first.metadata.headroom - exp2(1.8)) < 1e-9)
    let second = try stored(nil, GainMapSamples.appleEXIF([(0x30, 1, 1000)]))
    #expect(abs(second.metadata.headroom - exp2(1.78)) < 1e-9)
  }

  @Test("the headroom in the map's XMP counts before the maker note")
  func xmp() throws {
    let map = try stored(
      """
      <HDRGainMap:HDRGainMapVersion>131072</HDRGainMap:HDRGainMapVersion>
      <HDRGainMap:HDRGainMapHeadroom>4</HDRGainMap:HDRGainMapHeadroom>
      """, GainMapSamples.appleEXIF([(0x21, 1, 1)]))
    #expect(map.metadata.alternateHeadroom == 2)
    #expect(map.metadata.channels.map(\.maximum) == [2])
  }

  @Test("samples become light by BT.709, and the logarithm's share of 1 + (headroom - 1) × light")
  func curve() throws {
    let map = try stored("<HDRGainMap:HDRGainMapHeadroom>4</HDRGainMap:HDRGainMapHeadroom>")
    let curve = try #require(map.curve)
    #expect(curve.count == 256)
    #expect(curve[0] == 0)
    #expect(curve[255] == 1)
    #expect(zip(curve, curve.dropFirst()).allSatisfy { $0 < $1 })
    // The light of 128/255 is 0.2614: 1 + 3 × 0.2614 = 1.784.
    #expect(abs(exp2(curve[128] * 2) - 1.784) < 0.001)
    // Below 0.081 the function is a straight line.
    #expect(abs(exp2(curve[10] * 2) - (1 + 3 * 10.0 / 255 / 4.5)) < 1e-9)
  }

  @Test("without a headroom anywhere nothing is known of the map")
  func missing() {
    for exif in [nil, [], EXIFBuilder.camera().build().bytes, GainMapSamples.appleEXIF([])] {
      #expect(throws: GainMapFlaw.metadataMissing) {
        _ = try stored("<HDRGainMap:HDRGainMapVersion>65536</HDRGainMap:HDRGainMapVersion>", exif)
      }
    }
  }

  @Test("a headroom that is none is damage", arguments: ["nan", "inf", "-2", "much", "", "1e30"])
  func damaged(headroom: String) {
    #expect(throws: GainMapFlaw.metadataDamaged) {
      _ = try stored("<HDRGainMap:HDRGainMapHeadroom>\(headroom)</HDRGainMap:HDRGainMapHeadroom>")
    }
  }

  @Test("a headroom of 1 brightens nothing, whoever states it")
  func noEffect() {
    #expect(throws: GainMapFlaw.noEffect) {
      _ = try stored("<HDRGainMap:HDRGainMapHeadroom>1</HDRGainMap:HDRGainMapHeadroom>")
    }
    #expect(throws: GainMapFlaw.noEffect) {
      _ = try stored(nil, GainMapSamples.appleEXIF([(0x21, 0, 1), (0x30, 100, 1)]))
    }
  }

  @Test("a denominator of 0 is as good as no field")
  func zeroDenominator() {
    #expect(throws: GainMapFlaw.metadataMissing) {
      _ = try stored(nil, GainMapSamples.appleEXIF([(0x21, 1, 0), (0x30, 1, 0)]))
    }
  }

  @Test("a maker note that is cut anywhere makes no trouble")
  func cut() throws {
    let exif = GainMapSamples.appleEXIF([(0x21, 1, 1), (0x30, 1, 1000)])
    for count in exif.indices {
      _ = try? stored(nil, Array(exif[..<count]))
    }
    #expect(try stored(nil, exif).metadata.headroom > 1)
  }
}
