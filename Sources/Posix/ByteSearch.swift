#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

extension ArraySlice<UInt8> {
  /// Where a byte stands first, or nil; the C library looks at many bytes at once.
  ///
  /// - Parameter byte: The byte.
  /// - Returns: An index of the slice.
  package func firstPlace(of byte: UInt8) -> Int? {
    withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress, let found = memchr(start, Int32(byte), bytes.count)
      else { return nil }
      return startIndex + start.distance(to: UnsafeRawPointer(found))
    }
  }
}
