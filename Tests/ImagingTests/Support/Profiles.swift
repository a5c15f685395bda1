/// Colour profiles built from numbers.
enum Profiles {
  /// A profile for gray of gamma 2.2 (ICC.1:2001-04, 6.3.1.1).
  static var gray: [UInt8] {
    let white = tag("XYZ ", [0x0000_F6D6, 0x0001_0000, 0x0000_D32D].flatMap(big))
    // One number: gamma, in fixed point with 8 bits behind the point, and 2 bytes to fill up.
    let curve = tag("curv", big(1) + [0x02, 0x33, 0, 0])
    let offset = 128 + 4 + 2 * 12
    let table =
      big(2) + Array("wtpt".utf8) + big(offset) + big(white.count)
      + Array("kTRC".utf8) + big(offset + white.count) + big(curve.count)
    var header = [UInt8](repeating: 0, count: 128)
    header.replaceSubrange(0..<4, with: big(offset + white.count + curve.count))
    header.replaceSubrange(8..<10, with: [2, 0x40])
    header.replaceSubrange(12..<24, with: Array("mntrGRAYXYZ ".utf8))
    header.replaceSubrange(36..<40, with: Array("acsp".utf8))
    header.replaceSubrange(68..<80, with: [0x0000_F6D6, 0x0001_0000, 0x0000_D32D].flatMap(big))
    return header + table + white + curve
  }

  /// The profile with a tag there, but of a type that nobody knows.
  static func breaking(_ tag: String, in profile: [UInt8]) -> [UInt8] {
    func number(_ at: Int) -> Int { profile[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    var broken = profile
    for index in 0..<number(128) {
      let entry = 132 + index * 12
      if Array(profile[entry..<entry + 4]) == Array(tag.utf8) {
        let data = number(entry + 4)
        broken.replaceSubrange(data..<data + 4, with: Array("none".utf8))
      }
    }
    return broken
  }

  private static func tag(_ type: String, _ data: [UInt8]) -> [UInt8] {
    Array(type.utf8) + [0, 0, 0, 0] + data
  }

  private static func big(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
