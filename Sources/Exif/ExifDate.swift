/// A date and time as cameras write them.
package struct ExifDate: Sendable, Equatable {
  /// Years of our era.
  package let year: Int
  /// 1 to 12.
  package let month: Int
  /// 1 to 31.
  package let day: Int
  /// 0 to 23.
  package let hour: Int
  /// 0 to 59.
  package let minute: Int
  /// 0 to 60.
  package let second: Int
  /// Minutes that local time is ahead of UTC; nil where the camera did not say.
  package let offset: Int?

  /// Reads a date.
  ///
  /// - Parameters:
  ///   - text: `YYYY:MM:DD HH:MM:SS` (CIPA DC-008, 4.6.5); gives nil for anything else, such as the
  ///     blanks or zeros of a clock that was never set.
  ///   - offset: `+HH:MM` or `-HH:MM`; taken as unknown where it is anything else.
  package init?(_ text: String, offset: String?) {
    let bytes = Array(text.utf8)
    guard bytes.count == 19, [4, 7, 10, 13, 16].map({ bytes[$0] }) == Array(":: ::".utf8),
      let year = Self.number(bytes[0..<4]), year > 0,
      let month = Self.number(bytes[5..<7]), (1...12).contains(month),
      let day = Self.number(bytes[8..<10]), (1...31).contains(day),
      let hour = Self.number(bytes[11..<13]), hour < 24,
      let minute = Self.number(bytes[14..<16]), minute < 60,
      let second = Self.number(bytes[17..<19]), second <= 60
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
    self.offset = offset.flatMap(Self.minutes)
  }

  private static func minutes(_ offset: String) -> Int? {
    let bytes = Array(offset.utf8)
    guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"),
      let hours = number(bytes[1..<3]), hours < 24,
      let minutes = number(bytes[4..<6]), minutes < 60
    else { return nil }
    switch bytes[0] {
    case UInt8(ascii: "+"): return hours * 60 + minutes
    case UInt8(ascii: "-"): return -(hours * 60 + minutes)
    default: return nil
    }
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  /// The date as ISO 8601 writes it: `2024-05-01T18:30:00+02:00`, without the end where the offset is
  /// unknown.
  package var iso8601: String {
    let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    let years = String(repeating: "0", count: max(0, 4 - "\(year)".count)) + "\(year)"
    let local = "\(years)-\(two(month))-\(two(day))T\(two(hour)):\(two(minute)):\(two(second))"
    guard let offset else { return local }
    let ahead = abs(offset)
    return local + (offset < 0 ? "-" : "+") + two(ahead / 60) + ":" + two(ahead % 60)
  }
}
