extension HEIFStructure {
  /// What `transforms` do to the primary picture, as one of the eight ways in which EXIF numbers
  /// turns and mirrors (CIPA DC-008, 4.6.5); crops change nothing about it.
  package var orientation: Int {
    // Any chain of them comes to the same as a mirroring of left and right, or none, and then
    // quarters clockwise.
    var isMirrored = false
    var quarters = 0
    for transform in transforms {
      switch transform {
      case .crop: break
      case .rotation(let anticlockwise): quarters -= anticlockwise
      case .mirror(let horizontalAxis):
        isMirrored.toggle()
        quarters = (horizontalAxis ? 2 : 0) - quarters
      }
      quarters &= 3
    }
    return (isMirrored ? [2, 7, 4, 5] : [1, 6, 3, 8])[quarters]
  }
}

extension HeaderFacts {
  /// How stored pixels are turned and mirrored to be shown, 1 to 8, whoever has to do it: HEIF's own
  /// decoder by the container's transforms, or whoever decodes by EXIF's Orientation.
  package var shownOrientation: Int {
    guard let heif, !heif.storedSize.isEmpty, storedSize == heif.storedSize else {
      return orientation
    }
    return heif.orientation
  }
}
