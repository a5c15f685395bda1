package import Checksum
package import Posix

/// What a file that imgtool wrote carries, so that a later run knows it and sees that nobody changed it.
///
/// Kept as the extended attribute `user.imgtool`: a version, then size and modification time as they
/// were, and the beginning of the digest of the contents. Most who change the file change one of the
/// first, and leave the mark as it is; who sets the time back is found out by the digest.
package struct OutputMark: Equatable, Sendable {
  /// The attribute that holds it.
  package static let attribute = "user.imgtool"

  /// So many hexadecimal digits of a digest are kept: 96 bits can't be hit, and the mark needs no block of
  /// its own beside the file's other facts.
  static let digits = 24

  /// The beginning of a digest, as it is kept.
  static func digits(of digest: ContentDigest) -> String {
    String(decoding: digest.hexadecimal.prefix(digits), as: UTF8.self)
  }

  private let text: String

  /// The mark that a file of this status and contents carries.
  package init(of status: FileStatus, _ digest: ContentDigest) {
    text =
      "2 \(status.size) \(status.modified.seconds) \(status.modified.nanoseconds) "
      + Self.digits(of: digest)
  }

  /// What the mark of a file says of its contents, where size and time are those of when it was marked;
  /// nil where they are not, or it is no mark.
  private static func digits(of value: [UInt8], on status: FileStatus) -> [UInt8]? {
    let fields = value.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard fields.count == 5, fields[0].elementsEqual([UInt8(ascii: "2")]),
      number(fields[1]) == Int64(status.size), number(fields[2]) == status.modified.seconds,
      number(fields[3]) == status.modified.nanoseconds, fields[4].count == digits
    else { return nil }
    return Array(fields[4])
  }

  /// The number that decimal digits spell as `init` does, without a useless zero or sign.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
    let isNegative = digits.first == UInt8(ascii: "-")
    let digits = isNegative ? digits.dropFirst() : digits
    guard (1...18).contains(digits.count), digits.count == 1 || digits.first != UInt8(ascii: "0")
    else { return nil }
    var number: Int64 = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      number = number &* 10 &+ Int64(digit &- UInt8(ascii: "0"))
    }
    return isNegative ? 0 &- number : number
  }

  /// Whether imgtool wrote the file, and nobody changed it since.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - status: What the system says of it, links not followed: a link is never imgtool's.
  ///   - journal: Knows the files of file systems without attributes.
  ///   - holds: Tells what the file holds.
  /// - Returns: Whether it may be replaced like any of ours.
  static func isOurs(
    _ path: FilePath, _ status: FileStatus, journal: WrittenFiles?, holds: FileDigest.Check
  ) -> Bool {
    var status = status
    for _ in 0..<mostLooks {
      if isOursStill(path, status, journal: journal, holds: holds) { return true }
      // Another run may have replaced it between one look and the next; the new one is judged then.
      guard let now = try? FileStatus(of: path, followingLinks: false), now != status else {
        return false
      }
      status = now
    }
    return false
  }

  /// How often a file is looked at that is another one each time: as many runs would have to write it at once.
  private static let mostLooks = 16

  /// The same for a file that keeps its status all the while.
  private static func isOursStill(
    _ path: FilePath, _ status: FileStatus, journal: WrittenFiles?, holds: FileDigest.Check
  ) -> Bool {
    guard status.kind == .file else { return false }
    let value = try? ExtendedAttributes.value(of: attribute, at: path)
    guard let expected = value.map({ digits(of: $0, on: status) }) ?? journal?.digits(of: status)
    else { return false }
    return holds(path, status) { $0.hexadecimal.starts(with: expected) }
  }

  /// Marks an open file; false where the file system has no room for it, or no attributes.
  func put(on file: borrowing FileDescriptor) -> Bool {
    do throws(SystemError) {
      try ExtendedAttributes.set(Self.attribute, to: Array(text.utf8), in: file)
      return true
    } catch {
      return false
    }
  }
}
