internal import CommandLineOptions
internal import ImgtoolKit
internal import Posix

/// What a project file asks for; paths start from its folder.
struct Project: Sendable {
  /// Pictures, and what is made of each.
  struct Set: Sendable {
    var inputs: [Glob] = []
    var excluded: [Glob] = []
    /// The folder of the outputs.
    var folder: FilePath = ""
    var make: [MakeOptions] = []
  }

  var sets: [Set] = []
  /// Where the manifest goes; nil for none.
  var manifest: FilePath?
  /// What goes before each path in the manifest's `srcset`; nil for paths from the manifest's folder.
  var prefix: FilePath?
  /// How the build runs, as the options on the command line do; those go over these.
  var running = BuildOptions.Running()

  /// The project that a file's text spells.
  ///
  /// - Throws: `ProjectError` for the first thing that is wrong.
  init(_ bytes: [UInt8]) throws(ProjectError) {
    try Self.keys.read(ProjectText.read(bytes), into: &self)
  }
}

extension Project {
  /// The most bytes of a project file.
  private static let mostBytes = 4 << 20

  /// The project of a file.
  ///
  /// - Throws: `ProjectError` where it can't be read or something in it is wrong.
  init(reading file: FilePath) throws(ProjectError) {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileDescriptor(opening: file, [.read, .nonBlocking]).readAll(
        limit: Self.mostBytes)
    } catch {
      let hint: Message =
        error == .notFound ? "; -f names another project file" : ""
      throw ProjectError("cannot be read: \(error)\(hint)", at: nil)
    }
    try self.init(bytes)
  }

  /// The keys of the file as a whole.
  static var keys: ProjectKeys<Project> {
    ProjectKeys(
      what: "a project",
      keys: [
        ProjectKey(
          "$schema", schema: .described("The schema of this file, for editors.", "string")
        ) { _, value throws(ProjectError) in _ = try value.text("$schema") },
        ProjectKey("sets", isRequired: true, schema: .list(of: setKeys.schema)) {
          project, value throws(ProjectError) in
          for member in try value.members("sets") {
            var set = Set()
            try setKeys.read(member, into: &set)
            project.sets.append(set)
          }
        },
        ProjectKey(
          "manifest",
          schema: .described("A file that gets a list of all inputs and outputs.", "string")
        ) { project, value throws(ProjectError) in project.manifest = try value.path("manifest") },
        ProjectKey(
          "url",
          schema: .described(
            "What goes before each path in the manifest's srcset in place of the way from its folder.",
            "string")
        ) { project, value throws(ProjectError) in project.prefix = try value.text("url") },
      ] + BuildOptions.Running.table.lifted(into: \Project.running).map { ProjectKey($0) },
      elsewhere: names(of: setKeys.keys, "those of a set").merging(
        names(of: makeKeys.keys, "those of a 'make' of a set")
      ) { one, _ in one })
  }

  private static var setKeys: ProjectKeys<Set> {
    ProjectKeys(
      what: "a set",
      keys: [
        ProjectKey("inputs", isRequired: true, schema: .texts("Patterns of the inputs' paths.")) {
          set, value throws(ProjectError) in set.inputs = try value.globs("inputs")
        },
        ProjectKey("exclude", schema: .texts("Patterns of paths that are left out.")) {
          set, value throws(ProjectError) in set.excluded = try value.globs("exclude")
        },
        ProjectKey(
          "to", isRequired: true, schema: .described("The folder of the outputs.", "string")
        ) { set, value throws(ProjectError) in set.folder = try value.path("to") },
        ProjectKey("make", isRequired: true, schema: .list(of: makeKeys.schema)) {
          set, value throws(ProjectError) in
          for member in try value.members("make") {
            var make = MakeOptions()
            try makeKeys.read(member, into: &make)
            try make.check(at: member.place)
            set.make.append(make)
          }
        },
      ],
      elsewhere: names(of: makeKeys.keys, "those of a 'make'").merging(
        names(
          of: BuildOptions.Running.table.map { ProjectKey($0) },
          "those of the project, outside its sets")
      ) { one, _ in one })
  }

  private static var makeKeys: ProjectKeys<MakeOptions> {
    ProjectKeys(
      what: "a 'make'", keys: MakeOptions.table.map { ProjectKey($0) },
      elsewhere: names(
        of: BuildOptions.Running.table.map { ProjectKey($0) },
        "those of the project, outside its sets"))
  }

  private static func names<Values>(
    of keys: [ProjectKey<Values>], _ place: String
  ) -> [String: String] {
    Dictionary(keys.map { ($0.name, place) }) { one, _ in one }
  }

  /// The JSON Schema (2020-12) of project files.
  static var schema: JSONObject {
    var root = JSONObject([
      ("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
      ("title", .text("A project of \(Program.name) build")),
    ])
    for (key, value) in keys.schema.members { root.add(key, value) }
    return root
  }
}

