package import CommandLineOptions
package import Formats
package import Posix

/// How outputs are named: bytes with fields such as `{stem}` in them.
package struct NameTemplate: Hashable, Sendable {
  /// What a field stands for.
  package enum Field: String, CaseIterable, Sendable {
    /// The input's name without its last extension.
    case stem
    /// The extension of the output's format.
    case ext
    /// The size limit that was asked for: `1920` or `800x600`.
    case max
    /// The output's width in pixels.
    case width
    /// The output's height in pixels.
    case height
    /// The command's name.
    case command
    /// The folders between the base of the input's pattern and the input, for projects alone.
    case path

    /// Those of a command line.
    package static let ofCommands = Set(allCases).subtracting([.path])
  }

  private enum Part: Hashable {
    case literal([UInt8])
    case field(Field)
  }

  private let parts: [Part]

  /// Reads a template; `fields` are those that have a value in this command.
  ///
  /// Slashes make sub-folders. Throws wrong usage for an unknown field, a brace without its partner, and
  /// for a template that leads out of its folder.
  package init(
    parsing template: FilePath, fields: Set<Field> = Field.ofCommands
  ) throws(UsageError) {
    var parts: [Part] = []
    var rest = template.bytes[...]
    while let brace = rest.firstIndex(where: Self.isBrace) {
      parts.append(.literal(Array(rest[..<brace])))
      guard rest[brace] == UInt8(ascii: "{"),
        let end = rest[(brace + 1)...].firstIndex(where: Self.isBrace),
        rest[end] == UInt8(ascii: "}")
      else { throw Self.wrong(template, "a brace has no partner") }
      let name = FilePath(bytes: rest[(brace + 1)..<end])
      guard let field = Field(rawValue: name.description), fields.contains(field) else {
        let names = Field.allCases.filter { fields.contains($0) }.map(\.rawValue)
        let near =
          nearestName(to: name.description, among: names).map { "did you mean {\($0)}? " } ?? ""
        let known = names.map { "{\($0)}" }.joined(separator: " ")
        throw Self.wrong(template, "there is no field {\(name)}; \(near)known are \(known)")
      }
      parts.append(.field(field))
      rest = rest[(end + 1)...]
    }
    self.parts = parts + [.literal(Array(rest))]
    let sample = NameFields(stem: "s", ext: "e", max: "m", size: .zero, command: "c")
    guard (try? name(sample)) != nil else {
      throw Self.wrong(template, "it must name a file below the folder")
    }
  }

  /// The format that the template asks for by an extension of its own; nil where it has none, or none
  /// of an image.
  package var format: ImageFormat? {
    guard case .literal(let end)? = parts.last else { return nil }
    // Whatever stands before it: a name that begins with its only dot has no extension.
    return ImageFormat(extensionOf: FilePath(bytes: [UInt8(ascii: "x")] + end))
  }

  /// Whether the output's size must be known to make a name.
  package var needsSize: Bool { parts.contains(.field(.width)) || parts.contains(.field(.height)) }

  /// The name, or path below the folder, of an output.
  ///
  /// Throws `write-failed` where the fields' values make it no name of a file below the folder, or one
  /// longer than file systems take (255 bytes); a name is never cut.
  package func name(_ values: NameFields) throws(FileError) -> FilePath {
    let path = FilePath(
      bytes: parts.indices.flatMap { index -> [UInt8] in
        switch parts[index] {
        case .literal(let bytes):
          // No folders, no slash after them.
          index > 0 && parts[index - 1] == .field(.path) && values.folders.bytes.isEmpty
            ? Array(bytes.drop { $0 == UInt8(ascii: "/") }) : bytes
        case .field(let field): values[field].bytes
        }
      })
    for component in path.bytes.split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    {
      let name = FilePath(bytes: component)
      guard !name.bytes.isEmpty, name != ".", name != ".." else {
        throw FileError(
          .writeFailed, "'\(path)' is no name for its output; --name gives another one")
      }
      try Self.check(name)
    }
    return path
  }

  /// Throws `write-failed` for a name that is longer than file systems take.
  static func check(_ name: FilePath) throws(FileError) {
    guard name.bytes.count <= 255 else {
      throw FileError(
        .writeFailed,
        "the name of its output would have \(name.bytes.count) bytes, 255 is the most; --name gives a shorter one"
      )
    }
  }

  private static func isBrace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}")
  }

  private static func wrong(_ template: FilePath, _ reason: Message) -> UsageError {
    UsageError("The value '\(template)' is invalid for '--name <template>': \(reason)")
  }
}

/// The values of a template's fields for one output.
package struct NameFields: Hashable, Sendable {
  /// The input's name without its last extension, byte for byte.
  package var stem: FilePath
  /// The extension of the output's format.
  package var ext: String
  /// The size limit that was asked for, empty where the command has none.
  package var max = ""
  /// The output's size in pixels.
  package var size: PixelSize
  /// The command's name.
  package var command: String
  /// The folders between the base of the input's pattern and the input; empty where there are none.
  package var folders: FilePath = ""

  /// The values of these fields.
  package init(stem: FilePath, ext: String, max: String = "", size: PixelSize, command: String) {
    self.stem = stem
    self.ext = ext
    self.max = max
    self.size = size
    self.command = command
  }

  fileprivate subscript(field: NameTemplate.Field) -> FilePath {
    switch field {
    case .stem: stem
    case .ext: FilePath(ext)
    case .max: FilePath(max)
    case .width: FilePath("\(size.width)")
    case .height: FilePath("\(size.height)")
    case .command: FilePath(command)
    case .path: folders
    }
  }
}
