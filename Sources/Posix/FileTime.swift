#if canImport(Glibc)
  // Which of the two brings `timespec` depends on which is read first.
  internal import CPosix
  internal import Glibc
#else
  internal import Darwin
#endif

/// A point in time as file systems keep it.
package struct FileTime: Hashable, Sendable, Comparable {
  /// Whole seconds since 1970-01-01 00:00 UTC, negative before.
  package let seconds: Int64
  /// Nanoseconds since that second, 0 to 999,999,999.
  package let nanoseconds: Int64

  /// The time of these seconds and nanoseconds.
  package init(seconds: Int64, nanoseconds: Int64) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// The time by the system's clock.
  package static var now: FileTime {
    var time = timespec()
    // Can't fail: the clock exists and the memory is ours.
    _ = clock_gettime(CLOCK_REALTIME, &time)
    return FileTime(time)
  }

  /// The time by the clock from which the system takes the times of files: it ticks every few milliseconds.
  package static var ofFiles: FileTime {
    #if canImport(Glibc)
      var time = timespec()
      // Can't fail either.
      _ = clock_gettime(CLOCK_REALTIME_COARSE, &time)
      return FileTime(time)
    #else
      return now
    #endif
  }

  init(_ time: timespec) {
    self.init(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
  }

  /// The time in the system's own structure.
  var systemTime: timespec {
    timespec(tv_sec: Int(seconds), tv_nsec: Int(nanoseconds))
  }

  /// The earlier one first.
  package static func < (one: FileTime, two: FileTime) -> Bool {
    (one.seconds, one.nanoseconds) < (two.seconds, two.nanoseconds)
  }
}
