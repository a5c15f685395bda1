package import Posix

/// Why one input failed: a stable word for programs and a sentence for people.
package struct FileError: Error, Hashable, Sendable {
  /// The kinds of failure; the words are part of the contract with scripts.
  package enum Code: String, CaseIterable, Sendable {
    case notFound = "not-found"
    case unreadable
    case notAnImage = "not-an-image"
    case unsupported
    case damaged
    case tooLarge = "too-large"
    case outputExists = "output-exists"
    case outputConflict = "output-conflict"
    case overBudget = "over-budget"
    case writeFailed = "write-failed"
    case timeout
    case cancelled
    case `internal`
  }

  /// What kind of failure it is.
  package let code: Code
  /// What is wrong and, where that is known, what to do about it; without the input's path.
  package let message: Message
  /// What a library said, for `--verbose` alone.
  package var detail: Message?

  /// The failure of this kind.
  package init(_ code: Code, _ message: Message, detail: Message? = nil) {
    self.code = code
    self.message = message
    self.detail = detail
  }
}

extension FileError {
  /// The failure to read an input.
  package init(reading error: SystemError) {
    switch error {
    case .notFound, .notFolder: self.init(.notFound, "no such file or folder")
    case .isFolder: self.init(.unreadable, "it is a folder")
    default: self.init(.unreadable, "cannot be read: \(error)")
    }
  }

  /// Runs `read`, which reads bytes of an input, and says for the user what it throws.
  package static func translating<Value>(
    _ read: () throws -> Value
  ) throws(FileError) -> Value {
    do {
      return try read()
    } catch let error as SystemError {
      throw FileError(reading: error)
    } catch {
      throw FileError(.internal, "its header can't be read", detail: "\(String(describing: error))")
    }
  }

  /// The failure to write an output; `root` is a folder below which no link is followed.
  package init(writing output: FilePath, below root: FilePath? = nil, _ error: SystemError) {
    if error == .notFolder, let root, let link = Self.link(in: output.folder, below: root) {
      self.init(
        .writeFailed,
        "cannot write \(output): \(link) is a link, and outputs don't leave \(root) through links")
    } else {
      self.init(.writeFailed, "cannot write \(output): \(error)")
    }
  }

  /// The link that is the lowest on the way from one folder down to another; nil where there is none.
  private static func link(in folder: FilePath, below root: FilePath) -> FilePath? {
    var next = folder
    while next.bytes.count > root.bytes.count, next.folder != next {
      if (try? FileStatus(of: next, followingLinks: false))?.kind == .link { return next }
      next = next.folder
    }
    return nil
  }
}
