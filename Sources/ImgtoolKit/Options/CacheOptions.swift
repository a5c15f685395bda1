package import CommandLineOptions
package import Posix
package import ResultCache

/// Whether and how results of earlier runs are used.
package struct CacheOptions: Sendable {
  /// Whether everything is made anew, and nothing is kept for later runs.
  package var isOff = false
  /// The folder that was asked for; nil for the user's own.
  package var folder: FilePath?
  /// The most bytes that are kept.
  package var size = ByteSize(bytes: 2_000_000_000)
  /// For how many days something is kept that nobody uses.
  package var age = 30
  /// Whether files are read even though the system says that they are as they were.
  package var isParanoid = false

  /// Earlier results are used.
  package init() {}

  /// The options that set them.
  package static let table: [Option<CacheOptions>] = [
    Option("no-cache", .cache, help: "Make everything anew, and keep nothing.", sets: \.isOff),
    Option(
      "cache-dir", .folder("dir"), .cache,
      default: "$XDG_CACHE_HOME/\(Program.name) or ~/.cache/\(Program.name)",
      help: "Keep results here for later runs; \(folderVariable) says so for all.", to: \.folder),
    Option(
      "cache-size", .byteSize, .cache, default: "2GB", help: "Keep no more bytes than this.",
      to: \.size),
    Option(
      "cache-age", .integer("days", in: 0...36_500), .cache, default: "30",
      help: "Keep nothing that was not used for so many days.", to: \.age),
    Option(
      "paranoid", .cache, help: "Read every input, even if its times say that it is as it was.",
      sets: \.isParanoid),
  ]

  private static let folderVariable = "IMGTOOL_CACHE_DIR"

  /// The folder that is used; nil where there is none.
  ///
  /// - Parameter environment: The value of an environment variable, nil where it is not set.
  /// - Returns: The folder, which need not exist.
  package func folder(in environment: (String) -> [UInt8]?) -> FilePath? {
    func path(_ variable: String) -> FilePath? {
      environment(variable).flatMap { $0.isEmpty ? nil : FilePath(bytes: $0) }
    }
    if let found = folder ?? path(Self.folderVariable) { return found }
    // A relative path there is to be ignored (XDG Base Directory Specification).
    if let home = path("XDG_CACHE_HOME"), home.isAbsolute {
      return home.appending(FilePath(Program.name))
    }
    guard let home = path("HOME"), home.isAbsolute else { return nil }
    return home.appending(".cache").appending(FilePath(Program.name))
  }

  /// The cache that is used; nil where there is none.
  package func cache(in environment: Environment) -> ResultCache? {
    guard !isOff else { return nil }
    return open(in: environment)
  }

  /// The cache, also where runs don't use it; nil where there is no folder for it.
  package func open(in environment: Environment) -> ResultCache? {
    folder(in: environment.variable).map { folder in
      ResultCache(
        at: folder, limits: CacheLimits(bytes: size.bytes, age: age * 86_400),
        isParanoid: isParanoid)
    }
  }
}
