/// Whether a file is whole, as far as its structure tells without decoding.
package enum FileState: String, Codable, Sendable {
  /// Nothing wrong was seen.
  case sound
  /// Something announces bytes past the end of the file.
  case truncated
  /// The structure contradicts itself or lacks what it must have.
  case damaged

  /// Takes note of a further finding: a file that ends early is called truncated, whatever else
  /// is wrong, since the one explains the other.
  mutating func note(_ finding: FileState) {
    switch (self, finding) {
    case (_, .truncated), (.truncated, _): self = .truncated
    case (_, .damaged), (.damaged, _): self = .damaged
    case (.sound, .sound): break
    }
  }
}
