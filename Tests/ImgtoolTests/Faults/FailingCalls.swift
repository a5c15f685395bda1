internal import Foundation

/// The library that makes one call on files fail in a program it is loaded into.
enum FailingCalls {
  /// Where the build put it: beside the program.
  static let path = URL(fileURLWithPath: BuiltProgram.path).deletingLastPathComponent()
    .appendingPathComponent("libFailingCalls.so").path

  /// Whether it is there, and can be loaded before a program, as AddressSanitizer wants to be itself.
  static var isThere: Bool {
    FileManager.default.fileExists(atPath: path)
      && ProcessInfo.processInfo.environment["ASAN_OPTIONS"] == nil
  }

  /// What a run finds in its environment for calls below a folder to be counted, and one of them to fail.
  ///
  /// - Parameters:
  ///   - folder: The folder, without links in its path.
  ///   - log: Gets the kind of each call.
  ///   - failing: Which call of a kind fails, from 1, and its error; 0 is a write of half the bytes.
  /// - Returns: The variables.
  static func environment(
    in folder: String, log: String? = nil, failing: (kind: String, number: Int, error: Int32)? = nil
  ) -> [String: String] {
    var variables = ["LD_PRELOAD": path, "FAILING_FOLDER": folder]
    variables["FAILING_LOG"] = log
    if let failing {
      variables["FAILING_KIND"] = failing.kind
      variables["FAILING_CALL"] = "\(failing.number)"
      variables["FAILING_ERROR"] = "\(failing.error)"
    }
    return variables
  }

  /// The errors that a kind of call is made to fail with, as disks, quotas and limits bring them about.
  static func errors(of kind: String) -> [Int32] {
    switch kind {
    case "open": [EIO, EMFILE, EINTR]
    case "create": [ENOSPC, EDQUOT, EROFS, EMFILE, EINTR]
    case "read": [EIO, EINTR]
    case "write": [ENOSPC, EIO, EDQUOT, EINTR, 0]
    case "close": [EIO, ENOSPC, EINTR]
    case "rename", "link", "mkdir": [ENOSPC, EROFS, EIO]
    case "mark", "truncate": [ENOSPC, EIO]
    default: [EIO, EROFS]
    }
  }

  /// Whether nothing may come of it: the call is to be made again, or has happened.
  static func isHarmless(_ error: Int32) -> Bool {
    error == EINTR || error == 0
  }
}
