import Testing

@testable import Imaging

@Suite("HDRTransfer")
struct HDRTransferTests {
  @Test("code points 16 and 18 are PQ and HLG, all others standard range")
  func codePoints() {
    #expect(HDRTransfer(codePoint: 16) == .pq)
    #expect(HDRTransfer(codePoint: 18) == .hlg)
    for other in [0, 1, 2, 13, 14, 17, 19, -1] { #expect(HDRTransfer(codePoint: other) == nil) }
  }

  // ITU-R BT.2408-7, table 1: signals of PQ for light in cd/m².
  @Test(
    "PQ signals are the light that the standard tells",
    arguments: [(0, 0), (0.5807, 203), (0.7518, 1000), (1, 10_000)] as [(Double, Double)])
  func pq(signal: Double, light: Double) {
    let found = HDRTransfer.pq.linear(signal) * HDRTransfer.diffuseWhite
    #expect(abs(found - light) <= light * 0.002 + 1e-9)
  }

  // ITU-R BT.2100, table 5: the two halves meet at 1/2, and 1 is the brightest light.
  @Test(
    "HLG signals are the scene's light that the standard tells",
    arguments: [(0, 0), (0.25, 0.0625 / 3), (0.5, 1.0 / 12), (0.75, 0.2650), (1, 1)]
      as [(Double, Double)])
  func hlg(signal: Double, light: Double) {
    #expect(abs(HDRTransfer.hlg.linear(signal) - light) < 0.0005)
  }
}

@Suite("ToneCurve")
struct ToneCurveTests {
  @Test("dark and middle light is left as it is")
  func untouched() {
    for level in [0, 0.001, 0.05, 0.1, 0.15] { #expect(ToneCurve.rolledOff(level) == level) }
  }

  @Test("the brightest light becomes white, and so does all above it")
  func peak() {
    for level in [HDRTransfer.peak, 10, 49, 1e9] {
      #expect(abs(ToneCurve.rolledOff(level) - 1) < 1e-9)
    }
  }

  @Test("more light never becomes less, nor brighter than it was, and there is no step")
  func monotonic() {
    let levels = stride(from: 0.0, through: HDRTransfer.peak, by: 0.001)
    var last = 0.0
    for level in levels {
      let found = ToneCurve.rolledOff(level)
      #expect(found >= last && found <= level + 1e-12 && found - last <= 0.00101)
      last = found
    }
  }

  // IEC 61966-2-1.
  @Test(
    "light becomes sRGB's signal",
    arguments: [(0, 0), (0.0031308, 0.040450), (0.214041, 0.5), (1, 1)] as [(Double, Double)])
  func sRGB(light: Double, signal: Double) {
    #expect(abs(ToneCurve.sRGBSignal(light) - signal) < 0.00001)
  }
}
