/// What a PNG's samples mean, as far as it says so by numbers (PNG, third edition, 11.3.2).
package struct PNGColours: Sendable, Equatable {
  /// Primaries and transfer by the code points of ITU-T H.273 (`cICP`); nil where the matrix isn't
  /// that of RGB, which a PNG can't be in.
  package var codePoints: (primaries: Int, transfer: Int)? {
    cicp.map { (Int($0 >> 8), Int($0 & 0xFF)) }
  }
  /// Whether `sRGB` says that it is that.
  package var isSRGB = false
  /// The power that light has to be raised to for a sample (`gAMA`), such as 0.45455.
  package var gamma: Double?
  /// White, red, green and blue as x and y in the CIE 1931 diagram (`cHRM`): 8 numbers.
  package var chromaticities: [Double]?

  private var cicp: UInt16?

  /// Nothing is stated.
  package init() {}

  /// Whether nothing is stated.
  package var isEmpty: Bool { self == PNGColours() }

  /// Reads the payload of a chunk.
  mutating func take(_ type: FourCC, _ reader: ByteReader) {
    var reader = reader
    switch type {
    case "cICP":
      guard let points = reader.read(UInt16.self), reader.read(UInt8.self) == 0 else { return }
      cicp = points
    case "sRGB": isSRGB = true
    case "gAMA":
      if let value = reader.read(UInt32.self), value > 0, value <= Int32.max {
        gamma = Double(value) / 100_000
      }
    case "cHRM":
      let values = (0..<8).compactMap { _ in reader.read(UInt32.self) }
      // A colour without a place is none.
      if values.count == 8, values.allSatisfy({ (1...100_000).contains($0) }) {
        chromaticities = values.map { Double($0) / 100_000 }
      }
    default: break
    }
  }
}
