package import Formats
internal import Imaging
package import ImgtoolKit
package import Metadata
package import Posix

/// What the headers of one picture tell.
package struct PictureInfo: Sendable {
  /// The file as given.
  package let input: FilePath
  /// What its headers say of the pixels.
  package let facts: HeaderFacts
  /// Length in bytes.
  package let bytes: Int
  /// With what, when and where it was taken.
  package var capture = CaptureFacts()
  /// What is told of its gain map; nil where there is none.
  package var gainMap: GainMapFacts?
  /// The name of its colours; nil where they have none.
  package var profile: String?

  /// The facts of a file.
  package init(_ input: FilePath, _ facts: HeaderFacts, bytes: Int) {
    self.input = input
    self.facts = facts
    self.bytes = bytes
  }

  /// Reads an input, of which the parts that hold pixels are left alone.
  ///
  /// - Throws: `FileError` for what is missing, can't be read or is no picture.
  package init(of input: Input) throws(FileError) {
    let source = try input.open()
    let facts = try FileError.translating { try HeaderFacts(reading: source) }
    do throws(ImagingError) {
      _ = try Source.format(of: facts)
    } catch {
      throw FileError(error, stoppedBy: nil)
    }
    self.init(input.path, facts, bytes: source.count)
    let metadata = try FileError.translating { try PictureMetadata(header: facts, of: source) }
    capture = CaptureFacts(exif: metadata.exif)
    gainMap = try FileError.translating { try GainMapFacts(of: source, facts) }
    profile = ProfileName.name(icc: metadata.icc, facts)
  }
}

extension PictureInfo: Reportable {
  /// Nothing: what is wrong with a picture is one of the facts.
  package var warnings: [Message] { [] }
  /// Nothing: there is a picture.
  package var error: FileError? { nil }

  /// The facts in the order of the table, with commas between them.
  package func textLine(isVerbose: Bool) -> Message? {
    "\(input): \(PictureColumn.allCases.compactMap { $0.note(self) }.joined())"
  }

  /// What is worth a word only where it is so.
  var notes: [Message] {
    var notes: [Message] = facts.picturesText.map { [Message($0)] } ?? []
    if facts.shownOrientation > 1 { notes.append("orientation \(facts.shownOrientation)") }
    return notes + facts.marks(name: input, gainMap)
  }

  /// The facts by name; those that are not known are left out.
  package var json: JSONObject {
    var object = JSONObject()
    object.add("input", .path(input))
    facts.add(to: &object, path: input, gainMap)
    object.add("profile", profile.map { .text(Message($0)) })
    object.add("orientation", .integer(facts.shownOrientation))
    object.add("camera", capture.camera.map { .text(Message($0)) })
    object.add("date", capture.date.map { .text(Message($0)) })
    object.add("gps", capture.place.map { .object($0.json) })
    object.add("bytes", .integer(bytes))
    return object
  }
}

extension CaptureFacts.Place {
  /// `{"latitude": …, "longitude": …}`, in degrees.
  fileprivate var json: JSONObject {
    var object = JSONObject()
    // Seven digits are a centimetre; those after them come from sums of fractions.
    object.add("latitude", .number((latitude * 1e7).rounded() / 1e7))
    object.add("longitude", .number((longitude * 1e7).rounded() / 1e7))
    return object
  }
}
