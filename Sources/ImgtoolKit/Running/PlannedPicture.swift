internal import Formats
internal import Imaging
internal import Posix

/// One input whose header was read: what will be made of it and about what that takes.
struct PlannedPicture: Sendable {
  /// The picture.
  let input: Input
  /// What its header says.
  let facts: HeaderFacts
  /// What its bytes are.
  let source: ImageFormat
  /// The format of the output.
  let format: ImageFormat
  /// Size of the output in pixels, as far as the header tells.
  let size: PixelSize
  /// Bytes of the file.
  let bytes: Int
  /// Modification time of the file; nil for standard input.
  let status: FileStatus?
  /// The bytes that came through standard input; nil for files.
  let standardInput: [UInt8]?

  /// Reads the header of an input.
  ///
  /// - Throws: `FileError` for what can't be read or is no picture.
  init(_ input: Input, recipe: Recipe, standardInput bytes: [UInt8]?) throws(FileError) {
    self.input = input
    standardInput = bytes
    if let bytes {
      status = nil
      self.bytes = bytes.count
      facts = try FileError.translating { try HeaderFacts(reading: MemorySource(bytes)) }
    } else {
      let file = try FileSource(input.path)
      status = file.status
      self.bytes = file.count
      facts = try FileError.translating { try HeaderFacts(reading: file) }
    }
    do throws(ImagingError) {
      source = try Source.format(of: facts)
    } catch {
      throw FileError(error, stoppedBy: nil)
    }
    format = recipe.format.format(for: facts, source: source)
    size = recipe.size.applied(to: facts.displayedSize)
  }

  /// Refuses what the header shows to be broken or too large.
  func check(_ settings: BatchSettings) throws(FileError) {
    do throws(ImagingError) {
      try Source.check(facts, PipelineLimits(maximumPixels: settings.maximumPixels))
    } catch {
      throw FileError(error, stoppedBy: nil)
    }
  }

  /// What will be lost, as far as the header tells.
  ///
  /// - Throws: `FileError` where something of it must not be.
  func foreseenLosses(_ settings: BatchSettings) throws(FileError) -> [PictureWarning] {
    let found = LossLedger.foreseen(facts, source, to: format, settings.recipe)
    do throws(ImagingError) {
      try Pipeline.refuse(found, settings.refusedLosses)
    } catch {
      throw FileError(error, stoppedBy: nil)
    }
    return found
  }

  /// Peak bytes that making the output is expected to take.
  func memory(_ recipe: Recipe) -> Int {
    MemoryEstimate.bytes(facts, source, size: recipe.size, fileBytes: bytes)
  }
}
