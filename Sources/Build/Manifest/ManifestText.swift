internal import Checksum
internal import Formats
internal import ImgtoolKit
internal import Posix

/// The manifest as JSON, and back.
extension Manifest {
  /// Raised when a reader of an older one would misunderstand it.
  private static let version = 1

  /// The file, a line for each member.
  ///
  /// - Parameters:
  ///   - path: The manifest's own path.
  ///   - prefix: What goes before each path in `srcset`, such as `/img/`; nil for paths from its folder.
  /// - Returns: The bytes of the file.
  func bytes(at path: FilePath, prefix: FilePath?) -> [UInt8] {
    let references = OutputReferences(from: path.folder, prefix: prefix)
    return Self.file(of: inputs.map { .object($0.json(references)) })
  }

  /// The file of a manifest whose inputs are described so.
  static func file(of inputs: [JSONValue]) -> [UInt8] {
    let root = JSONObject([("version", .integer(version)), ("inputs", .list(inputs))])
    return JSONValue.object(root).indented
  }

  /// The manifest of a file.
  ///
  /// - Throws: `ProjectError` for what no build has written.
  init(reading bytes: [UInt8]) throws(ProjectError) {
    try self.init(reading: ProjectText.read(bytes))
  }

  /// The manifest that a value spells.
  ///
  /// - Throws: `ProjectError` for what no build has written.
  init(reading value: ProjectValue) throws(ProjectError) {
    let root = try ManifestReader(value)
    guard try root.integer("version") == Self.version else {
      throw ProjectError("another version of \(Program.name) wrote this manifest", at: nil)
    }
    var inputs: [Input] = []
    for input in try root.list("inputs") { inputs.append(try Input(input)) }
    self.init(inputs)
  }
}

extension Manifest.Input {
  fileprivate func json(_ references: OutputReferences) -> JSONObject {
    JSONObject([
      ("path", .path(path)), ("sha256", .text("\(digest)")),
      ("width", .integer(size.width)), ("height", .integer(size.height)),
      ("color", color.map { .text(Message($0)) }),
      ("placeholder", placeholder.map { .text(Message($0)) }),
      ("outputs", .list(outputs.map { .object($0.json) })),
      ("srcset", .object(references.candidates(of: outputs))),
    ])
  }

  fileprivate init(_ reader: ManifestReader) throws(ProjectError) {
    var outputs: [Manifest.Output] = []
    for output in try reader.list("outputs") { outputs.append(try Manifest.Output(output)) }
    self.init(
      path: try reader.text("path"), digest: try reader.digest("sha256"), size: try reader.size(),
      color: try reader.optional("color")?.description,
      placeholder: try reader.optional("placeholder")?.description, outputs: outputs)
  }
}

extension Manifest.Output {
  fileprivate var json: JSONObject {
    JSONObject([
      ("path", .path(path)), ("width", .integer(size.width)), ("height", .integer(size.height)),
      ("format", .text(Message(format.rawValue))), ("bytes", .integer(bytes)),
      ("sha256", .text("\(digest)")), ("quality", quality.map { .integer($0) }),
      ("recipe", .text(Message(recipe))),
    ])
  }

  fileprivate init(_ reader: ManifestReader) throws(ProjectError) {
    guard let format = ImageFormat(rawValue: try reader.text("format").description) else {
      throw ProjectError("this format is unknown", at: reader.place)
    }
    self.init(
      path: try reader.text("path"), size: try reader.size(), format: format,
      bytes: try reader.integer("bytes"), digest: try reader.digest("sha256"),
      quality: reader.has("quality") ? try reader.integer("quality") : nil,
      recipe: try reader.text("recipe").description)
  }
}

/// An object of a manifest, member by member.
private struct ManifestReader {
  let place: TextPlace
  private let members: [ProjectValue.Member]

  init(_ value: ProjectValue) throws(ProjectError) {
    guard case .object(let members) = value.content else {
      throw ProjectError("an object is expected, not \(value.kind)", at: value.place)
    }
    place = value.place
    self.members = members
  }

  func has(_ name: String) -> Bool { members.contains { $0.name == name } }

  private func content(_ name: String) throws(ProjectError) -> ProjectValue.Content {
    guard let member = members.first(where: { $0.name == name }) else { throw missing(name) }
    return member.value.content
  }

  private func missing(_ name: String) -> ProjectError {
    ProjectError("'\(name)' is missing or is none", at: place)
  }

  func list(_ name: String) throws(ProjectError) -> [ManifestReader] {
    guard case .list(let values) = try content(name) else { throw missing(name) }
    var readers: [ManifestReader] = []
    for value in values { readers.append(try ManifestReader(value)) }
    return readers
  }

  func integer(_ name: String) throws(ProjectError) -> Int {
    guard case .number(let text) = try content(name), let number = Int(text), number >= 0 else {
      throw missing(name)
    }
    return number
  }

  func text(_ name: String) throws(ProjectError) -> FilePath {
    guard case .text(let text) = try content(name) else { throw missing(name) }
    return text
  }

  func optional(_ name: String) throws(ProjectError) -> FilePath? {
    has(name) ? try text(name) : nil
  }

  func size() throws(ProjectError) -> PixelSize {
    PixelSize(width: try integer("width"), height: try integer("height"))
  }

  func digest(_ name: String) throws(ProjectError) -> ContentDigest {
    guard let digest = ContentDigest(hexadecimal: try text(name).bytes) else {
      throw missing(name)
    }
    return digest
  }
}
