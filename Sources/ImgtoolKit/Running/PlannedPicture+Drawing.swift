internal import Formats
internal import Posix

extension PlannedPicture {
  /// Whether the cache may keep what is made of it.
  ///
  /// What a drawing comes to hangs on the fonts of the machine too.
  var mayBeCached: Bool { !source.isDrawing }

  /// Whether its bytes are an SVG that writes something, as far as a look tells.
  func mayHoldText(_ bytes: [UInt8]) -> Bool {
    source == .svg && bytes.firstRange(of: Array("<text".utf8)) != nil
  }

  /// Refuses what can't be done with a drawing, whose size is known only when it is opened to be drawn.
  func checkDrawing(_ settings: BatchSettings) throws(FileError) {
    if settings.existing.isInPlace {
      throw FileError(
        .unsupported, "it is a drawing, which --in-place would lose; -o writes elsewhere")
    }
    if wanted.naming.needsSize {
      throw FileError(
        .unsupported, "it is a drawing, whose size is not known yet where outputs are named")
    }
    if settings.total != nil {
      throw FileError(
        .unsupported, "it is a drawing, whose size is not known yet where a total is shared out")
    }
  }
}
