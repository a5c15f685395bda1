internal import Posix

/// A pattern for paths: `*` `?` `[a-z]` `**` `{a,b}`, and a backslash before what stands for itself.
///
/// As in shells, wildcards meet no slash and no dot at the beginning of a name; `**` as a whole component meets any
/// number of folders, none too.
struct Glob: Hashable, Sendable {
  /// One part of a path between slashes.
  enum Component: Hashable, Sendable {
    /// Any folders, one below the other.
    case anyFolders
    case name(NamePattern)
  }

  /// The pattern as it was written.
  let text: String
  /// The folders before the first component with a wildcard; empty where there are none.
  let base: FilePath
  /// The paths below the base that it stands for: one for each choice between braces.
  let alternatives: [[Component]]

  /// Why a text is no pattern.
  struct Fault: Error, Hashable {
    let message: Message
  }

  /// The pattern of a text.
  ///
  /// - Throws: `Fault` for a bracket without its partner, an empty component and too many choices.
  init(_ text: String) throws(Fault) {
    self.text = text
    var parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      .filter { $0 != "." }
    if parts.last == "", parts.count > 1 {
      throw Fault(message: "it names a folder; '\(text)*' are its files")
    }
    guard !parts.dropFirst().contains("") else { throw Self.nothingBetween }
    var base: [String] = []
    while parts.count > 1, let first = parts.first,
      !first.contains(where: { "*?[]{}\\".contains($0) })
    {
      base.append(first)
      parts.removeFirst()
    }
    self.base = FilePath(base.joined(separator: "/") + (base == [""] ? "/" : ""))
    var alternatives: [[Component]] = []
    for choice in try BraceExpansion.choices(of: parts.joined(separator: "/")) {
      var components: [Component] = []
      for part in choice.split(separator: "/", omittingEmptySubsequences: false) {
        guard !part.isEmpty else { throw Self.nothingBetween }
        guard part != ".." else { throw Fault(message: "'..' may stand at the beginning alone") }
        components.append(part == "**" ? .anyFolders : .name(try NamePattern(parsing: part)))
      }
      // `a/**` are all files below `a`.
      if components.last == .anyFolders { components.append(.name(NamePattern(tokens: [.any]))) }
      alternatives.append(components)
    }
    self.alternatives = alternatives
  }

  private static var nothingBetween: Fault {
    Fault(message: "there is nothing between two slashes")
  }

  /// The one path that it is, where there is only one.
  var literalPath: FilePath? {
    guard alternatives.count == 1 else { return nil }
    var path = base
    for component in alternatives[0] {
      guard case .name(let pattern) = component, let name = pattern.literalName else { return nil }
      path = path.appending(name)
    }
    return path
  }

  /// Whether a path, free of `.` and doubled slashes, is one of the pattern's; wildcards meet hidden names too.
  func matches(_ path: FilePath) -> Bool {
    let rest = base.bytes.isEmpty ? path : path.rest(below: base) ?? ""
    guard base.bytes.isEmpty || !rest.bytes.isEmpty else { return false }
    // No name at all is one to a pattern that asks for none.
    let names = rest.bytes.isEmpty ? [rest] : rest.names
    var states = GlobStates(of: self)
    for name in names.dropLast() { states = states.below(name, hidden: true) }
    return names.last.map { states.meetFile($0, hidden: true) } ?? false
  }
}

/// Where in the alternatives of a pattern a path may have come to.
struct GlobStates {
  private struct State: Hashable {
    let alternative: Int
    let index: Int
  }

  private let glob: Glob
  private var states: Set<State> = []

  /// At the base of the pattern.
  init(of glob: Glob) {
    self.glob = glob
    for alternative in glob.alternatives.indices { add(State(alternative: alternative, index: 0)) }
  }

  private init(_ glob: Glob, _ states: Set<State>) {
    self.glob = glob
    for state in states { add(state) }
  }

  /// `**` may stand for no folder at all.
  private mutating func add(_ state: State) {
    var state = state
    states.insert(state)
    let components = glob.alternatives[state.alternative]
    while state.index < components.count, components[state.index] == .anyFolders {
      state = State(alternative: state.alternative, index: state.index + 1)
      states.insert(state)
    }
  }

  /// Whether no path below can be one of the pattern's.
  var isOver: Bool { states.isEmpty }

  /// Where a folder of this name leads to.
  func below(_ name: FilePath, hidden: Bool) -> GlobStates {
    var next: Set<State> = []
    for state in states {
      let components = glob.alternatives[state.alternative]
      guard state.index < components.count else { continue }
      switch components[state.index] {
      case .anyFolders where hidden || name.bytes.first != UInt8(ascii: "."): next.insert(state)
      case .anyFolders: break
      case .name(let pattern):
        if state.index + 1 < components.count, pattern.matches(name, hidden: hidden) {
          next.insert(State(alternative: state.alternative, index: state.index + 1))
        }
      }
    }
    return GlobStates(glob, next)
  }

  /// Whether a file of this name is one of the pattern's.
  func meetFile(_ name: FilePath, hidden: Bool) -> Bool {
    states.contains { state in
      let components = glob.alternatives[state.alternative]
      guard state.index == components.count - 1, case .name(let pattern) = components[state.index]
      else { return false }
      return pattern.matches(name, hidden: hidden)
    }
  }
}
