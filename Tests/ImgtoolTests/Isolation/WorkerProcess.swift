internal import Foundation

/// A process that imgtool has started, as `/proc` shows it.
struct WorkerProcess: Sendable {
  let number: pid_t

  /// The processes that a process has started and that live.
  static func children(of parent: pid_t) -> [WorkerProcess] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { pid_t($0) }.map { WorkerProcess(number: $0) }.filter { process in
      // The state comes first, then the parent.
      process.figures.first != "Z" && process.figures.dropFirst().first == "\(parent)"
    }
  }

  /// The first process of a parent that has shut itself off and is at work, stopped at it; nil where none comes
  /// within minutes.
  static func stoppedAtWork(of parent: pid_t) -> WorkerProcess? {
    for _ in 0..<60_000 {
      if let busy = children(of: parent).first(where: { $0.isBusy(for: 0.1) }) {
        kill(busy.number, SIGSTOP)
        return busy
      }
      Thread.sleep(forTimeInterval: 0.005)
    }
    return nil
  }

  /// Whether it has shut itself off and then worked for so many seconds of processor time.
  func isBusy(for seconds: Double) -> Bool {
    let figures = figures
    guard isShutOff, figures.count > 12, let user = Double(figures[11]),
      let system = Double(figures[12])
    else { return false }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK))) >= seconds
  }

  /// Whether the system answers only some of its calls, and gives it no new privileges.
  var isShutOff: Bool {
    let status = text("status")
    return status.contains("Seccomp:\t2") && status.contains("NoNewPrivs:\t1")
  }

  /// How many threads it has.
  var threads: Int? { figures.count > 17 ? Int(figures[17]) : nil }

  /// What it has open, by number.
  var descriptors: [Int] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(number)/fd")
    return (names ?? []).compactMap { Int($0) }.sorted()
  }

  /// The names of its environment variables.
  var variables: [String] {
    text("environ").split(separator: "\0").map { String($0.prefix { $0 != "=" }) }
  }

  /// Whether there is such a process, dead ones that nobody asked for among them.
  var isThere: Bool { !figures.isEmpty && figures[0] != "Z" }

  /// What stands behind the name in `/proc/N/stat`.
  private var figures: [String] {
    let line = text("stat")
    guard let end = line.lastIndex(of: ")") else { return [] }
    return line[line.index(after: end)...].split(separator: " ").map(String.init)
  }

  private func text(_ name: String) -> String {
    guard let data = FileManager.default.contents(atPath: "/proc/\(number)/\(name)") else {
      return ""
    }
    return String(decoding: data, as: UTF8.self)
  }
}
