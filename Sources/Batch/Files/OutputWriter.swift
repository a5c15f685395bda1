package import Posix

/// Writes the outputs of a run: whole or not at all, known again later, in folders without leftovers.
package struct OutputWriter: Sendable {
  private let journal: WrittenFiles?
  private let sweep = LeftoverSweep()

  /// A writer that keeps `journal` where files can't carry a mark.
  package init(journal: WrittenFiles?) {
    self.journal = journal
  }

  /// Whether imgtool wrote the file, and nobody changed it since; such a one may be replaced.
  package func isOurs(_ path: FilePath) -> Bool {
    OutputMark.isOurs(path, journal: journal)
  }

  /// Writes a file, in a folder that is swept first.
  ///
  /// Throws what `AtomicFile.write` throws, and nothing is left then.
  package func write(
    _ bytes: some Collection<UInt8>, to path: FilePath, _ options: AtomicFileOptions
  ) throws(SystemError) -> AtomicFile.Committed {
    let target = options.followsLink ? try AtomicFile.behindLink(path) : path
    sweep.sweep(target.folder)
    let committed = try AtomicFile.write(bytes, to: target, options)
    if options.isMarked, !committed.isMarked { journal?.add(committed.status) }
    return committed
  }
}
