internal import CommandLineOptions
internal import ImgtoolKit
internal import Posix

/// A key of an object in a project file: how its value is read, and how a schema describes it.
struct ProjectKey<Values>: Sendable {
  let name: String
  let isRequired: Bool
  /// JSON Schema (2020-12) of the value.
  let schema: JSONObject
  /// Writes the value into the object's typed values.
  let read: @Sendable (inout Values, ProjectValue) throws(ProjectError) -> Void

  /// A key with a reader of its own.
  init(
    _ name: String, isRequired: Bool = false, schema: JSONObject,
    read: @escaping @Sendable (inout Values, ProjectValue) throws(ProjectError) -> Void
  ) {
    self.name = name
    self.isRequired = isRequired
    self.schema = schema
    self.read = read
  }

  /// An option of a command under its long name.
  init(_ option: Option<Values>) {
    let info = option.info
    self.init(info.long, schema: info.schema) { values, value throws(ProjectError) in
      if info.placeholder == nil {
        guard case .bool(let isSet) = value.content else {
          throw ProjectError("'\(info.long)' is true or false, not \(value.kind)", at: value.place)
        }
        if isSet { _ = option.set(to: "", in: &values) }
        return
      }
      let text = try value.argument(of: info)
      guard option.set(to: text, in: &values) else {
        throw ProjectError(
          "'\(text)' is no value of '\(info.long)'\(info.hintOnOneLine)", at: value.place)
      }
    }
  }
}

extension ProjectValue {
  /// The value as a command line would have it.
  fileprivate func argument(of info: OptionInfo) throws(ProjectError) -> FilePath {
    switch content {
    case .text(let text): return text
    case .number(let text): return FilePath(text)
    case .list(let values):
      guard case .list = info.form else { break }
      if values.isEmpty { throw ProjectError("'\(info.long)' needs at least one value", at: place) }
      var parts: [[UInt8]] = []
      for value in values {
        switch value.content {
        case .text(let text): parts.append(text.bytes)
        case .number(let text): parts.append(Array(text.utf8))
        default:
          throw ProjectError(
            "a value of '\(info.long)' is a text or a number, not \(value.kind)", at: value.place)
        }
      }
      return FilePath(bytes: Array(parts.joined(separator: [UInt8(ascii: ",")])))
    default: break
    }
    throw ProjectError("'\(info.long)' can't be \(kind)\(info.hintOnOneLine)", at: place)
  }
}

extension OptionInfo {
  /// What is expected, without line breaks.
  fileprivate var hintOnOneLine: String {
    // Choices that a command line's error lists below its sentence.
    guard hint.hasSuffix("following:") || hint.hasSuffix("them:") else { return hint }
    switch completion {
    case .choices(let names), .list(let names):
      return ": one of \(names.joined(separator: ", ")) is expected"
    case .nothing, .file, .folder: return hint
    }
  }

  /// JSON Schema of the option's values in a project file.
  fileprivate var schema: JSONObject {
    var members: [(String, JSONValue?)] = [("description", .text(Message(helpWithDefault)))]
    if placeholder == nil {
      members.append(("type", .text("boolean")))
    } else {
      members += form.schema
    }
    return JSONObject(members)
  }
}

extension ValueForm {
  fileprivate var schema: [(String, JSONValue?)] {
    switch self {
    case .text: return [("type", .text("string"))]
    case .quantity: return [("type", .list([.text("string"), .text("number")]))]
    case .integer(let range):
      return [
        ("type", .text("integer")), ("minimum", .integer(range.lowerBound)),
        ("maximum", range.upperBound == .max ? nil : .integer(range.upperBound)),
      ]
    case .number(let range):
      return [
        ("type", .text("number")), ("minimum", .number(range.lowerBound)),
        ("maximum", .number(range.upperBound)),
      ]
    case .choice(let names): return [("enum", .list(names.map { .text(Message($0)) }))]
    case .list(let member):
      let one = JSONValue.object(JSONObject(member.schema))
      let several = JSONObject([
        ("type", .text("array")), ("items", one), ("minItems", .integer(1)),
      ])
      return [("anyOf", .list([one, .object(several)]))]
    }
  }
}

/// The keys of one kind of object in a project file.
struct ProjectKeys<Values>: Sendable {
  /// What the object is, for people: “a set”.
  let what: String
  let keys: [ProjectKey<Values>]
  /// Keys of other objects, and what those are, for who put one into the wrong place.
  let elsewhere: [String: String]

  /// Reads an object into its typed values.
  ///
  /// - Throws: `ProjectError` for what is no object, an unknown or missing key, and what a value is refused for.
  func read(_ value: ProjectValue, into values: inout Values) throws(ProjectError) {
    guard case .object(let members) = value.content else {
      throw ProjectError("\(what) is an object in braces, not \(value.kind)", at: value.place)
    }
    for member in members {
      guard let key = keys.first(where: { $0.name == member.name }) else {
        throw unknown(member)
      }
      try key.read(&values, member.value)
    }
    for key in keys where key.isRequired && !members.contains(where: { $0.name == key.name }) {
      throw ProjectError("\(what) needs the key '\(key.name)'", at: value.place)
    }
  }

  private func unknown(_ member: ProjectValue.Member) -> ProjectError {
    let names = keys.map(\.name)
    let hint: String
    if let place = elsewhere[member.name] {
      hint = "it is one of \(place)"
    } else if let near = nearestName(to: member.name, among: names) {
      hint = "did you mean '\(near)'?"
    } else {
      hint = "known are \(names.joined(separator: ", "))"
    }
    return ProjectError("\(what) has no key '\(member.name)'; \(hint)", at: member.place)
  }

  /// JSON Schema of the object.
  var schema: JSONObject {
    let required = keys.filter(\.isRequired).map { JSONValue.text(Message($0.name)) }
    return JSONObject([
      ("type", .text("object")), ("additionalProperties", .bool(false)),
      ("required", required.isEmpty ? nil : .list(required)),
      ("properties", .object(JSONObject(keys.map { ($0.name, .object($0.schema)) }))),
    ])
  }
}
