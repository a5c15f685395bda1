internal import CExif

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The library as a whole.
package enum ExifLibrary {
  /// The version of the library in use, as its file is numbered, such as `12.3.4`.
  ///
  /// libexif has no call that tells its version; the loader knows the file, and the file's full name
  /// ends with the version of its interface.
  package static var version: String? {
    guard let name = cexif_library_file(), let path = realpath(name, nil) else { return nil }
    defer { free(path) }
    let parts = String(cString: path).split(separator: "/").last?.split(separator: ".") ?? []
    let digits = parts.filter { part in part.allSatisfy(\.isNumber) }
    return digits.isEmpty ? nil : digits.joined(separator: ".")
  }
}
