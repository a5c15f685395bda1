/// Numbers that look like chance and are the same each time, by SplitMix64.
struct Chance {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// A number from 0 on below `end`, which is 1 at least.
  mutating func number(below end: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ mixed >> 31) % UInt64(max(end, 1)))
  }

  /// A seed with one to eight changes.
  mutating func mutant(of seeds: [[UInt8]]) -> [UInt8] {
    var bytes = seeds[number(below: seeds.count)]
    for _ in 0...number(below: 8) {
      change(&bytes, seeds)
    }
    return bytes
  }

  private static let edges: [UInt8] = [0, 1, 0x7F, 0x80, 0xFE, 0xFF, 0x0A, 0x22, 0x3C]

  private mutating func change(_ bytes: inout [UInt8], _ seeds: [[UInt8]]) {
    let place = number(below: bytes.count + 1)
    let end = min(place + 1 + number(below: 16), bytes.count)
    switch number(below: 8) {
    case 0, 1: if place < bytes.count { bytes[place] ^= 1 << UInt8(number(below: 8)) }
    case 2: if place < bytes.count { bytes[place] = Self.edges[number(below: Self.edges.count)] }
    case 3:
      bytes.replaceSubrange(
        place..<end, with: repeatElement(Self.edges[number(below: 6)], count: end - place))
    case 4: bytes.removeSubrange(place..<end)
    case 5: bytes.insert(contentsOf: bytes[place..<end], at: number(below: bytes.count + 1))
    case 6: bytes.removeLast(number(below: bytes.count / 4 + 1))
    default:
      let other = seeds[number(below: seeds.count)]
      let start = number(below: other.count)
      let piece = other[start..<min(start + 32, other.count)]
      bytes.replaceSubrange(place..<min(place + piece.count, bytes.count), with: piece)
    }
  }
}
