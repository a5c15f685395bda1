internal import Batch
internal import Formats
package import Posix
package import ResultCache

/// A file of which only the asked parts are read.
package final class FileSource: ByteSource {
  private let file: FileDescriptor
  /// What the system says of the file.
  package let status: FileStatus

  /// Opens a file for reading.
  ///
  /// - Throws: `FileError` for what is missing, can't be read or is no plain file: a pipe could
  ///   block the run for ever.
  package convenience init(_ path: FilePath) throws(FileError) {
    do throws(SystemError) {
      try self.init(opening: path)
    } catch {
      throw FileError(reading: error)
    }
    switch status.kind {
    case .file: break
    case .folder: throw FileError(reading: .isFolder)
    default: throw FileError(.unreadable, "it is no plain file; use - to read from standard input")
    }
  }

  private init(opening path: FilePath) throws(SystemError) {
    file = try FileDescriptor(opening: path, [.read, .nonBlocking])
    status = try FileStatus(of: file)
  }

  /// How many bytes there are.
  package var count: Int { status.size }

  /// The bytes from `offset` on, at most `count` of them, fewer where the file ends.
  package func read(at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
    try file.read(at: offset, count: count)
  }

  /// The whole file.
  package func readAll() throws(FileError) -> [UInt8] {
    guard status.size <= Self.limit else {
      throw FileError(.tooLarge, "the file is larger than 1 GiB")
    }
    do throws(SystemError) {
      return try file.readAll(limit: Self.limit)
    } catch {
      throw FileError(reading: error)
    }
  }

  /// The most bytes that an input may have, as it is held in memory: 1 GiB.
  private static let limit = 1 << 30
}

extension FileSource {
  /// Whether a file of this status found in a folder was a picture when the cache saw it.
  package static func isImage(
    _ path: FilePath, _ status: FileStatus, knownTo cache: ResultCache
  ) -> Bool {
    status.kind == .file && cache.knownDigest(of: status) != nil
      && !LeftoverSweep.isLeftover(path.name) && program?.isSameFile(as: status) != true
  }

  /// The one file that the cache knows and that is no picture.
  private static let program = try? FileStatus(of: CurrentProcess.program)

  /// Whether a file found in a folder is a picture by its bytes.
  ///
  /// - Throws: What opening fails with: a file that can't be looked into may be a picture.
  package static func isImage(_ path: FilePath) throws(SystemError) -> Bool {
    try isImage(path, orDrawing: true)
  }

  /// Whether a file found in a folder is a picture by its bytes.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - drawingsCount: Whether drawings are pictures, such as SVG.
  /// - Returns: Whether it is one.
  /// - Throws: What opening fails with: a file that can't be looked into may be a picture.
  package static func isImage(
    _ path: FilePath, orDrawing drawingsCount: Bool
  ) throws(SystemError) -> Bool {
    // What a run that was killed left behind is no picture of the user's.
    guard !LeftoverSweep.isLeftover(path.name) else { return false }
    let source: FileSource
    do throws(SystemError) {
      source = try FileSource(opening: path)
    } catch {
      // Gone in the meantime: nothing is lost.
      if error == .notFound { return false }
      throw error
    }
    guard source.status.kind == .file, let kind = try? Formats.FileKind(reading: source)
    else { return false }
    return kind.imageFormat.map { drawingsCount || !$0.isDrawing } ?? false
  }
}
