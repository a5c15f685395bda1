#if canImport(Glibc)
  internal import CPosix
  internal import Glibc

  /// Copies of a process of one thread.
  package enum ForkedProcess {
    /// Has processes that this one's children leave behind become its own children.
    ///
    /// - Returns: Whether the system does that.
    package static func adoptOrphans() -> Bool {
      imgtool_adopt_orphans() == 0
    }

    /// Makes a copy of this process that is no child of it, but of the next one above that adopts orphans.
    ///
    /// - Returns: The number of the copy, which has its new parent already; nil in the copy.
    /// - Throws: The error of a system that has no room for another process.
    package static func forkAway() throws(SystemError) -> ProcessNumber? {
      var numbers: [Int32] = [-1, -1]
      _ = try checked { pipe(&numbers) }
      let reader = FileDescriptor(adopting: numbers[0])
      let writer = FileDescriptor(adopting: numbers[1])
      let between = try checked { imgtool_fork() }
      if between == 0 {
        var copy = imgtool_fork()
        if copy == 0 { return nil }
        _ = write(writer.number, &copy, MemoryLayout<Int32>.size)
        _exit(0)
      }
      var status: Int32 = 0
      _ = try checked { waitpid(between, &status, 0) }
      try writer.close()
      var copy: Int32 = -1
      _ = try checked { read(reader.number, &copy, MemoryLayout<Int32>.size) }
      guard copy > 0 else { throw SystemError(code: EAGAIN) }
      return ProcessNumber(rawValue: copy)
    }

    /// Puts open files under the numbers from 3 on, and closes all others but the standard streams.
    ///
    /// - Parameter numbers: What is open, in rising order, each above its place in the new order.
    package static func keepOnly(_ numbers: [Int32]) {
      for (place, number) in numbers.enumerated() { _ = dup2(number, 3 + Int32(place)) }
      CurrentProcess.closeDescriptors(from: 3 + Int32(numbers.count))
    }
  }

  extension MessageSocket {
    /// Gives files that are open here to the other end, with a byte.
    ///
    /// - Throws: `.brokenPipe` where the other end is closed.
    package borrowing func send(_ numbers: [Int32], with word: UInt8) throws(SystemError) {
      let line = descriptor.number
      _ = try checked { imgtool_send_descriptors(line, word, numbers, Int32(numbers.count)) }
    }

    /// Takes the files that the other end gives, with its byte.
    ///
    /// - Returns: Their numbers here, which are the caller's to close, rising; nil where the other end is closed.
    package borrowing func receiveDescriptors() throws(SystemError) -> (
      numbers: [Int32], word: UInt8
    )? {
      let line = descriptor.number
      var word: UInt8 = 0
      var numbers = [Int32](repeating: -1, count: Int(imgtool_most_descriptors))
      let count = try checked { imgtool_receive_descriptors(line, &word, &numbers) }
      return count == 0 ? nil : (Array(numbers.prefix(Int(count))), word)
    }
  }

  extension CurrentProcess {
    /// Closes what is open under a number.
    package static func close(_ number: Int32) {
      _ = Glibc.close(number)
    }
  }
#endif
