#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A system call that failed: what was tried and the errno it gave.
package struct SystemError: Error, Equatable, Sendable {
  /// The call's errno, such as `ENOENT`.
  package let code: Int32

  /// The error of this errno.
  package init(code: Int32) {
    self.code = code
  }

  /// The error of the call that just failed on this thread.
  static var current: SystemError { SystemError(code: errno) }

  /// No such file or folder.
  package static let notFound = SystemError(code: ENOENT)
  /// Something of that name is there already.
  package static let exists = SystemError(code: EEXIST)
  /// Permission denied.
  package static let notPermitted = SystemError(code: EACCES)
  /// The operation is permitted to others, or to nobody here.
  package static let forbidden = SystemError(code: EPERM)
  /// No space left on the device.
  package static let noSpace = SystemError(code: ENOSPC)
  /// It is a folder.
  package static let isFolder = SystemError(code: EISDIR)
  /// Something on the way that should be a folder is none.
  package static let notFolder = SystemError(code: ENOTDIR)
  /// More bytes than the limit allows.
  package static let tooLarge = SystemError(code: EFBIG)
  /// Nobody reads the other end of the pipe.
  package static let brokenPipe = SystemError(code: EPIPE)

  /// It took longer than there was time.
  package static let timedOut = SystemError(code: ETIMEDOUT)

  /// Whether room was the trouble: the device, the quota or the file size limit is used up.
  package var isOutOfSpace: Bool {
    [ENOSPC, EDQUOT, EFBIG].contains(code)
  }
}

extension SystemError: CustomStringConvertible {
  /// The system's own words in the C locale, such as “no such file or directory”, in lower case.
  package var description: String {
    // `strerror_r` has two signatures; `strerror` of one known code is constant text on both systems.
    guard let text = strerror(code) else { return "error \(code)" }
    let words = String(cString: text)
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}

/// The result of a call that gives -1 on failure, tried again while signals interrupt it.
func checked<Result: SignedInteger>(_ call: () -> Result) throws(SystemError) -> Result {
  while true {
    let result = call()
    guard result == -1 else { return result }
    guard errno == EINTR else { throw .current }
  }
}
