package import Posix

/// A value of a JSON report.
package enum JSONValue: Sendable {
  /// True or false.
  case bool(Bool)
  /// A whole number.
  case integer(Int)
  /// Any number; one that is not finite becomes `null`, as JSON has none.
  case number(Double)
  /// Words or a name; bytes that are no UTF-8 become `\udc80` to `\udcff` (PEP 383), so that nothing is lost.
  case text(Message)
  /// Values in their order.
  case list([JSONValue])
  /// Members in their order.
  case object(JSONObject)

  /// A name.
  package static func path(_ path: FilePath) -> JSONValue { .text("\(path)") }

  /// The value in JSON (RFC 8259), on one line.
  package var encoded: [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return bytes
  }

  /// The value in JSON with a line for each member and element, so that what differs stands on lines of its own.
  package var indented: [UInt8] {
    var bytes: [UInt8] = []
    appendLines(to: &bytes, depth: 0)
    return bytes + "\n".utf8
  }

  private func appendLines(to bytes: inout [UInt8], depth: Int) {
    switch self {
    case .list(let values) where !values.isEmpty:
      appendLines(of: values, "[", "]", to: &bytes, depth) { bytes, value in
        value.appendLines(to: &bytes, depth: depth + 1)
      }
    case .object(let object) where !object.members.isEmpty:
      appendLines(of: object.members, "{", "}", to: &bytes, depth) { bytes, member in
        appendQuoted(Array(member.key.utf8), to: &bytes)
        bytes += ": ".utf8
        member.value.appendLines(to: &bytes, depth: depth + 1)
      }
    default: append(to: &bytes)
    }
  }

  private func appendLines<Part>(
    of parts: [Part], _ start: String, _ end: String, to bytes: inout [UInt8], _ depth: Int,
    _ appendPart: (inout [UInt8], Part) -> Void
  ) {
    bytes += start.utf8
    for (index, part) in parts.enumerated() {
      bytes += (index > 0 ? ",\n" : "\n").utf8
      bytes += String(repeating: "  ", count: depth + 1).utf8
      appendPart(&bytes, part)
    }
    bytes += "\n\(String(repeating: "  ", count: depth))\(end)".utf8
  }

  fileprivate func append(to bytes: inout [UInt8]) {
    switch self {
    case .bool(let value): bytes += "\(value)".utf8
    case .integer(let value): bytes += "\(value)".utf8
    case .number(let value): bytes += (value.isFinite ? "\(value)" : "null").utf8
    case .text(let value): appendQuoted(value.bytes, to: &bytes)
    case .list(let values):
      bytes.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { bytes += ", ".utf8 }
        value.append(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let object): object.append(to: &bytes)
    }
  }
}

/// A JSON object whose members keep the order in which they were added.
package struct JSONObject: Sendable {
  /// The members in their order.
  package private(set) var members: [(key: String, value: JSONValue)] = []

  /// An object without members.
  package init() {}

  /// An object of these members, where they have a value.
  package init(_ members: [(String, JSONValue?)]) {
    for (key, value) in members { add(key, value) }
  }

  /// Adds a member, where there is a value.
  package mutating func add(_ key: String, _ value: JSONValue?) {
    if let value { members.append((key, value)) }
  }

  /// The object in JSON, on one line.
  package var encoded: [UInt8] { JSONValue.object(self).encoded }

  fileprivate func append(to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "{"))
    for (index, member) in members.enumerated() {
      if index > 0 { bytes += ", ".utf8 }
      appendQuoted(Array(member.key.utf8), to: &bytes)
      bytes += ": ".utf8
      member.value.append(to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
  }
}

private func appendQuoted(_ text: [UInt8], to bytes: inout [UInt8]) {
  bytes.append(UInt8(ascii: "\""))
  forEachPiece(of: text) { piece in
    switch piece {
    case .byte(let byte): bytes += "\\udc\(String(byte, radix: 16))".utf8
    case .scalar("\""): bytes += "\\\"".utf8
    case .scalar("\\"): bytes += "\\\\".utf8
    case .scalar("\n"): bytes += "\\n".utf8
    case .scalar("\r"): bytes += "\\r".utf8
    case .scalar("\t"): bytes += "\\t".utf8
    case .scalar(let scalar) where scalar.breaksLines:
      bytes += "\\u\(scalar.hexadecimal(4))".utf8
    case .scalar(let scalar): bytes += UTF8.encode(scalar) ?? .init()
    }
  }
  bytes.append(UInt8(ascii: "\""))
}
