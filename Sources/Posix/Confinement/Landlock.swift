#if canImport(Glibc)
  internal import CPosix
  internal import Glibc

  /// The kernel's wall around files (landlock(7)): what is handled and not allowed is forbidden.
  enum Landlock {
    /// Rights by their bits.
    struct Rights: Equatable {
      /// What can be done to files.
      let files: UInt64
      /// What can be done with TCP.
      let network: UInt64
      /// What of other processes can be reached.
      let scopes: UInt64
    }

    /// Forbids the calling thread, and those that it starts, every right that this kernel knows: to read,
    /// write, make, remove or run files, to use TCP, and to reach processes outside.
    ///
    /// Files that are open stay so.
    ///
    /// - Returns: Whether the wall stands.
    static func forbidEverything() -> Bool {
      let version = imgtool_landlock_version()
      guard version > 0 else { return false }
      let rights = rights(of: Int(version))
      var rules = imgtool_landlock(
        files: rights.files, network: rights.network, scopes: rights.scopes)
      let number = imgtool_landlock_create(&rules, MemoryLayout<imgtool_landlock>.size)
      guard number >= 0 else { return false }
      let ruleset = FileDescriptor(adopting: number)
      return imgtool_landlock_restrict(ruleset.number) == 0
    }

    /// All rights of a version of the interface; those that a kernel does not know must not be named.
    static func rights(of version: Int) -> Rights {
      // 13 rights at first; to link elsewhere, to truncate, and to control devices came one by one.
      let fileRights = [1: 13, 2: 14, 3: 15, 4: 15][version] ?? 16
      return Rights(
        files: 1 << UInt64(fileRights) - 1,
        // Since version 4: to bind and to connect.
        network: version >= 4 ? 0b11 : 0,
        // Since version 6: abstract sockets, and signals to others.
        scopes: version >= 6 ? 0b11 : 0)
    }
  }
#endif
