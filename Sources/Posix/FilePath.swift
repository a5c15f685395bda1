#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A file name as the system has it: any bytes but NUL, not necessarily text.
package struct FilePath: Hashable, Sendable, Comparable {
  /// The bytes, without a terminating NUL.
  package let bytes: [UInt8]

  /// The path of these bytes; anything from a NUL on is left out, as the system would.
  package init(bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes.prefix { $0 != 0 })
  }

  /// The same for an array, which is a path already almost always.
  package init(bytes: [UInt8]) {
    self.bytes = bytes.contains(0) ? Array(bytes[..<(bytes.firstIndex(of: 0) ?? 0)]) : bytes
  }

  /// The same for a part of an array.
  package init(bytes: ArraySlice<UInt8>) {
    self.init(bytes: Array(bytes))
  }

  /// The path that `text` spells in UTF-8.
  package init(_ text: String) {
    self.init(bytes: Array(text.utf8))
  }

  /// Whether both are the same bytes.
  package static func == (one: FilePath, two: FilePath) -> Bool {
    one.bytes.count == two.bytes.count && one.bytes.order(to: two.bytes, one.bytes.count) == 0
  }

  /// Feeds the bytes as one piece, not one by one.
  package func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }

  /// Byte order, the order of a shell in the C locale.
  package static func < (one: FilePath, two: FilePath) -> Bool {
    let order = one.bytes.order(to: two.bytes, min(one.bytes.count, two.bytes.count))
    return order < 0 || order == 0 && one.bytes.count < two.bytes.count
  }
}

extension [UInt8] {
  /// What `memcmp` says of the first `count` bytes.
  fileprivate func order(to other: [UInt8], _ count: Int) -> Int32 {
    withUnsafeBytes { mine in
      other.withUnsafeBytes { theirs in
        guard let mine = mine.baseAddress, let theirs = theirs.baseAddress else { return 0 }
        return memcmp(mine, theirs, count)
      }
    }
  }
}

extension FilePath: ExpressibleByStringLiteral, CustomStringConvertible {
  /// The path that the literal spells.
  package init(stringLiteral text: String) {
    self.init(text)
  }

  /// The name as text; bytes that are no UTF-8 become U+FFFD, so this is for people, never for opening.
  package var description: String {
    String(decoding: bytes, as: UTF8.self)
  }
}

extension FilePath {
  private static let slash = UInt8(ascii: "/")
  private static let dot = UInt8(ascii: ".")

  /// Whether the path starts at the root.
  package var isAbsolute: Bool { bytes.first == Self.slash }

  /// The last component: `c.jpg` of `a/b/c.jpg`, `b` of `a/b/`, empty for `/` and for an empty path.
  package var name: FilePath {
    let trimmed = bytesWithoutTrailingSlashes
    let start = trimmed.lastIndex(of: Self.slash).map { $0 + 1 } ?? 0
    return FilePath(bytes: trimmed[start...])
  }

  /// The folder that holds it: `a/b` of `a/b/c.jpg`, `/` of `/a`, `.` of `a`.
  package var folder: FilePath {
    let trimmed = bytesWithoutTrailingSlashes
    guard let slash = trimmed.lastIndex(of: Self.slash) else { return "." }
    var end = slash
    while end > 0, trimmed[end - 1] == Self.slash { end -= 1 }
    return end == 0 ? "/" : FilePath(bytes: trimmed[..<end])
  }

  /// The name without its last extension: `v1.2` of `v1.2.jpg`; a leading dot starts no extension.
  package var stem: FilePath {
    let name = name.bytes
    guard let dot = Self.extensionDot(in: name) else { return FilePath(bytes: name) }
    return FilePath(bytes: name[..<dot])
  }

  /// The last extension without its dot, as spelled, or nil where there is none.
  package var pathExtension: FilePath? {
    let name = name.bytes
    guard let dot = Self.extensionDot(in: name) else { return nil }
    return FilePath(bytes: name[(dot + 1)...])
  }

  /// This path with `more` below it; `more` alone where it is absolute or this path is empty.
  package func appending(_ more: FilePath) -> FilePath {
    guard !more.isAbsolute, !bytes.isEmpty else { return more }
    return FilePath(
      bytes: bytes.last == Self.slash ? bytes + more.bytes : bytes + [Self.slash] + more.bytes)
  }

  /// The names between its slashes, in their order.
  package var names: [FilePath] {
    bytes.split(separator: Self.slash).map { FilePath(bytes: $0) }
  }

  /// What of this path lies below a folder, by the spelling of both; empty for the folder itself, nil where it
  /// lies elsewhere.
  package func rest(below folder: FilePath) -> FilePath? {
    let start = folder.bytes.last == Self.slash ? folder.bytes : folder.bytes + [Self.slash]
    guard (bytes + [Self.slash]).starts(with: start) else { return nil }
    return FilePath(bytes: bytes.dropFirst(start.count))
  }

  private var bytesWithoutTrailingSlashes: ArraySlice<UInt8> {
    var end = bytes.count
    while end > 1, bytes[end - 1] == Self.slash { end -= 1 }
    return bytes[..<end] == [Self.slash] ? [] : bytes[..<end]
  }

  private static func extensionDot(in name: [UInt8]) -> Int? {
    guard let dot = name.lastIndex(of: dot), dot > 0, dot < name.count - 1 else { return nil }
    return dot
  }
}
