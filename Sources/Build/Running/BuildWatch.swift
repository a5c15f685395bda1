internal import Batch
internal import ImgtoolKit
internal import Posix

/// Builds again and again, as inputs or the project itself change, until somebody stops it.
struct BuildWatch {
  private let options: BuildOptions
  private let environment: Environment

  /// A watch with these options.
  init(_ options: BuildOptions, _ environment: Environment) {
    self.options = options
    self.environment = environment
  }

  /// Milliseconds in which nothing may change before a build begins: editors and copies write in pieces.
  private static let quiet: Int32 = 200
  /// How often it is asked whether to stop, in milliseconds.
  private static let pulse: Int32 = 250

  /// Builds, and waits for the next reason to.
  func run() -> ExitStatus {
    while environment.cancellation.reason == nil {
      do throws(SystemError) {
        // Watched before it is read, so that what changes meanwhile is not missed.
        var watch = try FolderWatch(folders)
        let own = build()
        wait(for: &watch, besides: own)
      } catch {
        environment.console.writeLine(
          "\(Program.name): folders can't be watched: \(error)", to: .error)
        return .failure
      }
    }
    return environment.status(or: .success)
  }

  /// The folder of the project file, and those in which inputs may be.
  private var folders: [FilePath] {
    let paths = ProjectPaths(of: options.file)
    var folders: [FilePath] = [paths.root]
    for set in (try? Project(reading: options.file))?.sets ?? [] {
      let walk = GlobWalk(root: paths.root, excluded: set.excluded)
      for glob in set.inputs { folders += walk.folders(of: glob) }
    }
    var seen: Set<FilePath> = []
    return folders.filter { seen.insert($0).inserted }
  }

  /// Builds once and gives the files that it made, whose changes are no reason to build.
  private func build() -> Set<FilePath> {
    do throws(ProjectError) {
      let run = BuildRun(try Project(reading: options.file), options, environment)
      _ = try run.run()
      return run.ownFiles
    } catch {
      environment.console.writeLine("\(Program.name): \(error.text(in: options.file))", to: .error)
      return []
    }
  }

  private func wait(for watch: inout FolderWatch, besides own: Set<FilePath>) {
    var isDue = false
    while environment.cancellation.reason == nil {
      let changed = watch.changes(within: isDue ? Self.quiet : Self.pulse).subtracting(own)
        .filter { !LeftoverSweep.isLeftover($0.name) }
      if isDue, changed.isEmpty { return }
      if !changed.isEmpty { isDue = true }
    }
  }
}
