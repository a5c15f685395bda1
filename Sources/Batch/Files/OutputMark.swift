package import Posix

/// What a file that imgtool wrote carries, so that a later run knows it and sees that nobody changed it.
///
/// Kept as the extended attribute `user.imgtool`: a version, then size and modification time as they
/// were, and a word for what the contents came from, where that is known. Whoever changes the file
/// changes one of the first, and leaves the mark as it is.
package struct OutputMark: Equatable, Sendable {
  /// The attribute that holds it.
  package static let attribute = "user.imgtool"

  private let text: String

  /// The mark that a file of this status and origin would carry.
  package init(of status: FileStatus, origin: String? = nil) {
    text =
      "1 \(status.size) \(status.modified.seconds) \(status.modified.nanoseconds)"
      + (origin.map { " " + $0 } ?? "")
  }

  /// What a file came from that imgtool wrote, and nobody changed since; nil where that is not known.
  package static func origin(of path: FilePath, _ status: FileStatus) -> String? {
    FoundOutput(path, status).origin.map { String(decoding: $0, as: UTF8.self) }
  }

  /// What the mark of a file says that is as it was when it was marked: the word at its end, which may be
  /// empty; nil where it is not, or is no mark.
  static func word(of value: [UInt8], on status: FileStatus) -> ArraySlice<UInt8>? {
    let fields = value.split(
      separator: UInt8(ascii: " "), maxSplits: 4, omittingEmptySubsequences: false)
    guard fields.count >= 4, fields[0].elementsEqual([UInt8(ascii: "1")]),
      number(fields[1]) == Int64(status.size), number(fields[2]) == status.modified.seconds,
      number(fields[3]) == status.modified.nanoseconds
    else { return nil }
    return fields.count > 4 ? fields[4] : []
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
  /// `journal` knows the files of file systems without attributes. A link is never imgtool's.
  package static func isOurs(_ path: FilePath, journal: WrittenFiles?) -> Bool {
    guard let status = try? FileStatus(of: path, followingLinks: false), status.kind == .file
    else { return false }
    if let value = try? ExtendedAttributes.value(of: attribute, at: path) {
      return word(of: value, on: status) != nil
    }
    return journal?.contains(status) ?? false
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
