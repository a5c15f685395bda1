/// What the program is called and which one it is.
package enum Program {
  /// The name that it is called by and that begins its messages.
  package static let name = "imgtool"
  /// The version, as `--version`, the cache key and reports show it.
  package static let version = "0.1.0"
}
