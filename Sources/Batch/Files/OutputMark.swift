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
    guard status.kind == .file, let value = try? ExtendedAttributes.value(of: attribute, at: path)
    else { return nil }
    let start = Array(OutputMark(of: status).text.utf8) + [UInt8(ascii: " ")]
    guard value.starts(with: start) else { return nil }
    return String(decoding: value.dropFirst(start.count), as: UTF8.self)
  }

  /// Whether imgtool wrote the file, and nobody changed it since.
  ///
  /// `journal` knows the files of file systems without attributes. A link is never imgtool's.
  package static func isOurs(_ path: FilePath, journal: WrittenFiles?) -> Bool {
    guard let status = try? FileStatus(of: path, followingLinks: false), status.kind == .file
    else { return false }
    if let value = try? ExtendedAttributes.value(of: attribute, at: path) {
      let start = Array(OutputMark(of: status).text.utf8)
      return value.starts(with: start)
        && (value.count == start.count || value[start.count] == UInt8(ascii: " "))
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
