#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

extension FileDescriptor {
  /// Takes the lock of the open file where nobody else has it, and says whether it did.
  ///
  /// It goes with the descriptor, also when the process is killed. Throws where the file system has
  /// no locks.
  package borrowing func tryLock() throws(SystemError) -> Bool {
    let number = number
    do throws(SystemError) {
      _ = try checked { flock(number, LOCK_EX | LOCK_NB) }
      return true
    } catch {
      guard error.code == EWOULDBLOCK else { throw error }
      return false
    }
  }

  /// Waits for the lock of the open file and takes it.
  package borrowing func lock() throws(SystemError) {
    let number = number
    _ = try checked { flock(number, LOCK_EX) }
  }
}
