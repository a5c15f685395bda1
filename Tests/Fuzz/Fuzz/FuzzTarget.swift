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
      FuzzTarget(name: "headers") { look(at: $0, $1, headers) },
      FuzzTarget(name: "metadata") { look(at: $0, $1, metadata) },
      FuzzTarget(name: "exif") { look(at: $0, $1, exif) },
      FuzzTarget(name: "xmp") { look(at: $0, $1, xmp) },
      FuzzTarget(name: "options") { look(at: $0, $1, options) },
      FuzzTarget(name: "cache") { look(at: $0, $1, cache) },
      FuzzTarget(name: "jpeg-planes", look: imgtool_fuzz_jpeg_planes),
      FuzzTarget(name: "jpeg-coefficients", look: imgtool_fuzz_jpeg_coefficients),
      FuzzTarget(name: "resampling", look: imgtool_fuzz_resampling),
    ]
  }

  private static func look(
    at start: UnsafePointer<UInt8>?, _ count: Int, _ body: ([UInt8]) -> Void
  ) -> CInt {
    body(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
  }
}

/// Ends the run, which keeps the input, where something is not as it has to be.
func expect(_ isTrue: Bool, _ what: @autoclosure () -> String) {
  if !isTrue { fatalError(what()) }
}
