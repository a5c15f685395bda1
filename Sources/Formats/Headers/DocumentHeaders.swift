extension HeaderFacts {
  /// The facts of a PDF: that it is one.
  ///
  /// Its mark stands within the first kilobyte.
  static func pdf(_ source: inout BufferedSource) throws -> HeaderFacts? {
    let start = Array(try source.bytes(at: 0, count: 1024))
    let mark = Array("%PDF-".utf8)
    for place in start.indices where start[place...].starts(with: mark) {
      // The version's first digit follows.
      guard let digit = start[place...].dropFirst(mark.count).first, (0x30...0x39).contains(digit)
      else { continue }
      return HeaderFacts(kind: .image(.pdf))
    }
    return nil
  }

  /// The facts of an SVG: that it is one, by the root element of its XML.
  static func svg(_ source: inout BufferedSource) throws -> HeaderFacts? {
    var prolog = XMLProlog(try source.bytes(at: 0, count: 16_384))
    guard let root = prolog.rootElement() else { return nil }
    // With a namespace's prefix or without.
    let name = root.split(separator: UInt8(ascii: ":")).last ?? []
    guard name.elementsEqual("svg".utf8) else { return nil }
    var facts = HeaderFacts(kind: .image(.svg))
    // What isn't drawn on is transparent.
    facts.setColors(.rgb, alpha: true)
    return facts
  }
}

/// What stands before the root element of an XML document (XML 1.0, 2.8).
private struct XMLProlog {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    rest =
      switch bytes.prefix(2) {
      case [0xFF, 0xFE]: Self.narrow(bytes, low: 0)
      case [0xFE, 0xFF]: Self.narrow(bytes, low: 1)
      default: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes
      }
  }

  /// UTF-16 as bytes, those that aren't ASCII replaced: names of elements here are.
  private static func narrow(_ bytes: ArraySlice<UInt8>, low: Int) -> ArraySlice<UInt8> {
    let units = Array(bytes.dropFirst(2))
    return stride(from: 0, to: units.count - 1, by: 2).map { place in
      units[place + 1 - low] == 0 ? units[place + low] : UInt8(ascii: "?")
    }[...]
  }

  /// The root element's name, prefix included; nil where no element comes first.
  mutating func rootElement() -> ArraySlice<UInt8>? {
    while true {
      rest = rest.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
      if starts("<?") {
        guard skip(past: "?>") else { return nil }
      } else if starts("<!--") {
        guard skip(past: "-->") else { return nil }
      } else if starts("<!DOCTYPE") {
        guard skipDocumentType() else { return nil }
      } else {
        break
      }
    }
    guard starts("<") else { return nil }
    let name = rest.dropFirst().prefix { byte in
      (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte)
        || (0x30...0x3A).contains(byte) || byte == 0x2D || byte == 0x5F || byte == 0x2E
    }
    // Something has to end the name, or it was cut.
    return rest.dropFirst(1 + name.count).isEmpty ? nil : name
  }

  private func starts(_ text: String) -> Bool {
    rest.starts(with: text.utf8)
  }

  private mutating func skip(past text: String) -> Bool {
    while !rest.isEmpty {
      if starts(text) {
        rest = rest.dropFirst(text.utf8.count)
        return true
      }
      rest = rest.dropFirst()
    }
    return false
  }

  /// A document type may hold declarations in brackets, and those `>`.
  private mutating func skipDocumentType() -> Bool {
    var isInside = false
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "["): isInside = true
      case UInt8(ascii: "]"): isInside = false
      case UInt8(ascii: ">") where !isInside: return true
      default: break
      }
    }
    return false
  }
}
