package import Formats
internal import Posix

extension Input {
  /// Opens the input, so that only the asked parts of it are read; standard input is read whole.
  ///
  /// - Throws: `FileError` for what is missing or can't be read.
  package func open() throws(FileError) -> any ByteSource {
    guard isStandardInput else { return try FileSource(path) }
    do throws(SystemError) {
      return MemorySource(try InputList.readStandardInput())
    } catch {
      throw FileError(reading: error)
    }
  }
}
