internal import Batch
internal import Checksum
package import Imaging
internal import Posix
package import ResultCache

/// What of the program itself has a say in the bytes of a result.
package enum ProgramVersions {
  /// Names and versions of the program, of libraries and encoders, and the class of the processor.
  ///
  /// The program counts by its bytes too, which the cache remembers like those of any other file: a
  /// program built anew under the same version may make other pictures.
  package static func all(_ cache: ResultCache, recipe: Recipe) -> [(name: String, version: String)]
  {
    [
      (Program.name, Program.version), ("program", digest(cache)),
      ("processor", Machine.processorClass),
    ] + Libraries.versions(for: recipe)
  }

  private static func digest(_ cache: ResultCache) -> String {
    do throws(SystemError) {
      let status = try FileStatus(of: CurrentProcess.program)
      if let known = cache.knownDigest(of: status) { return known.description }
      let file = try FileDescriptor(opening: CurrentProcess.program, .read)
      let digest = try FileDigest.of(file)
      cache.note(digest, of: try FileStatus(of: file))
      return digest.description
    } catch {
      return ""
    }
  }
}
