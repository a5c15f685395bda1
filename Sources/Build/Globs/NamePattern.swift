internal import Posix

/// A pattern for one name, without any slash: `*`, `?`, `[a-z]`, `[!a-z]` and what stands for itself.
struct NamePattern: Hashable, Sendable {
  /// What a name has to have at one place.
  enum Token: Hashable, Sendable {
    /// Any characters, none too.
    case any
    /// One character.
    case one
    /// One character in one of these ranges, or in none of them.
    case among([ClosedRange<UInt32>], negated: Bool)
    /// This very character.
    case literal(UInt32)
  }

  var tokens: [Token] = []

  /// The name that the pattern is, where there is only one.
  var literalName: FilePath? {
    var bytes: [UInt8] = []
    for token in tokens {
      guard case .literal(let character) = token else { return nil }
      bytes += Self.bytes(of: character)
    }
    return FilePath(bytes: bytes)
  }

  /// Whether a name is one of the pattern's.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - hidden: Whether a dot at the beginning may be met by a wildcard, which shells don't let it.
  /// - Returns: Whether all of it is met.
  func matches(_ name: FilePath, hidden: Bool) -> Bool {
    let characters = Self.characters(of: name)
    if !hidden, characters.first == Self.dot, tokens.first != .literal(Self.dot) { return false }
    return matches(characters)
  }

  /// Goes back to the last star alone where something differs: an earlier one could not do better.
  private func matches(_ characters: [UInt32]) -> Bool {
    var (token, index) = (0, 0)
    var retry: (token: Int, index: Int)?
    while index < characters.count {
      if token < tokens.count, tokens[token] == .any {
        retry = (token, index)
        token += 1
      } else if token < tokens.count, tokens[token].meets(characters[index]) {
        token += 1
        index += 1
      } else if let last = retry {
        retry = (last.token, last.index + 1)
        (token, index) = (last.token + 1, last.index + 1)
      } else {
        return false
      }
    }
    return tokens[token...].allSatisfy { $0 == .any }
  }
}

extension NamePattern.Token {
  fileprivate func meets(_ character: UInt32) -> Bool {
    switch self {
    case .any: false
    case .one: true
    case .among(let ranges, let negated): ranges.contains { $0.contains(character) } != negated
    case .literal(let own): own == character
    }
  }
}

extension NamePattern {
  private static let dot = UInt32(UInt8(ascii: "."))
  /// Where bytes that are no UTF-8 stand, as in PEP 383: no character is there.
  private static let strayBytes: UInt32 = 0xDC00

  /// The characters of a name; a byte that is no UTF-8 is one for itself.
  static func characters(of name: FilePath) -> [UInt32] {
    var characters: [UInt32] = []
    var rest = name.bytes[...]
    while let byte = rest.first {
      var decoder = UTF8()
      var bytes = rest.prefix(4).makeIterator()
      if case .scalarValue(let scalar) = decoder.decode(&bytes) {
        characters.append(scalar.value)
        rest = rest.dropFirst(UTF8.width(scalar))
      } else {
        characters.append(strayBytes + UInt32(byte))
        rest = rest.dropFirst()
      }
    }
    return characters
  }

  private static func bytes(of character: UInt32) -> [UInt8] {
    guard let scalar = Unicode.Scalar(character) else {
      return [UInt8(truncatingIfNeeded: character)]
    }
    return Array(String(scalar).utf8)
  }
}
