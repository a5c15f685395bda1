internal import CommandLineOptions
internal import ImgtoolKit
internal import Posix
internal import ResultCache

/// Does something with the cache and prints what came of it.
struct CacheReport {
  private let cache: ResultCache
  private let isJSON: Bool
  private let console: any Console

  init(_ cache: ResultCache, isJSON: Bool, console: any Console) {
    self.cache = cache
    self.isJSON = isJSON
    self.console = console
  }

  func run(_ action: CacheAction) -> ExitStatus {
    switch action {
    case .path: print([("path", .path(cache.path))], "\(cache.path)")
    case .stats: stats()
    case .trim: trim()
    case .verify: return verify()
    case .clear: clear()
    case .explain: break
    }
    return .success
  }

  private func stats() {
    let found = cache.statistics()
    print(
      [
        ("path", .path(cache.path)), ("results", .integer(found.results)),
        ("records", .integer(found.records)), ("hints", .integer(found.hints)),
        ("bytes", .integer(found.bytes)),
        ("limit", .integer(cache.limits.bytes)), ("known_files", .integer(found.knownFiles)),
        ("index_bytes", .integer(found.indexBytes)),
      ],
      """
      \(cache.path): \(counted(found.results, "result", "results")) for \
      \(counted(found.records, "picture", "pictures")), \(size(found.bytes)) of \
      \(size(cache.limits.bytes)); \(counted(found.knownFiles, "file", "files")) known, \(size(found.indexBytes))
      """)
  }

  private func trim() {
    let report = cache.trim() ?? TrimReport()
    print(
      [
        ("removed", .integer(report.removed)), ("bytes_removed", .integer(report.bytesRemoved)),
        ("bytes_left", .integer(report.bytesLeft)),
      ],
      "\(counted(report.removed, "file", "files")) removed, \(size(report.bytesRemoved)); \(size(report.bytesLeft)) left"
    )
  }

  private func verify() -> ExitStatus {
    let report = cache.verify()
    print(
      [
        ("records", .integer(report.records)), ("results", .integer(report.results)),
        ("hints", .integer(report.hints)), ("removed", .integer(report.removed)),
      ],
      """
      \(counted(report.records, "record", "records")) and \
      \(counted(report.results, "result", "results")) read, \
      \(report.removed == 0 ? "all sound" : "\(report.removed) not sound and removed")
      """)
    return report.removed == 0 ? .success : .failure
  }

  private func clear() {
    let found = cache.clear()
    print(
      [("results", .integer(found.results)), ("bytes", .integer(found.bytes))],
      "\(counted(found.results, "result", "results")) removed, \(size(found.bytes))")
  }

  private func size(_ bytes: Int) -> String { ByteSize(bytes: bytes).description }

  private func print(_ members: [(String, JSONValue)], _ line: Message) {
    guard isJSON else { return console.writeLine(line, to: .output) }
    console.writeJSON(JSONObject(members))
  }
}
