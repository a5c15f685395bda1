#if canImport(Glibc)
  internal import CPosix
  internal import Glibc
#else
  internal import Darwin
#endif

/// A pipe that tells processes of the end of the one that holds it: nothing is ever written.
///
/// Not the signal that Linux sends when a parent ends (PR_SET_PDEATHSIG): that one comes as soon as the
/// thread ends which started the process.
package struct Lifeline: ~Copyable, Sendable {
  /// The end that other processes get.
  package let reader: FileDescriptor
  private let writer: FileDescriptor

  /// A pipe that is open as long as this process lives, and this value.
  package init() throws(SystemError) {
    var numbers: [Int32] = [-1, -1]
    _ = try checked { pipe(&numbers) }
    reader = FileDescriptor(adopting: numbers[0])
    writer = FileDescriptor(adopting: numbers[1])
    for number in numbers { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
  }

  /// Has the system kill this process once nobody holds the other end any more.
  ///
  /// Without effect where the system can't; then what reads from that process has to find out.
  ///
  /// - Parameter number: The number under which this process got its end.
  /// - Returns: Whether the other end is held by somebody now.
  package static func dieWithHolder(of number: Int32) -> Bool {
    #if canImport(Glibc)
      _ = fcntl(number, F_SETOWN, getpid())
      _ = fcntl(number, imgtool_F_SETSIG, SIGKILL)
      let flags = fcntl(number, F_GETFL)
      _ = fcntl(number, F_SETFL, flags | O_ASYNC)
    #endif
    var wanted = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return poll(&wanted, 1, 0) == 0
  }
}
