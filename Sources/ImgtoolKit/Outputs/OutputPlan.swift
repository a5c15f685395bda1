package import Batch
package import Posix

/// Decides before anything is written what may be written where.
///
/// No input is lost, whatever its other names are; no two inputs are written over each other; and no file
/// is replaced that the program did not make, unless the user says so.
package struct OutputPlan: Sendable {
  /// An output that is to be made.
  package struct Request: Hashable, Sendable {
    /// What it is made from.
    package let input: Input
    /// Where it goes.
    package let output: FilePath

    /// The output of an input.
    package init(_ input: Input, output: FilePath) {
      self.input = input
      self.output = output
    }
  }

  /// What is to happen with a request.
  package enum Decision: Hashable, Sendable {
    /// Make it; `replaces` says whether a file of that name may be replaced.
    case write(replaces: Bool)
    /// Leave what is there.
    case skip
    /// Don't make it.
    case fail(FileError)
    /// Don't even count it: the input was found in a folder and is an output of this same run.
    case drop
  }

  /// How files that are there are treated.
  package struct Policy: Hashable, Sendable {
    /// Whether inputs are replaced.
    package var isInPlace = false
    /// Whether files that the program did not make are replaced.
    package var overwrites = false
    /// Whether whatever is there is left alone.
    package var skipsExisting = false
    /// Files that the run itself writes besides, such as a list of its outputs: no output may have their names.
    package var taken: [FilePath] = []
    /// How to say what can be done where an output can't be written.
    package var remedies = OutputRemedies.options

    /// Nothing is replaced but what the program made.
    package init() {}
  }

  private let policy: Policy
  private let wasWrittenByUs: @Sendable (FilePath, FileStatus) -> Bool
  private let foldsCase: @Sendable (FilePath) -> Bool

  /// A plan of this policy.
  ///
  /// - Parameters:
  ///   - policy: How files that are there are treated.
  ///   - wasWrittenByUs: Whether the program made the file of this path and status, links not followed, and
  ///     nobody has changed it since.
  ///   - foldsCase: Whether names in a folder that differ in case alone are one name.
  package init(
    _ policy: Policy, wasWrittenByUs: @escaping @Sendable (FilePath, FileStatus) -> Bool,
    foldsCase: @escaping @Sendable (FilePath) -> Bool = CaseFolding.isDone(in:)
  ) {
    self.policy = policy
    self.wasWrittenByUs = wasWrittenByUs
    self.foldsCase = foldsCase
  }

  /// A decision for each request, in the order of the command line.
  ///
  /// - Parameters:
  ///   - requests: The outputs that are to be made.
  ///   - there: What is there under the name of each; nil where that is to be looked up.
  ///   - others: Inputs without a request, such as damaged ones: they are not to be lost either.
  /// - Returns: A decision for each request.
  package func decide(
    _ requests: [Request], _ there: [FoundOutput?]? = nil, besides others: [Input] = []
  ) -> [Decision] {
    let there = there ?? requests.map { FoundOutput($0.output, isOurs: wasWrittenByUs) }
    var folders = RealFolders()
    let outputs = requests.map { folders.resolve($0.output) }
    let taken = Set(policy.taken.map { folders.resolve($0) })
    let dropped = ownOutputs(requests, outputs, &folders)
    var inputs = InputFiles()
    for other in others { inputs.add(other, &folders) }
    for (index, request) in requests.enumerated() where !dropped.contains(index) {
      inputs.add(request.input, &folders)
    }
    var claims = Claims(foldsCase: foldsCase)
    return zip(requests, outputs).enumerated().map { index, pair in
      let (request, output) = pair
      if dropped.contains(index) { return .drop }
      if request.output == "-" { return .write(replaces: false) }
      let there = there[index]
      if there != nil, policy.skipsExisting { return .skip }
      if taken.contains(output) { return .fail(.taken(request)) }
      if let first = claims.claim(output, for: request.input) {
        return .fail(.conflict(request, with: first, policy.remedies))
      }
      if policy.isInPlace, output == (try? FileSystem.realPath(request.input.path)) {
        return .write(replaces: true)
      }
      if let owner = inputs.owner(of: output, there?.status) {
        return .fail(.lost(owner, by: request, policy.remedies))
      }
      return there.map { decide(request, $0) } ?? .write(replaces: false)
    }
  }

  /// The requests whose input came out of a folder and is what another request of this run makes.
  ///
  /// A file that the program did not make is an input in its own right: it would be lost. In place such
  /// files are those of a run that was killed before it could remove what they are made of.
  private func ownOutputs(
    _ requests: [Request], _ outputs: [FilePath], _ folders: inout RealFolders
  ) -> Set<Int> {
    let paths = requests.map { folders.resolve($0.input) }
    let made = Set(zip(paths, outputs).lazy.filter { $0 != $1 }.map { $1 })
    var own: Set<Int> = []
    for (index, request) in requests.enumerated() where request.input.isFromFolder {
      let path = paths[index]
      if path != outputs[index] || policy.isInPlace, made.contains(path),
        let status = try? FileStatus(of: path, followingLinks: false),
        wasWrittenByUs(path, status)
      {
        own.insert(index)
      }
    }
    return own
  }

  private func decide(_ request: Request, _ there: FoundOutput) -> Decision {
    guard there.status.kind != .folder else {
      return .fail(FileError(.outputExists, "its output \(request.output) is a folder"))
    }
    guard policy.overwrites || there.isOurs else {
      if let error = unreadable(request.output, there.status) {
        return .fail(
          FileError(
            .outputExists,
            """
            its output \(request.output) is there already and can't be read (\(error)), so nobody knows \
            whether it is \(Program.name)'s own; \(policy.remedies.ofExisting)
            """))
      }
      return .fail(
        FileError(
          .outputExists,
          """
          its output \(request.output) is there already and not known to be \(Program.name)'s own; \
          \(policy.remedies.ofExisting)
          """))
    }
    return .write(replaces: true)
  }

  /// Why a file can't be read, without which it can't be known for one of ours; nil where it can.
  private func unreadable(_ path: FilePath, _ status: FileStatus) -> SystemError? {
    guard status.kind == .file else { return nil }
    do throws(SystemError) {
      _ = try FileDescriptor(opening: path, [.read, .noFollow, .nonBlocking])
      return nil
    } catch {
      return error
    }
  }
}

