package import Posix

/// One picture that a command is to read.
package struct Input: Hashable, Sendable {
  /// The path as given, or the folder as given and what was found below it; `-` for stdin.
  package var path: FilePath { details.path }
  /// The folders between the folder that was given and the file; empty for a file that was named.
  package var subfolder: FilePath { details.subfolder }
  /// Whether it was found in a folder, not named.
  package var isFromFolder: Bool { details.isFromFolder }
  /// Whether the bytes come through stdin; a file may have the name `-` too.
  package var isStandardInput: Bool { details.isStandardInput }
  /// What was learned of it on the way to it; it has no say in whether two inputs are the same.
  var lookedUp: LookedUp { details.lookedUp }

  /// The folder that was given, in a sub-folder of which it was found; nil where it was not.
  var root: FilePath? {
    guard isFromFolder, !subfolder.bytes.isEmpty else { return nil }
    let folder = path.folder.bytes
    guard folder.suffix(subfolder.bytes.count).elementsEqual(subfolder.bytes) else { return nil }
    let root = folder.dropLast(subfolder.bytes.count)
    return root.isEmpty ? "." : FilePath(bytes: root)
  }

  private let details: Details

  /// The file of this path.
  package init(path: FilePath) {
    self.init(path: path, LookedUp())
  }

  /// A file that was named.
  init(path: FilePath, _ lookedUp: LookedUp) {
    details = Details(path, lookedUp)
  }

  /// A file that was found in a folder, with the folders between that one and the file.
  package init(path: FilePath, below subfolder: FilePath) {
    self.init(path: path, below: subfolder, LookedUp())
  }

  init(path: FilePath, below subfolder: FilePath, _ lookedUp: LookedUp) {
    details = Details(path, subfolder: subfolder, isFromFolder: true, lookedUp)
  }

  private init(_ details: Details) {
    self.details = details
  }

  /// The image that comes through stdin.
  package static let standardInput = Input(Details("-", isStandardInput: true, LookedUp()))

  /// The file's name without its last extension, byte for byte; `stdin` for what comes from there.
  package var stem: FilePath { isStandardInput ? "stdin" : path.stem }

  /// Whether both are one path that was come to in the same way.
  package static func == (one: Self, two: Self) -> Bool {
    one.details === two.details
      || one.path == two.path && one.subfolder == two.subfolder
        && one.isFromFolder == two.isFromFolder && one.isStandardInput == two.isStandardInput
  }

  /// Feeds the path.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(path)
  }
}

extension Input {
  /// What the system said of an input, so that it need not be asked again.
  struct LookedUp: Sendable {
    /// What it said of the file behind all links; nil where nobody asked.
    var status: FileStatus?
    /// The path with its folder free of links and dots; nil where nobody asked.
    var path: FilePath?
  }

  // A class, as inputs are passed on often.
  private final class Details: Sendable {
    let path: FilePath
    let subfolder: FilePath
    let isFromFolder: Bool
    let isStandardInput: Bool
    let lookedUp: LookedUp

    init(
      _ path: FilePath, subfolder: FilePath = "", isFromFolder: Bool = false,
      isStandardInput: Bool = false, _ lookedUp: LookedUp
    ) {
      self.path = path
      self.subfolder = subfolder
      self.isFromFolder = isFromFolder
      self.isStandardInput = isStandardInput
      self.lookedUp = lookedUp
    }
  }
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
