#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Time that only goes forward, whatever is done to the system's clock.
package enum MonotonicClock {
  /// Seconds since some moment in the past.
  package static var seconds: Double {
    var time = timespec()
    // Can't fail: the clock exists and the memory is ours.
    _ = clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
