internal import Batch
internal import CommandLineOptions
internal import Formats
internal import Imaging
internal import ImgtoolKit
internal import Posix
internal import ResultCache

/// What was found on this machine.
struct Examination {
  /// What the libraries can do with each format.
  let codecs: [Libraries.Codec]
  /// What could be done if a package were there.
  let missing: [MissingPart]
  private let versions = Libraries.versions
  private let cache: ResultCache?
  private let statistics: CacheStatistics?
  private let limits: [(name: String, value: Int, text: String)]

  /// Looks at codecs, cache and limits as a run of these options would find them.
  init(_ options: DoctorOptions, in environment: Environment) {
    codecs = Libraries.codecs
    missing = codecs.flatMap(MissingPart.parts)
    cache = options.cache.open(in: environment)
    statistics = cache?.statistics()
    let jobs = options.run.jobs ?? Machine.processors
    let memory = options.run.memory?.bytes ?? MemoryBudget.standard.limit
    limits = [
      ("processors", Machine.processors, "processors"),
      ("jobs", jobs, "inputs at once"),
      ("memory_bytes", memory, "of memory for decoded pictures"),
      ("max_pixels", options.run.maxPixels, "pixels a picture"),
    ]
  }

  /// The findings for people.
  var lines: [Message] {
    var lines: [Message] = ["\(Program.name) \(Program.version)"]
    lines += versions.map { "\($0.name) \($0.version)" as Message }
    lines += codecs.map { codec -> Message in
      let written = codec.isWritten ? Self.state("written", codec.encoders) : "never written"
      return "\(codec.format.title): \(Self.state("read", codec.decoders)), \(written)"
    }
    lines.append(cacheLine)
    lines += limits.map { limit -> Message in
      let isBytes = limit.name.hasSuffix("bytes")
      return
        "limit: \(isBytes ? ByteSize(bytes: limit.value).description : "\(limit.value)") \(limit.text)"
    }
    lines += missing.map { part -> Message in
      "missing: \(part.what); the package \(part.package) brings what it takes"
    }
    return lines
  }

  private static func state(_ done: String, _ names: [String]) -> String {
    names.isEmpty ? "not \(done)" : "\(done) by \(names.joined(separator: ", "))"
  }

  private var cacheLine: Message {
    guard let cache, let statistics else { return "cache: none, as HOME is not set" }
    if let warning = cache.warning { return "cache: \(warning)" }
    return """
      cache: \(cache.path), \(counted(statistics.results, "result", "results")), \
      \(ByteSize(bytes: statistics.bytes).description) of \(ByteSize(bytes: cache.limits.bytes).description)
      """
  }

  /// The findings for programs.
  var json: JSONObject {
    JSONObject([
      ("version", .text("\(Program.version)")),
      ("libraries", .object(JSONObject(versions.map { ($0.name, .text("\($0.version)")) }))),
      ("formats", .object(JSONObject(codecs.map { ($0.format.rawValue, Self.json($0)) }))),
      ("cache", cacheJSON),
      ("limits", .object(JSONObject(limits.map { ($0.name, .integer($0.value)) }))),
      ("missing", .list(missing.map(Self.json))),
    ])
  }

  private static func json(_ codec: Libraries.Codec) -> JSONValue {
    func names(_ names: [String]) -> JSONValue { .list(names.map { .text("\($0)") }) }
    return .object(
      JSONObject([("decoders", names(codec.decoders)), ("encoders", names(codec.encoders))]))
  }

  private static func json(_ part: MissingPart) -> JSONValue {
    .object(JSONObject([("what", .text(part.what)), ("package", .text("\(part.package)"))]))
  }

  private var cacheJSON: JSONValue? {
    guard let cache, let statistics else { return nil }
    return .object(
      JSONObject([
        ("path", .path(cache.path)), ("results", .integer(statistics.results)),
        ("bytes", .integer(statistics.bytes)), ("limit", .integer(cache.limits.bytes)),
        ("warning", cache.warning.map { .text($0) }),
      ]))
  }
}
