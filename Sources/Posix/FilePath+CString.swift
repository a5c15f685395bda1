extension FilePath {
  /// Lends the name to a C call, with its terminating NUL.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: bytes.count + 1) { buffer in
      bytes.withUnsafeBytes { UnsafeMutableRawBufferPointer(buffer).copyMemory(from: $0) }
      buffer.initializeElement(at: bytes.count, to: 0)
      // A buffer of at least one element always has a base address.
      return body(UnsafePointer(buffer.baseAddress.unsafelyUnwrapped))
    }
  }

  /// The name that a C call gave; only the bytes before the NUL count.
  init(cString: UnsafePointer<CChar>) {
    var bytes: [UInt8] = []
    var next = cString
    while next.pointee != 0 {
      bytes.append(UInt8(bitPattern: next.pointee))
      next += 1
    }
    self.init(bytes: bytes)
  }
}