extension MakeOptions {
  /// Refuses what several keys together get wrong, and templates that name nothing.
  fileprivate func check(at place: TextPlace) throws(ProjectError) {
    let standard = BudgetOptions()
    let isLadder =
      budget.step != standard.step || budget.minimumQuality != standard.minimumQuality
      || budget.keepsSize
    if budget.limit == nil, isLadder {
      throw ProjectError("'step', 'min-quality' and 'keep-size' need 'under'", at: place)
    }
    let lowest = budget.minimumQuality
    if let quality = pixels.quality, budget.limit != nil, lowest != standard.minimumQuality,
      quality < lowest
    {
      throw ProjectError(
        "'quality' is below 'min-quality', which is \(lowest)", at: place)
    }
    do throws(UsageError) {
      _ = try recipes(in: ".")
    } catch {
      throw ProjectError(error.message, at: place)
    }
  }
}

extension ProjectValue {
  fileprivate func text(_ key: String) throws(ProjectError) -> FilePath {
    guard case .text(let text) = content else {
      throw ProjectError("'\(key)' is a text, not \(kind)", at: place)
    }
    return text
  }

  fileprivate func path(_ key: String) throws(ProjectError) -> FilePath {
    let path = try text(key)
    guard !path.bytes.isEmpty else { throw ProjectError("'\(key)' names nothing", at: place) }
    return path
  }

  fileprivate func members(_ key: String) throws(ProjectError) -> [ProjectValue] {
    guard case .list(let values) = content else {
      throw ProjectError("'\(key)' is a list in brackets, not \(kind)", at: place)
    }
    guard !values.isEmpty else { throw ProjectError("'\(key)' is empty", at: place) }
    return values
  }

  /// Patterns; one alone needs no list.
  fileprivate func globs(_ key: String) throws(ProjectError) -> [Glob] {
    var values = [self]
    if case .list = content { values = try members(key) }
    var globs: [Glob] = []
    for value in values {
      let text = try value.text(key)
      do throws(Glob.Fault) {
        globs.append(try Glob(text.description))
      } catch {
        throw ProjectError("the pattern '\(text)' is wrong: \(error.message)", at: value.place)
      }
    }
    return globs
  }
}

extension JSONObject {
  fileprivate static func described(_ text: Message, _ type: Message) -> JSONObject {
    JSONObject([("description", .text(text)), ("type", .text(type))])
  }

  fileprivate static func texts(_ text: Message) -> JSONObject {
    let one = JSONObject([("type", .text("string"))])
    return JSONObject([
      ("description", .text(text)), ("anyOf", .list([.object(one), .object(list(of: one))])),
    ])
  }

  fileprivate static func list(of member: JSONObject) -> JSONObject {
    JSONObject([
      ("type", .text("array")), ("minItems", .integer(1)), ("items", .object(member)),
    ])
  }
}

extension Project {
  /// Where the manifest goes that a share of the build writes: `manifest.2-of-8.json`, so that shares which see
  /// one folder don't take each other's away; of the whole build where there is no share.
  func manifest(of shard: Shard?) -> FilePath? {
    guard let shard, let manifest else { return manifest }
    let share = "\(shard.number)-of-\(shard.count)"
    let name = manifest.pathExtension.map { "\(manifest.stem).\(share).\($0)" as Message }
    return manifest.folder.appending(
      FilePath(bytes: (name ?? "\(manifest.stem).\(share)").bytes))
  }
}
