package import Formats
package import ImgtoolKit
package import Metadata
package import Posix

/// What one file really is.
package struct Detection: Sendable {
  /// The file as given.
  package let input: FilePath
  /// What its headers say.
  package let facts: HeaderFacts

  /// What is told of its gain map; nil where there is none.
  package let gainMap: GainMapFacts?

  /// The facts of a file.
  package init(_ input: FilePath, _ facts: HeaderFacts, gainMap: GainMapFacts? = nil) {
    self.input = input
    self.facts = facts
    self.gainMap = gainMap
  }

  /// Reads the headers of an input, and only those.
  ///
  /// - Throws: `FileError` for what is missing or can't be read; never for what the bytes are.
  package init(of input: Input) throws(FileError) {
    let source = try input.open()
    let facts = try FileError.translating { try HeaderFacts(reading: source) }
    let gainMap = try FileError.translating { try GainMapFacts(of: source, facts) }
    self.init(input.path, facts, gainMap: gainMap)
  }

  /// Whether it is HEIF of some kind: not by its brand alone, but with a picture or a sequence in it.
  package var isHEIF: Bool {
    guard facts.kind.imageFormat?.isHEIF == true, let heif = facts.heif else { return false }
    return heif.primary != nil || heif.pictures > 0 || heif.sequence != nil
  }
}

extension Detection: Reportable {
  /// Nothing: what is wrong with a file is one of the facts.
  package var warnings: [Message] { [] }
  /// Nothing: whatever the bytes are, that is the answer.
  package var error: FileError? { nil }

  /// `a.heic: heic, hevc, 4032×3024, 8 bits`: the kind, and what else is known.
  package func textLine(isVerbose: Bool) -> Message? {
    let texts = [
      facts.kind.name, facts.codec, facts.sizeText, facts.bitsText, facts.picturesText,
    ]
    let words = texts.compactMap { $0.map { Message($0) } } + facts.marks(name: input, gainMap)
    return "\(input): \(words.joined())"
  }

  /// The facts by name; those that are not known are left out.
  package var json: JSONObject {
    var object = JSONObject()
    object.add("input", .path(input))
    facts.add(to: &object, path: input, gainMap)
    return object
  }
}
