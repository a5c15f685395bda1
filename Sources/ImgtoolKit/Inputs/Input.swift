package import Posix

/// One picture that a command is to read.
package struct Input: Hashable, Sendable {
  /// The path as given, or the folder as given and what was found below it; `-` for stdin.
  package let path: FilePath
  /// The folders between the folder that was given and the file; empty for a file that was named.
  package var subfolder: FilePath = ""
  /// Whether it was found in a folder, not named.
  package var isFromFolder = false

  /// The file of this path.
  package init(path: FilePath) {
    self.path = path
  }

  /// The image that comes through stdin.
  package static let standardInput = Input(path: "-", isStandardInput: true)

  /// Whether the bytes come through stdin; a file may have the name `-` too.
  package private(set) var isStandardInput = false

  private init(path: FilePath, isStandardInput: Bool) {
    self.path = path
    self.isStandardInput = isStandardInput
  }

  /// The file's name without its last extension, byte for byte; `stdin` for what comes from there.
  package var stem: FilePath { isStandardInput ? "stdin" : path.stem }
}

/// What a path on the command line led to.
package enum FoundInput: Hashable, Sendable {
  /// A picture to read.
  case input(Input)
  /// A path that leads nowhere, or can't be looked into.
  case failed(FilePath, FileError)

  /// The path as given.
  package var path: FilePath {
    switch self {
    case .input(let input): input.path
    case .failed(let path, _): path
    }
  }
}
