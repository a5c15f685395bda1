internal import Formats
internal import Imaging

extension [PlannedPicture] {
  /// The outputs of one input, each size and format once.
  ///
  /// Sizes that would be larger than the picture are its own size, and so are all the same. Of outputs that
  /// differ in nothing but how large they might have been, the one with the lowest limit stays: it is the one
  /// whose name says most about the picture.
  var distinct: [PlannedPicture] {
    var kept: [PlannedPicture] = []
    for picture in self {
      guard let twin = kept.firstIndex(where: { $0.makesTheSame(as: picture) }) else {
        kept.append(picture)
        continue
      }
      if picture.wanted.recipe.size.extent < kept[twin].wanted.recipe.size.extent {
        // It stands where it was asked for.
        kept.remove(at: twin)
        kept.append(picture)
      }
    }
    return kept
  }
}

extension PlannedPicture {
  /// Whether another output of the same input is this one once more, but for its name.
  fileprivate func makesTheSame(as other: PlannedPicture) -> Bool {
    guard format == other.format, size == other.size, wanted.naming.isAlike(other.wanted.naming)
    else { return false }
    var recipe = wanted.recipe
    // Of a drawing only the limits are known.
    if !size.isEmpty { recipe.size = other.wanted.recipe.size }
    recipe.format = other.wanted.recipe.format
    return recipe == other.wanted.recipe
  }
}

extension SizeLimit {
  /// The longest edge that it allows, in pixels.
  fileprivate var extent: Int {
    switch self {
    case .unlimited: .max
    case .longEdge(let edge): edge
    case .box(let width, let height): max(width, height)
    }
  }
}
