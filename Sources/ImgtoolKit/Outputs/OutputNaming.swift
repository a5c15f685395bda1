package import Formats
package import Posix

/// Where each output of a run goes, and what it is called.
package struct OutputNaming: Sendable {
  private let place: OutputPlace
  private let template: NameTemplate
  private let command: String
  private let max: String

  /// The names of a command's outputs.
  ///
  /// - Parameters:
  ///   - place: Where they go.
  ///   - template: How they are called, unless the place says it.
  ///   - command: The value of `{command}`.
  ///   - max: The value of `{max}`.
  package init(_ place: OutputPlace, template: NameTemplate, command: String, max: String = "") {
    self.place = place
    self.template = template
    self.command = command
    self.max = max
  }

  /// Whether the output's size must be known to name it.
  package var needsSize: Bool {
    switch place {
    case .beside, .folder: template.needsSize
    case .file, .inPlace, .standardOutput: false
    }
  }

  /// The path of an output; `-` for stdout.
  ///
  /// - Parameters:
  ///   - input: What it is made from.
  ///   - format: The output's format.
  ///   - size: The output's size in pixels; anything where `needsSize` is false.
  /// - Returns: The path to write; for `--in-place` that of the file behind all links, with the extension
  ///   changed where it does not fit the format.
  /// - Throws: `write-failed` where there is no usable name, `unsupported` where a link would lead
  ///   nowhere afterwards, and what reading a link fails with.
  package func output(
    for input: Input, format: ImageFormat, size: PixelSize = .zero
  ) throws(FileError) -> FilePath {
    switch place {
    case .standardOutput: return "-"
    case .file(let path): return path
    case .inPlace: return try Self.replacement(of: input, format: format)
    case .folder(let folder):
      return try folder.appending(input.subfolder).appending(name(for: input, format, size))
    case .beside:
      let name = try name(for: input, format, size)
      // `a.jpg` stays without a folder, `./a.jpg` keeps its own.
      return input.path.bytes.contains(UInt8(ascii: "/")) ? input.path.folder.appending(name) : name
    }
  }

  private func name(
    for input: Input, _ format: ImageFormat, _ size: PixelSize
  ) throws(FileError) -> FilePath {
    try template.name(
      NameFields(
        stem: input.stem, ext: format.fileNameExtension, max: max, size: size, command: command))
  }

  private static func replacement(
    of input: Input, format: ImageFormat
  ) throws(FileError) -> FilePath {
    let target: FilePath
    do throws(SystemError) {
      target = try FileSystem.realPath(input.path)
    } catch {
      throw FileError(reading: error)
    }
    guard let found = target.pathExtension?.description.lowercased(),
      !format.fileNameExtensions.contains(found)
    else { return target }
    if let status = try? FileStatus(of: input.path, followingLinks: false), status.kind == .link {
      throw FileError(
        .unsupported,
        """
        it is a link to \(target), whose name would change, and the link would lead nowhere; give \
        that file itself, or an --output
        """)
    }
    let name = FilePath(bytes: target.stem.bytes + Array(".\(format.fileNameExtension)".utf8))
    return target.folder.appending(name)
  }
}
