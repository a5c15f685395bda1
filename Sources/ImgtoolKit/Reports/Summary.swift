internal import CommandLineOptions
package import Posix
package import ResultCache

/// The counts of a run, for its last line and its exit status.
package struct Summary: Sendable {
  private var counts: [Outcome.Status: Int] = [:]
  private var bytesIn = 0
  private var bytesOut = 0
  /// The inputs whose bytes are in `bytesIn`: one of several outputs is read once all the same.
  private var sources: Set<FilePath> = []
  /// How the cache served the run; nil where none was used.
  package var cache: ResultCache.Usage?

  /// The summary of nothing.
  package init() {}

  /// Counts one more outcome.
  package mutating func add(_ outcome: Outcome) {
    counts[outcome.status, default: 0] += 1
    switch outcome.status {
    case .written, .cached, .unchanged:
      if let bytes = outcome.bytesIn, sources.insert(outcome.input).inserted { bytesIn &+= bytes }
      bytesOut &+= outcome.bytesOut ?? 0
    case .skipped, .failed, .planned: break
    }
  }

  /// How many inputs ended so.
  package func count(_ status: Outcome.Status) -> Int { counts[status, default: 0] }

  /// What the process tells whoever started it, unless a signal ended it.
  package var exitStatus: ExitStatus { count(.failed) == 0 ? .success : .failure }

  /// The last line: `imgtool: 12 done (5 from cache, 1 unchanged), 2 failed, 34 MB in, 6.1 MB out, 3.2 s`.
  package func line(seconds: Double) -> Message {
    let done = count(.written) + count(.cached) + count(.unchanged)
    var parts = [
      "\(done) done (\(count(.cached)) from cache, \(count(.unchanged)) unchanged)"
    ]
    if count(.planned) > 0 { parts.append("\(count(.planned)) to do") }
    if count(.skipped) > 0 { parts.append("\(count(.skipped)) skipped") }
    parts.append("\(count(.failed)) failed")
    parts.append("\(ByteSize(bytes: bytesIn)) in")
    parts.append("\(ByteSize(bytes: bytesOut)) out")
    parts.append("\(decimal(seconds, places: 1)) s")
    // Where it found nothing there is nothing to say of it.
    if let cache, cache.hits > 0 {
      parts.append(
        """
        cache: \(counted(cache.hits, "hit", "hits")), \
        \(counted(cache.misses, "miss", "misses")), \(ByteSize(bytes: cache.bytes)), \
        \(decimal(cache.secondsSaved, places: 1)) s saved
        """)
    }
    return Message("\(Program.name): " + parts.joined(separator: ", "))
  }
}

/// A number with the word for what is counted, such as `1 hit` and `2 hits`.
package func counted(_ number: Int, _ one: String, _ many: String) -> String {
  "\(number) \(number == 1 ? one : many)"
}

/// A number that is not negative with so many digits behind the point, in every locale.
func decimal(_ value: Double, places: Int) -> String {
  let unit = (0..<places).reduce(1) { power, _ in power * 10 }
  // Times and shares are far below this; anything else would trap.
  let scaled = Int(min(max(value * Double(unit), 0), 1e15).rounded())
  let fraction = String(scaled % unit)
  let zeros = String(repeating: "0", count: places - fraction.count)
  return "\(scaled / unit).\(zeros)\(fraction)"
}
