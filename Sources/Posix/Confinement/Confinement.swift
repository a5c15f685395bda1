#if canImport(Glibc)
  internal import CPosix
  internal import Glibc
#else
  internal import Darwin
#endif

/// Gives up, for good, what a process could do beyond computing and using the files that it has open.
package struct Confinement: OptionSet, Sendable {
  /// One bit for each wall.
  package let rawValue: Int

  /// The walls of these bits.
  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// No program that it starts has more rights than it has.
  package static let privileges = Confinement(rawValue: 1)
  /// No file, and no other process, can be reached by name or number (Linux: Landlock).
  package static let files = Confinement(rawValue: 2)
  /// The system answers only calls that reach nothing outside the process (Linux: seccomp).
  package static let calls = Confinement(rawValue: 4)

  /// What every wall together comes to.
  package static let complete: Confinement = [.privileges, .files, .calls]

  /// Puts up every wall that the system has, around all threads.
  ///
  /// The wall around files stands around the calling thread alone, so that it counts only where there is no
  /// other. Libraries must have loaded what they load, as no file can be opened from here on. Where the kernel
  /// has no such wall, or another one around this process forbids to put it up, the rest has to do.
  ///
  /// - Returns: The walls that stand.
  package static func enter() -> Confinement {
    #if canImport(Glibc)
      // To be asked while files can be read.
      let isAlone = CurrentProcess.threads <= 1
      guard imgtool_no_new_privileges() == 0 else { return [] }
      var standing: Confinement = .privileges
      if Landlock.forbidEverything(), isAlone { standing.insert(.files) }
      if SystemCallFilter.install() { standing.insert(.calls) }
      return standing
    #else
      return []
    #endif
  }
}
