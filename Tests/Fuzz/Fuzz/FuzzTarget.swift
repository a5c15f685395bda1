internal import CFuzz

/// A part of the program that is given inputs of chance, and what has to be true of what it makes of them.
///
/// Traps, sanitizers and libFuzzer's limits of time and memory find the rest.
struct FuzzTarget {
  /// What it is called on the command line.
  let name: String
  /// What libFuzzer calls.
  let look: imgtool_fuzz_target

  /// All targets.
  static var all: [FuzzTarget] {
    [
      FuzzTarget(name: "headers") { give($0, $1, to: headers) },
      FuzzTarget(name: "metadata") { give($0, $1, to: metadata) },
      FuzzTarget(name: "exif") { give($0, $1, to: exif) },
      FuzzTarget(name: "xmp") { give($0, $1, to: xmp) },
      FuzzTarget(name: "gain-maps") { give($0, $1, to: gainMaps) },
      FuzzTarget(name: "options") { give($0, $1, to: options) },
      FuzzTarget(name: "cache") { give($0, $1, to: cache) },
      FuzzTarget(name: "jpeg-planes", look: imgtool_fuzz_jpeg_planes),
      FuzzTarget(name: "jpeg-coefficients", look: imgtool_fuzz_jpeg_coefficients),
      FuzzTarget(name: "resampling", look: imgtool_fuzz_resampling),
    ]
  }
}

private func give(
  _ start: UnsafePointer<UInt8>?, _ count: Int, to look: ([UInt8]) -> Void
) -> CInt {
  look(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

/// Ends the run, which keeps the input, where something is not as it has to be.
func expect(_ isTrue: Bool, _ what: @autoclosure () -> String) {
  if !isTrue { fatalError(what()) }
}
