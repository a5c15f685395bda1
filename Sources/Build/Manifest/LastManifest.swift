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

  /// The most bytes of a manifest: some hundred thousand outputs.
  private static let mostBytes = 256 << 20

  /// Reads the manifest that a project names.
  init(of project: Project, _ paths: ProjectPaths) {
    bytes = project.manifest.flatMap { path -> [UInt8]? in
      try? FileDescriptor(opening: paths.whole(path), [.read, .nonBlocking])
        .readAll(limit: Self.mostBytes)
    }
    manifest = bytes.flatMap { try? Manifest(reading: $0) }
    var folders = RealFolders()
    var digests: [FilePath: ContentDigest] = [:]
    for (path, output) in manifest?.outputs ?? [:] {
      digests[folders.resolve(paths.whole(path))] = output.digest
    }
    self.digests = digests
  }

  /// The digest that an output had; nil where it was none.
  func digest(of path: FilePath) -> ContentDigest? {
    var folders = RealFolders()
    return digests[folders.resolve(path)]
  }
}
