#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// How much of something the system lets this process have.
package enum ResourceLimit: Sendable {
  /// Bytes of addresses, whether there is memory behind them or not.
  case addresses
  /// Bytes of a file that it writes.
  case fileBytes
  /// Files that are open.
  case openFiles
  /// Bytes of the picture that the system takes of a process that crashed.
  case crashReport
  /// Seconds of processor time, from the start of the process; who takes more is sent SIGXCPU.
  case processorSeconds

  /// Sets the limit, within the bounds that somebody else has set.
  ///
  /// - Parameters:
  ///   - most: How much.
  ///   - forGood: Whether it can't be raised any more.
  /// - Throws: The error of a system that would not have it.
  package func set(to most: Int, forGood: Bool = false) throws(SystemError) {
    var limit = rlimit()
    let resource = resource
    _ = try checked { getrlimit(resource, &limit) }
    limit.rlim_cur = min(rlim_t(clamping: max(most, 0)), limit.rlim_max)
    if forGood { limit.rlim_max = limit.rlim_cur }
    _ = try checked { setrlimit(resource, &limit) }
  }

  /// How much it is now, and may be raised to; nil where the system does not say.
  package var current: (now: Int, most: Int)? {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return nil }
    return (Int(clamping: limit.rlim_cur), Int(clamping: limit.rlim_max))
  }

  /// The system's number for it.
  var resource: Int32 {
    #if canImport(Glibc)
      switch self {
      case .addresses: Int32(RLIMIT_AS.rawValue)
      case .fileBytes: Int32(RLIMIT_FSIZE.rawValue)
      case .openFiles: Int32(RLIMIT_NOFILE.rawValue)
      case .crashReport: Int32(RLIMIT_CORE.rawValue)
      case .processorSeconds: Int32(RLIMIT_CPU.rawValue)
      }
    #else
      switch self {
      case .addresses: RLIMIT_AS
      case .fileBytes: RLIMIT_FSIZE
      case .openFiles: RLIMIT_NOFILE
      case .crashReport: RLIMIT_CORE
      case .processorSeconds: RLIMIT_CPU
      }
    #endif
  }
}

extension CurrentProcess {
  /// Seconds of processor time that all its threads have taken.
  package static var processorSeconds: Double {
    var time = timespec()
    _ = clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// How many threads it has; 0 where the system does not say.
  package static var threads: Int {
    let line = smallFile("/proc/self/status")?.split(separator: "\n")
      .first { $0.hasPrefix("Threads:") }
    return line?.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) } ?? 0
  }

  /// Bytes of addresses that it has in use, whether there is memory behind them or not; 0 where the system
  /// does not say.
  package static var addressBytes: Int {
    let pages = smallFile("/proc/self/statm")?.split(separator: " ").first.flatMap { Int($0) }
    return (pages ?? 0) &* Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
