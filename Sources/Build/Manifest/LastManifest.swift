internal import Batch
internal import Checksum
internal import ImgtoolKit
internal import Posix

/// What the last build says it made.
struct LastManifest: Sendable {
  /// The manifest; nil where there is none that can be read.
  let manifest: Manifest?
  /// The file as it is; nil where there is none.
  let bytes: [UInt8]?
  private let digests: [FilePath: ContentDigest]

  /// Reads the manifest that a project names; of a share, that which the share writes, while outputs of the
  /// whole one are known as well.
  init(of project: Project, _ shard: Shard?, _ paths: ProjectPaths) {
    let own = project.manifest(of: shard)
    bytes = own.flatMap { Self.read(paths.whole($0)) }
    manifest = bytes.flatMap { try? Manifest(reading: $0) }
    let whole =
      own == project.manifest
      ? nil : project.manifest.flatMap { Self.read(paths.whole($0)) }
    var folders = RealFolders()
    var digests: [FilePath: ContentDigest] = [:]
    for known in [whole.flatMap { try? Manifest(reading: $0) }, manifest] {
      for (path, output) in known?.outputs ?? [:] {
        digests[folders.resolve(paths.whole(path))] = output.digest
      }
    }
    self.digests = digests
  }

  private static func read(_ path: FilePath) -> [UInt8]? {
    try? FileDescriptor(opening: path, [.read, .nonBlocking])
      .readAll(limit: ManifestCommand.mostBytes)
  }

  /// The digest that an output had; nil where it was none.
  func digest(of path: FilePath) -> ContentDigest? {
    var folders = RealFolders()
    return digests[folders.resolve(path)]
  }
}
