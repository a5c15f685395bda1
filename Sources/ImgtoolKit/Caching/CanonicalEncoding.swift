internal import Posix

/// The one spelling of a value: JSON with sorted keys, in which what is nil is spelled out, too.
enum CanonicalEncoding {
  /// The members of a value by their names, each with its spelling.
  ///
  /// Empty for a value that is not made of members, or can't be encoded.
  static func members(of value: some Encodable) -> [(name: String, bytes: [UInt8])] {
    let members = (try? ValueTree(of: value))?.members ?? []
    return members.map { ($0.name, Array($0.tree.text.utf8)) }
  }
}

extension ValueTree {
  fileprivate var text: String {
    switch content {
    case .nothing: "null"
    case .flag(let flag): "\(flag)"
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .text(let text): Self.quoted(text)
    case .list(let trees): "[" + trees.map(\.text).joined(separator: ",") + "]"
    case .object:
      "{"
        + (members ?? []).map { "\(Self.quoted($0.name)):\($0.tree.text)" }.joined(separator: ",")
        + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    String(decoding: JSONValue.text(.init(text)).encoded, as: UTF8.self)
  }
}
