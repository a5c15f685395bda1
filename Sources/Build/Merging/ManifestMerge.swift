internal import ImgtoolKit
internal import Posix

/// Joins the manifests of several builds of one project, each of which made a share of it.
struct ManifestMerge {
  /// What two manifests say that can't both be.
  struct Conflict: Hashable, Sendable {
    /// The input or output concerned.
    let path: FilePath
    /// The manifest that said something first.
    let first: FilePath
    /// The one that says something else.
    let second: FilePath
    /// What they say differently.
    let message: Message

    /// Both manifests.
    var places: Message { "\(first), \(second)" }
  }

  /// Conflicts in the order in which they were met.
  private(set) var conflicts: [Conflict] = []

  /// An input as one manifest has it, word for word: its `srcset` hangs on where that manifest lies.
  private struct Entry {
    let text: JSONValue
    let input: Manifest.Input
    let file: FilePath
  }

  private var entries: [FilePath: Entry] = [:]
  private var outputs: [FilePath: Entry] = [:]

  /// Takes what a manifest says.
  ///
  /// - Parameters:
  ///   - bytes: The manifest.
  ///   - file: Its own path.
  /// - Throws: `ProjectError` for what no build has written.
  mutating func add(_ bytes: [UInt8], from file: FilePath) throws(ProjectError) {
    let root = try ProjectText.read(bytes)
    let manifest = try Manifest(reading: root)
    let texts = root.members("inputs").map(JSONValue.init)
    let inputs = Dictionary(manifest.inputs.map { ($0.path, $0) }) { one, _ in one }
    for (text, path) in zip(texts, root.members("inputs").map(\.path)) {
      guard let path, let input = inputs[path] else { continue }
      add(Entry(text: text, input: input, file: file))
    }
  }

  private mutating func add(_ entry: Entry) {
    let path = entry.input.path
    if let earlier = entries[path] {
      if let message = entry.input.difference(from: earlier.input) {
        add(path, earlier, entry, message)
      }
      return
    }
    entries[path] = entry
    for output in entry.input.outputs {
      if let earlier = outputs[output.path] {
        add(
          output.path, earlier, entry,
          "it is made of \(earlier.input.path), and of \(path) too")
      } else {
        outputs[output.path] = entry
      }
    }
  }

  private mutating func add(
    _ path: FilePath, _ earlier: Entry, _ later: Entry, _ message: Message
  ) {
    conflicts.append(
      Conflict(path: path, first: earlier.file, second: later.file, message: message))
  }

  /// The joined manifest, sorted as each of them is.
  var bytes: [UInt8] {
    let sorted = entries.values.sorted { $0.input.path < $1.input.path }
    return Manifest.file(of: sorted.map(\.text))
  }
}

extension Manifest.Input {
  /// How the same input is told of differently in an earlier manifest; nil where it isn't.
  fileprivate func difference(from earlier: Manifest.Input) -> Message? {
    if self == earlier { return nil }
    if digest != earlier.digest { return "its bytes are not the same in both" }
    let others = Dictionary(earlier.outputs.map { ($0.path, $0) }) { one, _ in one }
    for output in outputs {
      guard let other = others[output.path] else { return "\(output.path) is in one of them only" }
      if output != other { return "\(output.path) is not the same in both" }
    }
    if let alone = Set(others.keys).subtracting(outputs.map(\.path)).min() {
      return "\(alone) is in one of them only"
    }
    return "it is not described alike in both"
  }
}

extension ProjectValue {
  /// The values of a list among its members; empty where there is none.
  fileprivate func members(_ name: String) -> [ProjectValue] {
    guard case .list(let values)? = member(name)?.content else { return [] }
    return values
  }

  /// The path that it says it is about.
  fileprivate var path: FilePath? {
    guard case .text(let path)? = member("path")?.content else { return nil }
    return path
  }

  private func member(_ name: String) -> ProjectValue? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.name == name }?.value
  }
}

extension JSONValue {
  /// The same value, to be written; manifests hold whole numbers alone, and no null.
  fileprivate init(_ value: ProjectValue) {
    self =
      switch value.content {
      case .null: .number(.nan)
      case .bool(let value): .bool(value)
      case .number(let text): Int(text).map { .integer($0) } ?? .number(Double(text) ?? .nan)
      case .text(let text): .path(text)
      case .list(let values): .list(values.map(JSONValue.init))
      case .object(let members):
        .object(JSONObject(members.map { ($0.name, JSONValue($0.value)) }))
      }
  }
}
