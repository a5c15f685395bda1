package import CommandLineOptions
package import Posix

/// Which pictures a command reads.
package struct InputOptions: Sendable {
  /// Whether sub-folders are walked.
  package var isRecursive = false
  /// A list of paths, `-` for stdin.
  package var filesFrom: FilePath?
  /// Whether the paths of that list end with a NUL.
  package var isNULSeparated = false
  /// The share of the inputs that is taken; nil for all.
  package var shard: ShardChoice?

  /// The images of the current folder, unless something is named.
  package init() {}

  /// The options that set them.
  package static let table: [Option<InputOptions>] = [
    Option(
      "recursive", short: "r", .inputs, help: "Go down into sub-folders, but not into caches.",
      sets: \.isRecursive),
    Option(
      "files-from", .file(), .inputs,
      help: "Read paths from a file, one on each line; - is standard input.", to: \.filesFrom),
    Option(
      "null", short: "0", .inputs, help: "Paths of --files-from end with a NUL, not a newline.",
      sets: \.isNULSeparated),
    Option(
      "shard", .shard, .inputs,
      help: """
        Take one of N shares of the inputs, the same on every machine; 'auto' asks the variables of \
        Kubernetes, Slurm, GitLab, CircleCI or Buildkite.
        """, to: \.shard),
  ]

  /// Checks what only several options together can get wrong; touches no file.
  package func validate(inputs: [FilePath]) throws(UsageError) {
    if isNULSeparated, filesFrom == nil { throw UsageError("'--null' needs '--files-from'") }
    if inputs.contains("-"), inputs.count > 1 || filesFrom != nil {
      throw UsageError("'-' (standard input) must be the only input")
    }
    if shard != nil, inputs.contains("-") {
      throw UsageError("'--shard' cannot be combined with '-' (standard input)")
    }
  }

  /// What a run says that finds nothing.
  package var nothingFound: Message {
    shard == nil ? "there are no images here" : "there are no images in this share"
  }

  /// Everything that the command line leads to, in order.
  ///
  /// - Parameters:
  ///   - named: The inputs on the command line.
  ///   - identity: When two paths are the same input.
  ///   - currentFolder: What is looked through when nothing is named.
  ///   - isKnown: Whether a file in a folder is known for an image by its status; nil where none is.
  ///   - variable: The value of an environment variable, nil where it is not set.
  ///   - isImage: Whether a file in a folder is an image by its bytes.
  /// - Returns: Inputs and failures of the share; empty where a list is empty or a folder holds no image.
  /// - Throws: Wrong usage where the list can't be read, or nobody says which share it is.
  package func find(
    _ named: [FilePath], identity: InputWalker.Identity = .name, currentFolder: FilePath = "",
    isKnown: (@Sendable (FilePath, FileStatus) -> Bool)? = nil,
    variable: (String) -> [UInt8]? = ProcessArguments.environmentVariable,
    isImage: @escaping @Sendable (FilePath) throws(SystemError) -> Bool
  ) throws(UsageError) -> [FoundInput] {
    if named == ["-"], filesFrom == nil { return [.input(.standardInput)] }
    let shard = try shard.map { choice throws(UsageError) in try choice.shard(variable) }
    let walker = InputWalker(
      isRecursive: isRecursive, identity: identity, shard: shard, isKnown: isKnown,
      isImage: isImage)
    guard let filesFrom else {
      return named.isEmpty ? walker.walkCurrentFolder(currentFolder) : walker.walk(named)
    }
    return try walker.walk(named + InputList.read(filesFrom, isNULSeparated: isNULSeparated))
  }
}
