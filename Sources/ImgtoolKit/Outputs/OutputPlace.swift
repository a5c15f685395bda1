package import CommandLineOptions
package import Formats
package import Posix

/// Where the outputs of a run go.
package enum OutputPlace: Hashable, Sendable {
  /// Beside each input.
  case beside
  /// Into a folder, made if missing; what was found below a folder keeps its sub-folders.
  case folder(FilePath)
  /// Into this one file.
  case file(FilePath)
  /// In place of each input.
  case inPlace
  /// To stdout, as the bytes of the image.
  case standardOutput

  /// The place that `-o` and `--in-place` ask for.
  ///
  /// - Parameters:
  ///   - output: The value of `-o`, nil where it was not given.
  ///   - isInPlace: Whether inputs are to be replaced.
  ///   - found: Everything that the command line led to; failures count as inputs.
  ///   - count: How many outputs are asked for of each input.
  /// - Throws: Wrong usage where one file is to take several inputs or outputs, or where a file is no folder.
  package init(
    output: FilePath?, isInPlace: Bool, found: [FoundInput], outputsOfEach count: Int = 1
  ) throws(UsageError) {
    let isStandardInput = found.contains {
      if case .input(let input) = $0 { input.isStandardInput } else { false }
    }
    guard !isInPlace else {
      guard !isStandardInput else {
        throw UsageError("'--in-place' needs a file, standard input has no place")
      }
      guard count == 1 else {
        throw UsageError("'--in-place' leaves one output of an input, but \(count) are asked for")
      }
      self = .inPlace
      return
    }
    guard let output else {
      if isStandardInput { try Self.requireOne(count, "standard output takes one image") }
      self = isStandardInput ? .standardOutput : .beside
      return
    }
    if output == "-" {
      try Self.requireOne(found, "'--output -' writes one image")
      try Self.requireOne(count, "'--output -' writes one image")
      self = .standardOutput
    } else if Self.namesFolder(output) {
      self = .folder(output)
    } else {
      try Self.requireOne(found, "'--output \(output)' names one file")
      try Self.requireOne(count, "'--output \(output)' names one file")
      self = .file(output)
    }
    try checkIsPossible()
  }

  /// The format that the place asks for by its extension; nil where it asks for none.
  package var format: ImageFormat? {
    if case .file(let path) = self { ImageFormat(extensionOf: path) } else { nil }
  }

  /// Whether `-o` names a folder: one that is there, one with a slash at its end, or any name that is no
  /// image's.
  private static func namesFolder(_ output: FilePath) -> Bool {
    if output.bytes.last == UInt8(ascii: "/") { return true }
    if let there = try? FileStatus(of: output), there.kind == .folder { return true }
    return ImageFormat(extensionOf: output) == nil
  }

  private static func requireOne(_ found: [FoundInput], _ claim: Message) throws(UsageError) {
    guard found.count <= 1 else {
      throw UsageError("\(claim), but there are \(found.count) inputs")
    }
  }

  private static func requireOne(_ outputs: Int, _ claim: Message) throws(UsageError) {
    guard outputs == 1 else {
      throw UsageError(
        "\(claim), but \(outputs) are asked for of each input; '--output' may name a folder")
    }
  }

  private func checkIsPossible() throws(UsageError) {
    switch self {
    case .folder(let path):
      // What is below the first part that is there gets made.
      if let there = try? FileStatus(of: path), there.kind != .folder {
        throw UsageError(
          "'--output \(path)' is a file, not a folder, and its extension is that of no image")
      }
    case .file(let path):
      if let format, !format.canBeWritten {
        throw UsageError("'--output \(path)' asks for \(format.rawValue), which cannot be written")
      }
    case .beside, .inPlace, .standardOutput: break
    }
  }
}