extension FileError {
  fileprivate static func taken(_ request: OutputPlan.Request) -> FileError {
    FileError(
      .outputConflict, "its output \(request.output) is where the list of all outputs goes")
  }

  fileprivate static func conflict(
    _ request: OutputPlan.Request, with first: Input, _ remedies: OutputRemedies
  ) -> FileError {
    guard first != request.input else {
      return FileError(
        .outputConflict,
        """
        its output \(request.output) is that of another size or format of it as well, which comes \
        first; \(remedies.ofOneInput)
        """)
    }
    return FileError(
      .outputConflict,
      """
      its output \(request.output) is that of \(first.path) as well, which comes first; \
      \(remedies.ofTwoInputs)
      """)
  }

  fileprivate static func lost(
    _ input: Input, by request: OutputPlan.Request, _ remedies: OutputRemedies
  ) -> FileError {
    let what: Message =
      input == request.input
      ? "input itself; \(remedies.ofOwnInput)" : "input \(input.path)"
    return FileError(.outputExists, "its output \(request.output) would replace the \(what)")
  }
}

/// A name without its case, in which the ways to compose a letter are one.
private enum Folded: Hashable {
  case plain(FilePath)
  /// `String` equality folds the ways to compose a letter.
  case other(String)

  init(_ path: FilePath) {
    if path.bytes.allSatisfy({ $0 < 0x80 }) {
      self = .plain(FilePath(bytes: path.bytes.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }))
    } else {
      let text = path.description.lowercased()
      // Some letters have a small one that is plain, such as the sign of the kelvin.
      self = text.utf8.allSatisfy { $0 < 0x80 } ? .plain(FilePath(text)) : .other(text)
    }
  }
}

/// The inputs of a run by their names and by the files behind them.
private struct InputFiles {
  private struct File: Hashable {
    let device: UInt64
    let inode: UInt64
  }

  private var inputs: [Input] = []
  private var byName: [FilePath: Int] = [:]
  private var byFile: [File: Int] = [:]

  mutating func add(_ input: Input, _ folders: inout RealFolders) {
    guard !input.isStandardInput else { return }
    let number = inputs.count
    inputs.append(input)
    byName.insert(number, for: folders.resolve(input))
    guard let status = input.lookedUp.status ?? (try? FileStatus(of: input.path)) else { return }
    byFile.insert(number, for: File(device: status.device, inode: status.inode))
  }

  /// The input that would be replaced by writing to `path`, whatever it is called there.
  ///
  /// `there` is the status of what has the name, links not followed; nil where nothing has.
  func owner(of path: FilePath, _ there: FileStatus?) -> Input? {
    if let number = byName[path] { return inputs[number] }
    guard let there, let status = there.kind == .link ? try? FileStatus(of: path) : there else {
      return nil
    }
    return byFile[File(device: status.device, inode: status.inode)].map { inputs[$0] }
  }
}

extension Dictionary {
  /// Takes a value for a key that has none.
  fileprivate mutating func insert(_ value: Value, for key: Key) {
    if let earlier = updateValue(value, forKey: key) { self[key] = earlier }
  }
}

extension RealFolders {
  /// The path of an input with its folder free of links and dots.
  mutating func resolve(_ input: Input) -> FilePath { input.lookedUp.path ?? resolve(input.path) }
}

/// Which output names are taken, and by which input.
private struct Claims {
  let foldsCase: (FilePath) -> Bool
  private var exact: [FilePath: Input] = [:]
  private var folded: [Folded: Input] = [:]

  init(foldsCase: @escaping (FilePath) -> Bool) {
    self.foldsCase = foldsCase
  }

  /// Takes a name; gives who has it already.
  mutating func claim(_ output: FilePath, for input: Input) -> Input? {
    if let first = exact[output] { return first }
    let key = Folded(output)
    // The folder is asked only when it matters.
    if let first = folded[key], foldsCase(output.folder) { return first }
    exact[output] = input
    if folded[key] == nil { folded[key] = input }
    return nil
  }
}
