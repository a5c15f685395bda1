internal import Formats
internal import Imaging
internal import Posix
internal import ResultCache

/// One picture whose header was read: what will be made of it and about what that takes.
struct PlannedPicture: Sendable {
  /// The picture.
  var input: Input { said.input }
  private var said: Said
  /// What its header says; of a known picture the format and the sizes alone.
  var facts: HeaderFacts { said.facts }
  /// Which of the input's pictures it is, counted from 0, where each is made on its own; nil for the
  /// primary one, which then stands for the file.
  private(set) var picture: Int?
  /// What its bytes are.
  var source: ImageFormat { said.source }
  /// The format of the output.
  private(set) var format: ImageFormat
  /// Size of the output in pixels, as far as the header tells.
  private(set) var size: PixelSize
  /// Bytes of the file.
  var bytes: Int { said.bytes }
  /// What the system says of the file; nil for standard input.
  var status: FileStatus? { said.status }
  /// The bytes that came through standard input; nil for files.
  var standardInput: [UInt8]? { said.standardInput }
  /// What it gets of a total; nil where there is none.
  var share: BudgetShare?
  /// What the cache knows of it; nil where the header was read.
  var known: KnownPicture? { said.known }

  /// Reads the header of an input.
  ///
  /// - Throws: `FileError` for what can't be read or is no picture.
  init(_ input: Input, recipe: Recipe, standardInput bytes: [UInt8]?) throws(FileError) {
    let facts: HeaderFacts
    let status: FileStatus?
    if let bytes {
      status = nil
      facts = try FileError.translating { try HeaderFacts(reading: MemorySource(bytes)) }
    } else {
      let file = try FileSource(input.path)
      status = file.status
      facts = try FileError.translating { try HeaderFacts(reading: file) }
    }
    let source: ImageFormat
    do throws(ImagingError) {
      source = try Source.format(of: facts)
    } catch {
      throw FileError(error, stoppedBy: nil)
    }
    said = Said(
      input, facts, source, bytes: bytes?.count ?? status?.size ?? 0, status,
      standardInput: bytes)
    format = recipe.format(for: facts, source: source, fileBytes: said.bytes)
    size = recipe.size.applied(to: facts.displayedSize)
  }

  /// A file that the cache knows, so that it need not be opened to plan with it; nil for any other.
  init?(_ input: Input, knownTo cache: PictureCache) {
    guard !input.isStandardInput,
      let status = input.lookedUp.status ?? (try? FileStatus(of: input.path)),
      status.kind == .file, let known = cache.picture(of: status)
    else { return nil }
    format = known.picture.planned
    size = known.picture.plannedSize
    var facts = HeaderFacts(kind: .image(known.picture.source))
    facts.storedSize = known.picture.storedSize
    facts.displayedSize = known.picture.sourceSize
    said = Said(
      input, facts, known.picture.source, bytes: status.size, status, known: known)
  }

  /// Each picture of the input in turn, the primary one first.
  ///
  /// - Returns: The pictures; a failure in the place of one that can't be found.
  func each(_ recipe: Recipe) -> [Result<PlannedPicture, FileError>] {
    let count = facts.separablePictures
    // More than are read fail once, not each.
    guard count > 1, !facts.hasTooManyPictures else { return [.success(self)] }
    return (0..<count).map { number in
      do throws(FileError) {
        return .success(try picture(number, recipe))
      } catch {
        return .failure(error)
      }
    }
  }

  private func picture(_ number: Int, _ recipe: Recipe) throws(FileError) -> PlannedPicture {
    let found = try FileError.translating {
      try standardInput.map { try facts.facts(of: number, in: MemorySource($0)) }
        ?? facts.facts(of: number, in: FileSource(input.path))
    }
    guard let found else {
      throw FileError(.damaged, "picture \(number + 1) in it can't be found")
    }
    var copy = self
    copy.picture = number
    copy.said = Said(
      input, found, source, bytes: bytes, status, standardInput: standardInput)
    copy.format = recipe.format(for: found, source: source, fileBytes: bytes)
    copy.size = recipe.size.applied(to: found.displayedSize)
    return copy
  }

  /// The recipe for this very picture.
  func recipe(_ recipe: Recipe) -> Recipe {
    var recipe = recipe
    // The name is settled, so the format is.
    recipe.format = .fixed(format)
    recipe.picture = picture
    if let share { recipe.budget = share.budget }
    return recipe
  }

  /// Refuses what the header shows to be broken or too large, and to lose pictures for good.
  func check(_ settings: BatchSettings) throws(FileError) {
    let pictures = facts.pictures + facts.views
    if settings.existing.isInPlace, pictures > 1,
      !settings.recipe.leavesPixels(of: facts, source: source, format: format)
    {
      throw .wouldLosePictures(pictures)
    }
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
    let found =
      known?.picture.warnings
      ?? LossLedger.foreseen(facts, source, to: format, settings.recipe)
    do throws(ImagingError) {
      try Pipeline.refuse(found, settings.refusedLosses)
    } catch {
      throw FileError(error, stoppedBy: nil)
    }
    return found
  }

  /// Peak bytes that making the output is expected to take: little where the cache only has to copy it.
  func memory(_ recipe: Recipe, _ cache: PictureCache?) -> Int {
    if let known, cache?.isThere(known) == true { return known.record.byteCount &* 2 &+ 1_000_000 }
    return MemoryEstimate.bytes(
      facts, source, to: format, size: recipe.size, fileBytes: bytes,
      scores: recipe.scoring != nil)
  }
}

extension PlannedPicture {
  /// What is known of a file: facts are large, and plans of many pictures are passed on often.
  fileprivate final class Said: Sendable {
    let input: Input
    let facts: HeaderFacts
    let source: ImageFormat
    let bytes: Int
    let status: FileStatus?
    let standardInput: [UInt8]?
    let known: KnownPicture?

    init(
      _ input: Input, _ facts: HeaderFacts, _ source: ImageFormat, bytes: Int,
      _ status: FileStatus?, standardInput: [UInt8]? = nil, known: KnownPicture? = nil
    ) {
      self.input = input
      self.facts = facts
      self.source = source
      self.bytes = bytes
      self.status = status
      self.standardInput = standardInput
      self.known = known
    }
  }
}

extension FileError {
  /// The refusal to replace an input by one of its pictures.
  static func wouldLosePictures(_ count: Int) -> FileError {
    FileError(
      .unsupported,
      """
      it holds \(count) pictures, of which --in-place would leave the first alone; \
      -o writes elsewhere
      """)
  }
}
