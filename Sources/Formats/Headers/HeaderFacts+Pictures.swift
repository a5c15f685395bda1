/// One page of a TIFF.
package struct TIFFPage: Sendable, Equatable {
  /// Its place among all directories of the file, reduced versions and masks included, from 0.
  package var index: Int
  /// Where its directory starts.
  package var offset: Int

  /// The page of a directory.
  package init(index: Int, offset: Int) {
    self.index = index
    self.offset = offset
  }
}

extension HeaderFacts {
  /// The most pictures of a file that is read: libraries go through all of them, some once for each.
  package static let mostPictures = 10_000

  /// Whether the file holds more pictures than are read, or says so.
  package var hasTooManyPictures: Bool {
    switch kind {
    case .image(.tiff), .image(.gif), .image(.webp): pictures > Self.mostPictures
    default: separablePictures > Self.mostPictures
    }
  }

  /// How many pictures can be taken out of the file one by one, at least 1.
  ///
  /// Pages of a TIFF, frames of a GIF or WebP, pictures of a HEIF. Of an animated PNG and of a HEIF
  /// image sequence only the first picture can be had.
  package var separablePictures: Int {
    switch kind {
    case .image(.tiff): max(1, pages.count)
    case .image(.gif), .image(.webp): max(1, pictures)
    case .image(.heic), .image(.avif), .image(.heif): 1 + (heif?.others.count ?? 0)
    default: 1
    }
  }

  /// The facts of one of the file's pictures.
  ///
  /// - Parameters:
  ///   - number: Which one, counted from 0: the primary one, then the others in the file's order.
  ///   - source: The file that these facts were read from.
  /// - Returns: Facts like these, of another picture; nil where there is none of that number.
  /// - Throws: What the source throws.
  package func facts(of number: Int, in source: some ByteSource) throws -> HeaderFacts? {
    guard number != picture else { return self }
    guard (0..<separablePictures).contains(number) else { return nil }
    var buffered = BufferedSource(source)
    var facts: HeaderFacts? = self
    switch kind {
    case .image(.tiff): facts = try page(number, in: &buffered)
    case .image(let format) where format.isHEIF: facts = try item(number, in: &buffered)
    // The frames of an animation are shown on one canvas.
    default: break
    }
    facts?.picture = number
    return facts
  }

  private func page(_ number: Int, in source: inout BufferedSource) throws -> HeaderFacts? {
    guard pages.indices.contains(number),
      let header = TIFFHeader(try source.bytes(at: 0, count: 16))
    else { return nil }
    let file = TIFFFile(header)
    guard let directory = try file.directory(at: pages[number].offset, in: &source) else {
      return nil
    }
    var facts = HeaderFacts(kind: kind)
    facts.state = state
    try facts.readPicture(directory, file, &source)
    facts.pictures = pictures
    facts.pages = pages
    return facts
  }

  private func item(_ number: Int, in source: inout BufferedSource) throws -> HeaderFacts? {
    guard let heif, number == 0 || heif.others.indices.contains(number - 1) else { return nil }
    guard number > 0 else { return try Sniffer.facts(of: &source) }
    guard let meta = try ISOFile(&source)?.meta else { return nil }
    let table = try ItemTable(meta, in: &source)
    var picture = try HEIFStructure(table, picture: heif.others[number - 1], in: &source)
    picture.others = heif.others
    picture.sequence = heif.sequence
    var facts = HeaderFacts(kind: kind)
    facts.state = state
    facts.state.note(picture.state)
    try facts.take(picture, in: &source)
    facts.pictures = pictures
    return facts
  }
}
