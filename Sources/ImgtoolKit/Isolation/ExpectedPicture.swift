internal import Formats
internal import Imaging
internal import Metadata

/// What must be true of a file, whoever made it: known from the recipe and the input's header, which no worker has
/// a say in.
///
/// A worker that was taken over by one picture is given the next ones too. It can still make a bad picture of these,
/// but none of another format, size or direction, none over the budget, and none that tells what was to be left out.
struct ExpectedPicture: Sendable {
  /// The format.
  let format: ImageFormat
  /// The size in pixels, as far as the header tells; zero for a drawing, of which it doesn't.
  let size: PixelSize
  /// What its size is kept to.
  var limit = SizeLimit.unlimited
  /// Whether it may have been scaled down further.
  var mayBeSmaller = false
  /// The most bytes that it may have.
  var mostBytes = Int.max
  /// What was to be kept of the metadata.
  let metadata: MetadataPolicy

  /// What is expected of a planned picture.
  init(_ picture: PlannedPicture, _ recipe: Recipe) {
    self.init(format: picture.format, size: picture.size, metadata: recipe.metadata)
    limit = recipe.size
    mayBeSmaller = recipe.budget != nil
    mostBytes = recipe.budget?.bytes ?? .max
  }

  /// A picture of this format and size.
  init(format: ImageFormat, size: PixelSize, metadata: MetadataPolicy = .all) {
    self.format = format
    self.size = size
    self.metadata = metadata
  }

  /// The same where many sizes and qualities of it are tried, whatever bytes they take.
  var atAnyQuality: ExpectedPicture {
    var copy = self
    (copy.mayBeSmaller, copy.mostBytes) = (true, .max)
    return copy
  }

  /// Whether a file is what is expected, and what is said of it.
  func isMet(by made: Rendering) -> Bool {
    guard made.format == format, hasExpectedSize(made.size), made.bytes.count <= mostBytes else {
      return false
    }
    if !made.isUntouched {
      guard let facts = try? HeaderFacts(reading: MemorySource(made.bytes)),
        (try? Source.format(of: facts)) == made.format, facts.displayedSize == made.size,
        facts.orientation == 1 || format.isHEIF
      else { return false }
    }
    // Who keeps less than everything keeps nothing that is private.
    return metadata == .all || (try? ReadBack.check(made)) != nil
  }

  private func hasExpectedSize(_ found: PixelSize) -> Bool {
    if size.isEmpty { return limit.applied(to: found) == found }
    func isExpected(_ found: Int, _ wanted: Int) -> Bool {
      found <= wanted + Self.tolerance && (mayBeSmaller || found >= wanted - Self.tolerance)
    }
    return isExpected(found.width, size.width) && isExpected(found.height, size.height)
  }

  /// Pixels by which a crop may be rounded otherwise by the library that does it.
  private static let tolerance = 1
}
