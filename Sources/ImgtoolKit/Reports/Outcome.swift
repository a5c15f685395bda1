internal import CommandLineOptions
package import Formats
package import Imaging
package import Posix

/// What one input of a command that makes pictures came to.
package struct Outcome: Sendable {
  /// How it ended; the words are part of the contract with scripts.
  package enum Status: String, CaseIterable, Sendable {
    /// Made and written.
    case written
    /// Made by an earlier run; its bytes were put in place.
    case cached
    /// The input's own bytes, as nothing had to change.
    case unchanged
    /// Left alone, as something is there already.
    case skipped
    /// Not made; `error` says why.
    case failed
    /// To be made, if this were no dry run.
    case planned
  }

  /// The input as given.
  package let input: FilePath
  /// Where the output is or would be.
  package var output: FilePath?
  /// How it ended.
  package var status: Status
  /// What was to be made; nil where nobody came to that.
  package var recipe: Recipe?
  /// The output's format.
  package var format: ImageFormat?
  /// The input's size as displayed, in pixels.
  package var sourceSize: PixelSize?
  /// The output's size in pixels.
  package var size: PixelSize?
  /// The input's length in bytes.
  package var bytesIn: Int?
  /// The output's length in bytes.
  package var bytesOut: Int?
  /// The encoder quality that was used, 1 to 100.
  package var quality: Int?
  /// Whether the quality was searched for, under a number of bytes.
  package var isQualityFound = false
  /// How much the output looks like the input at its size, 0 to 100; nil where nobody asked.
  package var score: Double?
  /// How often an encoder ran.
  package var encodes = 0
  /// How often a decoder ran.
  package var decodes = 0
  /// How long it took from start to end.
  package var seconds = 0.0
  /// What the user should know although the input did not fail.
  package var notes: [PictureWarning] = []
  /// Why the input failed.
  package private(set) var error: FileError?

  /// An outcome without failure; what is known of it is set afterwards.
  package init(input: FilePath, output: FilePath? = nil, _ status: Status) {
    self.input = input
    self.output = output
    self.status = status
  }

  /// The outcome of a failure.
  package init(input: FilePath, output: FilePath? = nil, failed error: FileError) {
    self.init(input: input, output: output, .failed)
    self.error = error
  }
}

extension Outcome: Reportable {
  /// What is not as it was: all that was lost in one line, anything else in one of its own.
  package var warnings: [Message] {
    let lost = notes.filter { $0.loss != nil }.map { "\($0.name): \($0.message)" }
    let others = notes.filter { $0.loss == nil }.map { Message("\($0.name): \($0.message)") }
    return (lost.isEmpty ? [] : [Message(lost.joined(separator: "; "))]) + others
  }

  /// `a.heic → a-1920.jpg  4032×3024 → 1920×1440  1.9 MB → 412 kB`, nil for a failure.
  package func textLine(isVerbose: Bool) -> Message? {
    guard status != .failed else { return nil }
    var line: Message = output.map { "\(input) → \($0)" } ?? "\(input)"
    for fact in facts + (isVerbose ? effort : []) { line += Message("  " + fact) }
    return line
  }

  /// The record with the members that have a value, always in the same order.
  package var json: JSONObject {
    var object = JSONObject()
    object.add("input", .path(input))
    object.add("output", output.map { .path($0) })
    object.add("status", .text(Message(status.rawValue)))
    object.add("format", format.map { .text(Message($0.rawValue)) })
    object.add("width", size.map { .integer($0.width) })
    object.add("height", size.map { .integer($0.height) })
    object.add("bytes_in", bytesIn.map { .integer($0) })
    object.add("bytes_out", bytesOut.map { .integer($0) })
    object.add("quality", quality.map { .integer($0) })
    object.add("score", score.map { .number($0) })
    object.add("encodes", .integer(encodes))
    object.add("decodes", .integer(decodes))
    object.add("seconds", .number((seconds * 1000).rounded() / 1000))
    object.add("warnings", .list(notes.map(\.name).uniqued.map { .text(Message($0)) }))
    object.add("error", error.map { .object($0.json) })
    return object
  }

  private var facts: [String] {
    var facts: [String] = []
    let sizes = [sourceSize, size].compactMap { $0.map { "\($0.width)×\($0.height)" } }
    if let first = sizes.first, let last = sizes.last {
      facts.append(first == last ? first : "\(first) → \(last)")
    }
    let lengths = [bytesIn, bytesOut].compactMap { $0.map { ByteSize(bytes: $0).description } }
    if !lengths.isEmpty, status != .skipped { facts.append(lengths.joined(separator: " → ")) }
    // Worth a word where it was searched for, not where it was asked for.
    if let quality, isQualityFound { facts.append("quality \(quality)") }
    if let score { facts.append("score \(decimal(score, places: 1))") }
    switch status {
    case .written, .failed: break
    case .cached: facts.append("from cache")
    case .unchanged: facts.append("unchanged")
    case .skipped: facts.append("skipped, is there already")
    case .planned: facts.append("would be written")
    }
    return facts
  }

  private var effort: [String] {
    ["decoded \(decodes)×, encoded \(encodes)×, \(decimal(seconds, places: 3)) s"]
  }
}

extension FileError {
  /// `{"code": …, "message": …}`.
  package var json: JSONObject {
    var object = JSONObject()
    object.add("code", .text(Message(code.rawValue)))
    object.add("message", .text(message))
    return object
  }
}

extension [String] {
  /// The words, each once, in the order in which they first stand.
  fileprivate var uniqued: Self {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
