package import Formats
internal import Posix

extension Input {
  /// Opens the input, so that only the asked parts of it are read; standard input is read whole.
  ///
  /// - Throws: `FileError` for what is missing or can't be read.
  package func open() throws(FileError) -> any ByteSource {
    guard isStandardInput else { return try FileSource(path) }
    return MemorySource(try readWhole())
  }

  /// All bytes of the input.
  ///
  /// - Throws: `FileError` for what is missing, can't be read or is too large to be held in memory.
  package func readWhole() throws(FileError) -> [UInt8] {
    guard isStandardInput else { return try FileSource(path).readAll() }
    do throws(SystemError) {
      return try InputList.readStandardInput()
    } catch {
      throw FileError(reading: error)
    }
  }
}
