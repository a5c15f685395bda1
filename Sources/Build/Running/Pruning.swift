internal import Batch
internal import Checksum
internal import ImgtoolKit
internal import Posix

/// Removes outputs of the last build that this one doesn't make.
struct Pruning {
  private let project: Project
  private let paths: ProjectPaths
  private let last: Manifest?

  /// The pruning after a build of a project.
  init(_ project: Project, _ paths: ProjectPaths, _ last: Manifest?) {
    self.project = project
    self.paths = paths
    self.last = last
  }

  /// Removes what the last manifest names and this one doesn't, where its bytes are still those it named.
  ///
  /// Outputs of inputs that failed stay: they may be all that is left.
  func prune(keeping manifest: Manifest, failed: Set<FilePath>, _ reporter: Reporter) {
    let kept = manifest.outputs
    let inputs = Set(manifest.inputs.map(\.path))
    for input in last?.inputs ?? [] where !failed.contains(input.path) {
      for output in input.outputs where kept[output.path] == nil && !inputs.contains(output.path) {
        prune(output, reporter)
      }
    }
  }

  private func prune(_ output: Manifest.Output, _ reporter: Reporter) {
    let path = paths.whole(output.path)
    guard let status = try? FileStatus(of: path, followingLinks: false) else { return }
    guard isWithinReach(output.path) else {
      return reporter.warn(path, "is left: it lies outside the project's folders")
    }
    guard FileDigest.read(path, status) == output.digest else {
      return reporter.warn(path, "is left: it is not as it was made")
    }
    do throws(SystemError) {
      try FileSystem.remove(path)
    } catch {
      reporter.warn(path, "can't be removed: \(error)")
    }
  }

  /// A manifest may come from anybody: what it names is below the project, or where a set writes.
  private func isWithinReach(_ path: FilePath) -> Bool {
    let isBelow = !path.isAbsolute && !path.names.contains("..")
    return isBelow
      || project.sets.contains { set in
        path.rest(below: set.folder).map { !$0.names.contains("..") } ?? false
      }
  }
}
