/// What three colours of light a picture mixes, by their number in ITU-T H.273 (ISO/IEC 23091-2), 8.1.
struct Primaries {
  /// A place in the CIE 1931 diagram.
  typealias Place = (x: Double, y: Double)

  let name: String
  let red: Place
  let green: Place
  let blue: Place
  let white: Place

  private static let d65: Place = (0.3127, 0.3290)
  private static let c: Place = (0.310, 0.316)

  /// The numbers of H.273, table 2; nil for those that are reserved, unspecified or no colours of
  /// light (10, which is CIE XYZ itself).
  init?(_ number: Int) {
    switch number {
    case 1:
      self.init("BT.709", (0.640, 0.330), (0.300, 0.600), (0.150, 0.060), Self.d65)
    case 4:
      self.init("BT.470 M", (0.67, 0.33), (0.21, 0.71), (0.14, 0.08), Self.c)
    case 5:
      self.init("BT.601 625", (0.64, 0.33), (0.29, 0.60), (0.15, 0.06), Self.d65)
    case 6, 7:
      self.init("BT.601 525", (0.630, 0.340), (0.310, 0.595), (0.155, 0.070), Self.d65)
    case 8:
      self.init("Film", (0.681, 0.319), (0.243, 0.692), (0.145, 0.049), Self.c)
    case 9:
      self.init("BT.2020", (0.708, 0.292), (0.170, 0.797), (0.131, 0.046), Self.d65)
    case 11:
      self.init("DCI-P3", (0.680, 0.320), (0.265, 0.690), (0.150, 0.060), (0.314, 0.351))
    case 12:
      self.init("Display P3", (0.680, 0.320), (0.265, 0.690), (0.150, 0.060), Self.d65)
    case 22:
      self.init("EBU 3213", (0.630, 0.340), (0.295, 0.605), (0.155, 0.077), Self.d65)
    default: return nil
    }
  }

  /// Places that a file states itself: x and y of white, red, green and blue.
  init?(chromaticities values: [Double]) {
    guard values.count == 8 else { return nil }
    func place(_ index: Int) -> Place { (values[2 * index], values[2 * index + 1]) }
    self.init("own primaries", place(1), place(2), place(3), place(0))
  }

  private init(_ name: String, _ red: Place, _ green: Place, _ blue: Place, _ white: Place) {
    self.name = name
    self.red = red
    self.green = green
    self.blue = blue
    self.white = white
  }
}

/// How numbers become light, by their number in ITU-T H.273 (ISO/IEC 23091-2), 8.2.
struct Transfer {
  let name: String
  /// The library's kind of parametric curve: 1 is `X^g`, 4 is `(aX + b)^g` from `d` on and `cX` below.
  let kind: Int32
  /// Its parameters: `g` or `g, a, b, c, d`.
  let parameters: [Double]

  /// The numbers of H.273, table 3; nil for those that are reserved, unspecified, logarithmic, or
  /// relative to no white (16 is PQ, 18 is HLG).
  init?(_ number: Int) {
    switch number {
    case 1, 6, 14, 15:
      // The table has a camera's curve, but no display inverts it: pictures that state it are shown,
      // and were judged by whoever made them, as if they stated sRGB's.
      self.init("BT.709", alpha: 1.055, exponent: 1 / 2.4, slope: 12.92, beta: 0.0031308)
    case 4: self.init("gamma 2.2", exponent: 2.2)
    case 5: self.init("gamma 2.8", exponent: 2.8)
    case 7: self.init("SMPTE 240M", alpha: 1.1115, exponent: 0.45, slope: 4, beta: 0.0228)
    case 8: self.init("linear", exponent: 1)
    case 13:
      self.init("sRGB", alpha: 1.055, exponent: 1 / 2.4, slope: 12.92, beta: 0.0031308)
    default: return nil
    }
  }

  /// A plain power: light is a sample raised to `exponent`.
  init(exponent: Double) {
    self.init("gamma \((exponent * 100).rounded() / 100)", exponent: exponent)
  }

  private init(_ name: String, exponent: Double) {
    self.name = name
    kind = 1
    parameters = [exponent]
  }

  /// The inverse of `α·L^e - (α - 1)` from `β` on and `s·L` below.
  private init(_ name: String, alpha: Double, exponent: Double, slope: Double, beta: Double) {
    self.name = name
    kind = 4
    parameters = [1 / exponent, 1 / alpha, (alpha - 1) / alpha, 1 / slope, slope * beta]
  }
}
