internal import CResampling
package import Pixels

/// How a picture is turned to be seen: one of eight ways.
package struct Turn: Sendable, Equatable {
  /// Whether rows become columns, which is done first.
  package private(set) var transposes = false
  /// Whether left and right change places after that.
  package private(set) var mirrors = false
  /// Whether top and bottom do.
  package private(set) var flips = false

  /// Nothing is turned.
  package init() {}

  /// Turns by quarters, anticlockwise, after everything so far.
  package mutating func rotate(quarters: Int) {
    for _ in 0..<(quarters & 3) {
      // A quarter is rows as columns and then top for bottom.
      self = Turn(transposes: !transposes, mirrors: flips, flips: !mirrors)
    }
  }

  /// Lets left and right change places, after everything so far.
  package mutating func mirror() { mirrors.toggle() }

  /// Lets top and bottom change places, after everything so far.
  package mutating func flip() { flips.toggle() }

  fileprivate init(transposes: Bool, mirrors: Bool, flips: Bool) {
    self.transposes = transposes
    self.mirrors = mirrors
    self.flips = flips
  }
}

extension PixelPlane {
  /// The upper left part of this plane, turned.
  ///
  /// - Parameters:
  ///   - turn: How; where it does nothing and the part is all, this plane is the result.
  ///   - width: Samples in a row of the part, before it is turned; nil for all.
  ///   - height: Rows of the part; nil for all.
  /// - Returns: The plane; nil where this one has not one band of 8 bits or is smaller than the part.
  package func turned(_ turn: Turn, width: Int? = nil, height: Int? = nil) -> PixelPlane? {
    let (width, height) = (width ?? self.width, height ?? self.height)
    guard bands == 1, sample == .uint8, (1...self.width).contains(width),
      (1...self.height).contains(height), Int32(exactly: width) != nil,
      Int32(exactly: height) != nil
    else { return nil }
    if turn == Turn(), width == self.width, height == self.height { return self }
    let made = PixelBuffer(uninitialized: width * height) { output in
      buffer.withBytes {
        imgtool_turn_samples(
          turn.inC, $0.bindMemory(to: UInt8.self).baseAddress, self.width, Int32(width),
          Int32(height), output.bindMemory(to: UInt8.self).baseAddress)
      }
    }
    return PixelPlane(
      width: turn.transposes ? height : width, height: turn.transposes ? width : height, bands: 1,
      sample: .uint8, buffer: made)
  }

  /// The plane with rows as columns; nil where it has not one band of 8 bits.
  package func transposed() -> PixelPlane? {
    turned(Turn(transposes: true, mirrors: false, flips: false))
  }
}

extension Turn {
  fileprivate var inC: imgtool_turn {
    imgtool_turn(
      transposes: transposes ? 1 : 0, mirrors: mirrors ? 1 : 0, flips: flips ? 1 : 0)
  }
}
