/// A look into an XMP packet for single properties, without reading it as XML.
///
/// Properties are known by their namespace, whatever its prefix is.
struct XMPGlance {
  private let bytes: ArraySlice<UInt8>

  /// A look into these bytes.
  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
  }

  /// Namespaces of what is looked for.
  enum Namespace {
    static let gainMap = "http://ns.adobe.com/hdr-gain-map/1.0/"
    static let appleGainMap = "http://ns.apple.com/HDRGainMap/1.0/"
    static let applePixels = "http://ns.apple.com/pixeldatainfo/1.0/"
    static let camera = "http://ns.google.com/photos/1.0/camera/"
    static let item = "http://ns.google.com/photos/1.0/container/item/"
    static let depthMap = "http://ns.google.com/photos/1.0/depthmap/"
    static let dynamicDepthMap = "http://ns.google.com/photos/dd/1.0/depthmap/"
  }

  /// Whether a property or field whose name starts so is stated.
  func states(_ name: String, in namespace: String) -> Bool {
    prefixes(of: namespace).contains { prefix in
      bytes.firstPlace(of: Array("\(prefix):\(name)".utf8)) != nil
    }
  }

  /// The values that stand behind a name, up to their end or to 64 bytes.
  func values(of name: String, in namespace: String) -> [String] {
    prefixes(of: namespace).flatMap { prefix -> [String] in
      let wanted = Array("\(prefix):\(name)".utf8)
      var found: [String] = []
      var rest = bytes
      // A packet says such a thing once an item; more are not believed.
      while found.count < 64, let place = rest.firstPlace(of: wanted) {
        rest = rest[(place + wanted.count)...]
        // Between the name and the value stands `="`, or the end of a tag.
        let value = rest.prefix(64).drop { [0x20, 0x22, 0x27, 0x3D, 0x3E].contains($0) }
          .prefix { ![0x22, 0x27, 0x3C].contains($0) }
        found.append(String(decoding: value, as: UTF8.self))
      }
      return found
    }
  }

  /// The prefixes that are declared for a namespace.
  private func prefixes(of namespace: String) -> Set<String> {
    let uri = Array(namespace.utf8)
    var found: Set<String> = []
    var rest = bytes
    while found.count < 8, let place = rest.firstPlace(of: uri) {
      let name = bytes[..<place].suffix(80).dropLast().reversed().drop { $0 == 0x20 }
      if name.first == UInt8(ascii: "=") {
        let prefix = name.dropFirst().drop { $0 == 0x20 }
          .prefix { $0 != UInt8(ascii: ":") && $0 != 0x20 }
        found.insert(String(decoding: prefix.reversed(), as: UTF8.self))
      }
      rest = rest[(place + uri.count)...]
    }
    return found
  }
}

extension ArraySlice<UInt8> {
  /// Where other bytes stand first.
  func firstPlace(of other: [UInt8]) -> Int? {
    guard let first = other.first else { return startIndex }
    var rest = self
    while let place = rest.firstIndex(of: first) {
      rest = rest[place...]
      if rest.starts(with: other) { return place }
      rest = rest.dropFirst()
    }
    return nil
  }
}
