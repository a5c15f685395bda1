package import CommandLineOptions
package import Posix

/// Lists of paths, as `--files-from` reads them.
package enum InputList {
  /// The most bytes that a list may have.
  private static let limit = 1 << 30

  /// Reads the list at `path`, of which `-` is stdin; paths end with a newline or with a NUL.
  ///
  /// Throws wrong usage where the list can't be read, as nothing has been done then.
  package static func read(
    _ path: FilePath, isNULSeparated: Bool,
    standardInput: () throws(SystemError) -> [UInt8] = readStandardInput
  ) throws(UsageError) -> [FilePath] {
    do throws(SystemError) {
      let bytes =
        path == "-"
        ? try standardInput() : try FileDescriptor(opening: path, .read).readAll(limit: limit)
      return paths(in: bytes, isNULSeparated: isNULSeparated)
    } catch {
      throw UsageError("The list '\(path)' cannot be read: \(error)")
    }
  }

  /// The paths of a list, byte for byte: nothing but the separator is taken off; empty lines count for nothing.
  package static func paths(in bytes: [UInt8], isNULSeparated: Bool) -> [FilePath] {
    bytes.split(separator: isNULSeparated ? 0 : UInt8(ascii: "\n")).map { FilePath(bytes: $0) }
  }

  /// Reads stdin to its end.
  package static func readStandardInput() throws(SystemError) -> [UInt8] {
    try StandardInput.readAll(limit: limit)
  }
}
