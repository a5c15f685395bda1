package import Posix

/// An open file that several parts of a program hold on to.
package final class SharedFile: Sendable {
  /// The file.
  package let descriptor: FileDescriptor

  /// Takes over an open file.
  package init(_ descriptor: consuming FileDescriptor) {
    self.descriptor = descriptor
  }
}
