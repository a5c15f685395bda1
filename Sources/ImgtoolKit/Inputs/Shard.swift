internal import Checksum
internal import CommandLineOptions
package import Posix

/// One of several shares of the inputs, the same on every machine that spells their paths alike.
package struct Shard: Hashable, Sendable {
  /// Which of the shares, from 0.
  package let index: Int
  /// How many shares there are, at least 1.
  package let count: Int

  /// The share of this number, counted from 1 as people do; nil where there is none.
  package init?(number: Int, of count: Int) {
    guard (1...Self.most).contains(count), (1...count).contains(number) else { return nil }
    index = number - 1
    self.count = count
  }

  /// The most shares: more than any engine starts tasks.
  static let most = 1_000_000

  /// The share that `2/8` names.
  package init?(parsing text: FilePath) {
    let parts = text.bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { ValueKind<Int>.integer("number", in: 1...Self.most).convert(FilePath(bytes: $0)) }
    guard parts.count == 2, let number = parts[0], let count = parts[1] else { return nil }
    self.init(number: number, of: count)
  }

  /// Which of the shares this is, from 1, as in `2/8`.
  package var number: Int { index + 1 }

  /// Whether an input of this path is in the share.
  ///
  /// SHA-256 spreads paths evenly whatever they look like. `a.jpg` and `./a.jpg` are in one share.
  package func contains(_ path: FilePath) -> Bool {
    guard count > 1 else { return true }
    var hash = SHA256()
    if path.isAbsolute { hash.update([UInt8(ascii: "/")]) }
    for name in path.names where name != "." { hash.update(name.bytes + [0]) }
    return hash.finish().prefix % UInt64(count) == UInt64(index)
  }
}
