internal import CommandLineOptions
internal import ImgtoolKit
internal import Posix
internal import ResultCache

/// The inputs of a project, each once, with all that its sets want of it.
struct BuildInputs {
  /// In the order in which sets and patterns name them.
  private(set) var inputs: [WantedInput] = []
  /// Patterns that no picture was found for.
  private(set) var unmet: [Glob] = []

  private let shard: Shard?
  private let results: ResultCache?
  private let takesDrawings: Bool
  private var recipes: [[NamedRecipe]] = []
  private var found: [Key: Place] = [:]
  private var order: [Key] = []

  /// A file, as one pattern may lead to it by other folders than another.
  private struct Key: Hashable {
    let path: FilePath
    let folders: FilePath
  }

  private struct Place {
    let input: FoundInput
    /// The numbers of the sets that want something of it.
    var sets: [Int]
  }

  /// Looks for the inputs.
  ///
  /// - Parameters:
  ///   - project: The project.
  ///   - shard: The share of the inputs that is taken, by their paths in the project; nil for all.
  ///   - paths: Where its paths start from.
  ///   - results: Results of earlier builds; nil where none are used or kept.
  ///   - takesDrawings: Whether patterns find drawings too, such as SVG.
  /// - Throws: What is wrong with a template, which nobody asked before.
  init(
    of project: Project, _ shard: Shard?, _ paths: ProjectPaths, cache results: ResultCache?,
    takesDrawings: Bool
  ) throws(UsageError) {
    self.shard = shard
    self.results = results
    self.takesDrawings = takesDrawings
    for (number, set) in project.sets.enumerated() {
      var made: [NamedRecipe] = []
      for make in set.make { made += try make.recipes(in: paths.whole(set.folder)) }
      recipes.append(made)
      let walk = GlobWalk(root: paths.root, excluded: set.excluded)
      for glob in set.inputs { add(glob, of: number, walk, paths) }
    }
    var outputs: [[Int]: [WantedOutput]] = [:]
    inputs = order.compactMap { found[$0] }.map { place in
      let wanted =
        outputs[place.sets]
        ?? [WantedOutput](
          place.sets.flatMap { recipes[$0] }, cache: results)
      outputs[place.sets] = wanted
      return WantedInput(place.input, wanted)
    }
  }

  private mutating func add(_ glob: Glob, of set: Int, _ walk: GlobWalk, _ paths: ProjectPaths) {
    // A name without wildcards means that file, whatever it is.
    if let path = glob.literalPath {
      guard takes(path) else { return }
      let whole = paths.whole(path)
      add(Key(path: whole, folders: ""), .input(Input(path: whole)), of: set)
      return
    }
    do throws(GlobWalk.Failure) {
      var isMet = false
      for match in try walk.files(of: glob) {
        let whole = paths.whole(match.path)
        // What another share has to do with, this one doesn't look at; it may be a picture.
        guard takes(match.path) else {
          isMet = true
          continue
        }
        guard isImage(whole) else { continue }
        let input = Input(path: whole, below: match.folders)
        add(Key(path: whole, folders: match.folders), .input(input), of: set)
        isMet = true
      }
      if !isMet { unmet.append(glob) }
    } catch {
      guard takes(paths.own(error.folder)) else { return }
      let failure = FoundInput.failed(error.folder, FileError(reading: error.error))
      add(Key(path: error.folder, folders: ""), failure, of: set)
    }
  }

  private func takes(_ path: FilePath) -> Bool { shard?.contains(path) ?? true }

  private mutating func add(_ key: Key, _ input: FoundInput, of set: Int) {
    if found[key] == nil {
      found[key] = Place(input: input, sets: [set])
      order.append(key)
    } else if found[key]?.sets.contains(set) == false {
      found[key]?.sets.append(set)
    }
  }

  /// A file that can't be looked into may be a picture, and its failure is to be told.
  private func isImage(_ path: FilePath) -> Bool {
    if let results, let status = try? FileStatus(of: path),
      FileSource.isImage(path, status, knownTo: results)
    {
      return true
    }
    do throws(SystemError) {
      return try FileSource.isImage(path, orDrawing: takesDrawings)
    } catch {
      return true
    }
  }
}
