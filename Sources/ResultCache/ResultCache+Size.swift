internal import Posix

extension ResultCache {
  /// The size of a cached picture in pixels, from what is kept beside its bytes, without opening it.
  ///
  /// Jobs are admitted by it: a picture that is there only has to be copied, and one that has gone since its
  /// record was read takes the memory of making it. `imgtool info` has no use for it: whatever else it says
  /// of a file is in the header, which tells the size as well.
  ///
  /// - Parameter record: What is kept of the picture; where the size beside the bytes is missing or says
  ///   nothing sensible, that of the record is put there again.
  /// - Returns: The size; nil where the bytes have gone.
  package func pixelSize(of record: CacheRecord) -> (width: Int, height: Int)? {
    guard isReadable, !record.isInput else { return nil }
    let path = folder.path(.cas, record.output)
    if let size = PixelSizes.read(path) { return size }
    guard CacheFolder.kind(of: path) == .file else { return nil }
    let size = (width: record.facts.width, height: record.facts.height)
    if isWritable { PixelSizes.repair(path, width: size.width, height: size.height) }
    return size
  }
}
