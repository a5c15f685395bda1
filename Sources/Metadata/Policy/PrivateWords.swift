/// Words by which plain text gives away that it tells a place, a device or an owner.
///
/// What is left out of a picture and what is found in one are both judged by this.
enum PrivateWords {
  /// A word and what it speaks of.
  typealias Word = (word: String, kind: PrivacyFinding.Kind)

  private static let all: [Word] = [
    ("gps", .place), ("location", .place), ("latitude", .place), ("longitude", .place),
    ("altitude", .place), ("geotag", .place), ("serial", .serial), ("owner", .owner),
  ]
  /// Who owns the copyright is part of the copyright, which stays.
  private static let copyright = Array("copyright".utf8)

  /// The words in bytes, by their first byte.
  private static let byFirst: [[(bytes: [UInt8], word: Word)]] = {
    var table = [[(bytes: [UInt8], word: Word)]](repeating: [], count: 256)
    for word in all {
      let bytes = Array(word.word.utf8)
      table[Int(bytes[0])].append((bytes, word))
    }
    return table
  }()

  /// The word that stands first in a text, capital letters or small.
  ///
  /// Zeros are passed over, so that UTF-16 and UTF-32 hide nothing. The time that it takes is
  /// proportional to the text's length.
  static func first(in text: some Sequence<UInt8>) -> Word? {
    var small: [UInt8] = []
    small.reserveCapacity(text.underestimatedCount)
    for byte in text where byte != 0 {
      small.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
    }
    for start in small.indices {
      let candidates = byFirst[Int(small[start])]
      if candidates.isEmpty { continue }
      for (bytes, word) in candidates
      where small[start...].starts(with: bytes) && !isOfCopyright(small[..<start], word) {
        return word
      }
    }
    return nil
  }

  private static func isOfCopyright(_ before: ArraySlice<UInt8>, _ word: Word) -> Bool {
    guard word.kind == .owner else { return false }
    let end = before.last == UInt8(ascii: " ") ? before.dropLast() : before
    return end.suffix(copyright.count).elementsEqual(copyright)
  }
}
