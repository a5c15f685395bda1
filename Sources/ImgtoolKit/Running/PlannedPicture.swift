internal import Formats
internal import Imaging
internal import Posix
internal import ResultCache

/// One output of a picture whose header was read: what will be made of it and about what that takes.
struct PlannedPicture: Sendable {
  /// The picture.
  var input: Input { said.input }
  private var said: Said
  /// What is wanted of it.
  private(set) var wanted: WantedOutput
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
  /// What the cache knows of it; nil where that has to be found out.
  private(set) var known: KnownPicture?

  /// All outputs of the picture, as far as they differ; `wanted` is the first of them.
  func all(_ outputs: [WantedOutput]) -> [PlannedPicture] {
    guard outputs.count > 1 else { return [self] }
    return outputs.map { wanted in
      var picture = with(wanted)
      picture.known = status.flatMap { wanted.cache?.picture(of: $0) }
      return picture
    }.distinct
  }

  /// The output without a comparison, where nobody will see what it comes to.
  var unscored: PlannedPicture {
    var recipe = wanted.recipe
    recipe.scoring = nil
    return with(wanted.with(recipe))
  }

  /// Another output of the picture.
  private func with(_ wanted: WantedOutput) -> PlannedPicture {
    var copy = self
    copy.wanted = wanted
    copy.format = wanted.recipe.format(for: facts, source: source, fileBytes: bytes)
    copy.size = wanted.recipe.size.applied(to: facts.displayedSize)
    return copy
  }

  /// Reads the header of an input.
  ///
  /// - Throws: `FileError` for what can't be read or is no picture.
  init(
    _ input: Input, _ wanted: WantedOutput, standardInput bytes: [UInt8]?
  ) throws(FileError) {
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
    self.wanted = wanted
    format = wanted.recipe.format(for: facts, source: source, fileBytes: said.bytes)
    size = wanted.recipe.size.applied(to: facts.displayedSize)
  }

  /// The outputs of a file of which the cache knows each, so that it need not be opened to plan with it; nil
  /// for any other.
  static func known(_ input: Input, _ outputs: [WantedOutput]) -> [PlannedPicture]? {
    guard !input.isStandardInput, outputs.contains(where: { $0.cache != nil }),
      let status = input.lookedUp.status ?? (try? FileStatus(of: input.path)),
      status.kind == .file
    else { return nil }
    let found = outputs.map { $0.cache?.picture(of: status) }
    guard let any = found.lazy.compactMap({ $0?.picture }).first else { return nil }
    var facts = HeaderFacts(kind: .image(any.source))
    facts.storedSize = any.storedSize
    facts.displayedSize = any.sourceSize
    let said = Said(input, facts, any.source, bytes: status.size, status)
    var pictures: [PlannedPicture] = []
    for (wanted, known) in zip(outputs, found) {
      // What is one with another output was never made, and yet has a format.
      guard let format = known?.picture.planned ?? wanted.recipe.format.fixed else { return nil }
      pictures.append(PlannedPicture(said, wanted, format, known))
    }
    let distinct = pictures.distinct
    return distinct.allSatisfy { $0.known != nil } ? distinct : nil
  }

  private init(
    _ said: Said, _ wanted: WantedOutput, _ format: ImageFormat, _ known: KnownPicture?
  ) {
    self.said = said
    self.wanted = wanted
    self.format = format
    self.known = known
    size = known?.picture.plannedSize ?? wanted.recipe.size.applied(to: said.facts.displayedSize)
  }

  /// Each picture of the input in turn, the primary one first.
  ///
  /// - Returns: The pictures; a failure in the place of one that can't be found.
  func each() -> [Result<PlannedPicture, FileError>] {
    let count = facts.separablePictures
    // More than are read fail once, not each.
    guard count > 1, !facts.hasTooManyPictures else { return [.success(self)] }
    return (0..<count).map { number in
      do throws(FileError) {
        return .success(try picture(number))
      } catch {
        return .failure(error)
      }
    }
  }

  private func picture(_ number: Int) throws(FileError) -> PlannedPicture {
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
    return copy.with(wanted)
  }

  /// Whether both are made of the same picture of the same input.
  func isOfOnePicture(with other: PlannedPicture) -> Bool { said === other.said }

  /// The recipe for this very picture.
  var recipe: Recipe {
    var recipe = wanted.recipe
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
      !wanted.recipe.leavesPixels(of: facts, source: source, format: format)
    {
      throw .wouldLosePictures(pictures)
    }
    let limits = settings.limits()
    do throws(ImagingError) {
      try source.checkIsTrusted(limits)
      try Source.check(facts, limits)
    } catch {
      throw FileError(error, stoppedBy: nil)
    }
    if source.isDrawing { try checkDrawing(settings) }
  }

  /// What will be lost, as far as the header tells.
  ///
  /// - Throws: `FileError` where something of it must not be.
  func foreseenLosses(_ settings: BatchSettings) throws(FileError) -> [PictureWarning] {
    let found =
      known?.picture.warnings
      ?? LossLedger.foreseen(facts, source, to: format, wanted.recipe)
    do throws(ImagingError) {
      try Pipeline.refuse(found, settings.refusedLosses)
    } catch {
      throw FileError(error, stoppedBy: nil)
    }
    return found
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

    init(
      _ input: Input, _ facts: HeaderFacts, _ source: ImageFormat, bytes: Int,
      _ status: FileStatus?, standardInput: [UInt8]? = nil
    ) {
      self.input = input
      self.facts = facts
      self.source = source
      self.bytes = bytes
      self.status = status
      self.standardInput = standardInput
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
