/// How densely pixels are meant to be shown.
package struct PixelDensity: Sendable, Equatable {
  /// What the numbers count pixels along.
  package enum Unit: Sendable, Equatable {
    /// Nothing: the numbers only give the shape of a pixel.
    case none
    case inch, centimetre, metre

    /// How many metres it is; nil for `none`.
    var metres: Double? {
      switch self {
      case .none: nil
      case .inch: 0.0254
      case .centimetre: 0.01
      case .metre: 1
      }
    }
  }

  /// Pixels a unit along a row.
  package var x: UInt32
  /// Pixels a unit along a column.
  package var y: UInt32
  /// The unit.
  package var unit: Unit

  /// The density of these numbers; nil where they say nothing (a zero, or square and no unit).
  package init?(x: UInt32, y: UInt32, unit: Unit) {
    guard x > 0, y > 0, unit != .none || x != y else { return nil }
    self.x = x
    self.y = y
    self.unit = unit
  }

  /// The same density in another unit, rounded and held within 1 to `limit`; unchanged for `none`.
  package func converted(to other: Unit, limit: UInt32) -> PixelDensity {
    var result = self
    var factor = 1.0
    if let from = unit.metres, let to = other.metres {
      factor = to / from
      result.unit = other
    }
    func number(_ value: UInt32) -> UInt32 {
      UInt32(min(max((Double(value) * factor).rounded(), 1), Double(limit)))
    }
    result.x = number(x)
    result.y = number(y)
    return result
  }
}
