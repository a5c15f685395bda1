#if canImport(Glibc)
  internal import CPosix
  internal import Glibc
#else
  internal import Darwin
#endif

/// What the process may use of the machine.
package enum Machine {
  /// How many threads can run at once: the processors it may run on, within its container's quota.
  package static var processors: Int {
    #if canImport(Glibc)
      let allowed = Int(imgtool_affinity_count())
    #else
      let allowed = sysconf(_SC_NPROCESSORS_ONLN)
    #endif
    return max(min(allowed > 0 ? allowed : 1, ControlGroup.current.processors ?? .max), 1)
  }

  /// Bytes of memory: what the machine has, or its container's limit where that is less.
  package static var memory: Int {
    let (bytes, overflow) = sysconf(Int32(_SC_PHYS_PAGES))
      .multipliedReportingOverflow(by: sysconf(Int32(_SC_PAGESIZE)))
    // A system that does not say has at least this.
    let physical = overflow || bytes <= 0 ? 1 << 30 : bytes
    return min(physical, ControlGroup.current.memory ?? .max)
  }

  /// What kind of processor it is, as far as programs choose their code by it: `x86-64 avx2`.
  package static var processorClass: String {
    #if arch(x86_64)
      let known = ["avx512bw", "avx2", "avx", "sse4_2"]
      let file = try? FileDescriptor(opening: "/proc/cpuinfo", .read)
      let start = (try? file?.read(count: 16 << 10)) ?? []
      let words = Set(
        String(decoding: start, as: UTF8.self).split(whereSeparator: \.isWhitespace))
      return "x86-64 " + (known.first { words.contains(Substring($0)) } ?? "")
    #elseif arch(arm64)
      return "arm64"
    #else
      return "other"
    #endif
  }

  /// The most bytes of memory that the process has held at once.
  package static var peakMemory: Int {
    #if canImport(Glibc)
      // Not getrusage: its figure is handed down by the process that started this one.
      let line = smallFile("/proc/self/status")?.split(separator: "\n")
        .first { $0.hasPrefix("VmHWM:") }
      if let kilobytes = line?.split(whereSeparator: { !$0.isNumber }).first.flatMap({ Int($0) }) {
        return kilobytes << 10
      }
      let unit = 1024
    #else
      let unit = 1
    #endif
    var usage = rusage()
    #if canImport(Glibc)
      let result = getrusage(RUSAGE_SELF.rawValue, &usage)
    #else
      let result = getrusage(RUSAGE_SELF, &usage)
    #endif
    return result == 0 ? usage.ru_maxrss * unit : 0
  }

  /// Limits how many heaps the C library keeps; freed memory then serves other threads sooner.
  ///
  /// Each heap keeps up to 64 MiB of what is freed: the next picture's memory is there already, and need
  /// not be cleared by the system page by page, 5 % of the time that it takes to shrink a photograph.
  /// To be called before threads are made. Does nothing where the C library has no such heaps.
  package static func limitHeaps(to count: Int) {
    #if canImport(Glibc)
      _ = mallopt(M_ARENA_MAX, Int32(clamping: max(count, 1)))
      // Half a heap of a thread is the most that the library takes.
      _ = mallopt(M_MMAP_THRESHOLD, 32 << 20)
      _ = mallopt(M_TRIM_THRESHOLD, 64 << 20)
    #endif
  }
}

/// The contents of a small file of the system's own, or nil.
func smallFile(_ path: FilePath) -> String? {
  guard let file = try? FileDescriptor(opening: path, .read),
    let bytes = try? file.readAll(limit: 64 << 10)
  else { return nil }
  return String(decoding: bytes, as: UTF8.self)
}
