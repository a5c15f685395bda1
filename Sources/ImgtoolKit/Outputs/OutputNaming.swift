package import Formats
package import Posix

/// Where each output of a run goes, and what it is called.
package struct OutputNaming: Sendable {
  private let place: OutputPlace
  private let template: NameTemplate
  private let command: String
  private let max: String
  private let keepsFolders: Bool

  /// The names of a command's outputs.
  ///
  /// - Parameters:
  ///   - place: Where they go.
  ///   - template: How they are called, unless the place says it.
  ///   - command: The value of `{command}`.
  ///   - max: The value of `{max}`.
  ///   - keepsFolders: Whether what was found below a folder keeps its sub-folders, whatever the template says.
  package init(
    _ place: OutputPlace, template: NameTemplate, command: String, max: String = "",
    keepsFolders: Bool = true
  ) {
    self.keepsFolders = keepsFolders
    self.place = place
    self.template = template
    self.command = command
    self.max = max
  }

  /// Whether both lead to one place, and call their outputs alike but for the value of `{max}`.
  func isAlike(_ other: OutputNaming) -> Bool {
    place == other.place && template == other.template && command == other.command
  }

  /// The folder that outputs go into; nil where each input or option has its own.
  package var folder: FilePath? {
    if case .folder(let folder) = place { folder } else { nil }
  }

  /// Whether there is room for one output alone.
  package var holdsOne: Bool { place == .standardOutput }

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
  ///   - picture: Which of the input's pictures it is, counted from 0; from the second on, its number
  ///     stands behind the stem: `STEM-2.EXT`.
  ///   - format: The output's format.
  ///   - size: The output's size in pixels; anything where `needsSize` is false.
  /// - Returns: The path to write; for `--in-place` that of the file behind all links, with the extension
  ///   changed where it does not fit the format.
  /// - Throws: `write-failed` where there is no usable name, `unsupported` where a link would lead
  ///   nowhere afterwards, and what reading a link fails with.
  package func output(
    for input: Input, picture: Int = 0, format: ImageFormat, size: PixelSize = .zero
  ) throws(FileError) -> FilePath {
    switch place {
    case .standardOutput: return "-"
    case .file(let path):
      return try Self.numbered(path, picture, before: path.pathExtension ?? "")
    case .inPlace: return try Self.replacement(of: input, format: format)
    case .folder(let folder):
      let name = try name(for: input, picture, format, size)
      return keepsFolders
        ? folder.appending(input.subfolder).appending(name) : folder.appending(name)
    case .beside:
      let name = try name(for: input, picture, format, size)
      // `a.jpg` stays without a folder, `./a.jpg` keeps its own.
      return input.path.bytes.contains(UInt8(ascii: "/")) ? input.path.folder.appending(name) : name
    }
  }

  private func name(
    for input: Input, _ picture: Int, _ format: ImageFormat, _ size: PixelSize
  ) throws(FileError) -> FilePath {
    let ext = format.fileNameExtension
    var fields = NameFields(stem: input.stem, ext: ext, max: max, size: size, command: command)
    fields.folders = input.subfolder
    let name = try template.name(fields)
    return try Self.numbered(name, picture, before: FilePath(ext))
  }

  /// The path with a picture's number before its extension, or at its end where it has another one.
  private static func numbered(
    _ path: FilePath, _ picture: Int, before ext: FilePath
  ) throws(FileError) -> FilePath {
    guard picture > 0 else { return path }
    let end = [UInt8(ascii: ".")] + ext.bytes
    let isThere = path.bytes.suffix(end.count).elementsEqual(end)
    let stem = isThere ? path.bytes.dropLast(end.count) : path.bytes[...]
    let numbered = FilePath(bytes: stem + Array("-\(picture + 1)".utf8) + (isThere ? end : []))
    try NameTemplate.check(numbered.name)
    return numbered
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
    try checkIsInTree(target, input)
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

  /// Refuses a file that was found in a folder which is a link by now: what lies behind it was not named.
  private static func checkIsInTree(_ target: FilePath, _ input: Input) throws(FileError) {
    guard let root = input.root, let folder = try? FileSystem.realPath(root),
      folder.appending(input.subfolder) != target.folder,
      (try? FileStatus(of: input.path, followingLinks: false))?.kind != .link
    else { return }
    throw FileError(
      .writeFailed,
      "\(input.path.folder) has become a link meanwhile, and what is behind it is left alone")
  }
}
