internal import CVips

/// The library as a whole: start, threads, versions.
package enum VipsLibrary {
  /// The version of the library in use, such as "8.14.1"; does not start it.
  package static var version: String { String(cString: vips_version_string()) }

  /// Starts the library, once for the process.
  ///
  /// Everything in this module calls it, so that a run that touches no picture never pays for it.
  /// Throws when the library cannot start or is not the one that the headers described.
  package static func start() throws(VipsError) {
    if let startFailure { throw startFailure }
  }

  /// Has the library start without its modules, which takes half the time; they are loaded when they are needed.
  ///
  /// To be called before all else, while the process has one thread.
  package static func leaveModulesOut() {
    // Modules lie below the library's home, which may be said to be elsewhere.
    g_setenv("VIPSHOME", "/nonexistent", 1)
  }

  /// Sets how many threads evaluate one image (1 or more; 0 for one per core).
  package static func setThreads(_ count: Int) throws(VipsError) {
    try start()
    vips_concurrency_set(Int32(clamping: count))
  }

  /// How many threads evaluate one image.
  package static func threads() throws(VipsError) -> Int {
    try start()
    return Int(vips_concurrency_get())
  }

  /// Drops what the calling thread has cached in the library and the error text left behind.
  ///
  /// To be called at the end of a job, on the thread that ran it.
  package static func endJob() {
    guard startFailure == nil else { return }
    vips_error_clear()
    vips_thread_shutdown()
  }

  /// How many bytes of pixels the library holds at this moment.
  package static var allocatedBytes: Int { Int(vips_tracked_get_mem()) }

  /// How many of the library's objects are alive: images, operations and what they hold.
  package static var liveObjects: Int {
    guard startFailure == nil else { return 0 }
    var count = 0
    withUnsafeMutablePointer(to: &count) { count in
      _ = vips_object_map(
        { _, count, _ in
          count?.assumingMemoryBound(to: Int.self).pointee += 1
          // Anything else than null would end the walk.
          return nil
        }, count, nil)
    }
    return count
  }

  /// Takes the library down at the end of a process, after which nothing of this module may be used.
  ///
  /// Needless but for one thing: with `VIPS_LEAK=1` in the environment the library then tells, on the
  /// error stream, what was never given back.
  package static func shutDown() {
    guard startFailure == nil else { return }
    vips_shutdown()
  }

  /// Whether an operation of this name exists, such as "jxlload_buffer", which some builds lack.
  package static func hasOperation(_ name: String) throws(VipsError) -> Bool {
    try start()
    VipsModule.provide(for: name)
    return vips_type_find("VipsOperation", name) != 0
  }

  /// Whether the running library is at least this version.
  static func isAtLeast(_ major: Int32, _ minor: Int32) -> Bool {
    (vips_version(0), vips_version(1)) >= (major, minor)
  }

  /// Whether an evaluation by several threads may end well although one of them failed.
  ///
  /// So it is from 8.14 until libvips' pull request 4116: with two threads and more, some in a
  /// hundred files cut near their end are taken for whole ones. There, what is decoded is evaluated
  /// by one thread until it is in memory.
  static var losesErrors: Bool { !isAtLeast(8, 16) }

  /// Whether the library makes its fast code while it runs, with liborc.
  ///
  /// So it is up to 8.14, and later where it was built without Highway. liborc keeps the memory of
  /// that code in one list for all threads and takes pieces out of it without its lock
  /// (`orc_code_chunk_free`), so that two pictures which are reduced at the same time break the heap.
  static var makesCodeAtRunTime: Bool { !isAtLeast(8, 15) || imgtool_vips_uses_orc() }

  /// The field of an image that says how many threads may evaluate it.
  static let concurrencyField = "concurrency"

  // A `static let` runs once, whichever thread comes first.
  private static let startFailure: VipsError? = {
    // GLib's own handler prints. It is replaced before vips_init, which loads plug-ins and grumbles
    // about those it cannot load.
    _ = g_log_set_default_handler({ _, _, _, _ in }, nil)
    // What the macro VIPS_INIT does: binary interfaces are numbered by current minus age.
    guard vips_version(3) - vips_version(5) == VIPS_LIBRARY_CURRENT - VIPS_LIBRARY_AGE else {
      return VipsError("vips_init", "the library is \(version), the headers are of another one")
    }
    guard vips_init("imgtool") == 0 else { return VipsError(failureOf: "vips_init") }
    if makesCodeAtRunTime { vips_vector_set_enabled(0) }
    // Every input is seen once: remembered operations would hold their pixels for nothing.
    vips_cache_set_max(0)
    return nil
  }()
}
