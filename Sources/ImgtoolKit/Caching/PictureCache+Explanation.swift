internal import Batch
internal import Checksum
package import Posix
package import ResultCache

extension PictureCache {
  /// Why a file's result would be found or not, and what it is kept under.
  ///
  /// - Throws: `FileError` where the file can't be read.
  package func explain(
    _ path: FilePath
  ) throws(FileError) -> (key: String, explanation: ResultCache.Explanation) {
    let file = try FileSource(path)
    do throws(SystemError) {
      let content: ContentDigest
      if let known = results.knownDigest(of: file.status) {
        content = known
      } else {
        content = try FileDigest.of(FileDescriptor(opening: path, .read))
      }
      let key = key(content, picture: nil)
      return (key.digest.description, results.explain(key, sharing: Self.contentPart))
    } catch {
      throw FileError(reading: error)
    }
  }
}
