internal import CHeif

/// The bytes of a file, read by the library when it needs them.
///
/// The library's own memory reader asserts that nothing points behind the end of the file, and a
/// failed assertion ends the process; here such a position reads as the end of the file.
// The library locks around its calls, also where its threads decode tiles.
final class HeifReader {
  private let bytes: [UInt8]
  private var position: Int64 = 0
  /// The table of functions; the library keeps its address.
  private let table = UnsafeMutablePointer<heif_reader>.allocate(capacity: 1)

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var functions = heif_reader()
    // Version 2, for its ranges: without them the library takes every file for an empty one.
    functions.reader_api_version = 2
    functions.get_position = { HeifReader.from($0)?.position ?? 0 }
    functions.read = { HeifReader.from($2)?.read(into: $0, count: $1) ?? 1 }
    functions.seek = { HeifReader.from($1)?.seek(to: $0) ?? 1 }
    functions.wait_for_file_size = { size, reader in
      HeifReader.from(reader)?.grown(to: size) ?? heif_reader_grow_status_size_beyond_eof
    }
    functions.request_range = { _, end, reader in
      var all = heif_reader_range_request_result()
      all.range_end = UInt64(HeifReader.from(reader)?.bytes.count ?? 0)
      // Newer libraries take a range that is said to be there and ends sooner for a damaged file.
      all.status =
        end <= all.range_end
        ? heif_reader_grow_status_size_reached : heif_reader_grow_status_size_beyond_eof
      return all
    }
    table.initialize(to: functions)
  }

  deinit {
    table.deallocate()
  }

  /// Opens the file; the reader has to outlive the context and everything from it.
  func open(in context: OpaquePointer) throws(HeifError) {
    try check(
      heif_context_read_from_reader(
        context, table, Unmanaged.passUnretained(self).toOpaque(), nil))
  }

  private static func from(_ pointer: UnsafeMutableRawPointer?) -> HeifReader? {
    pointer.map { Unmanaged<HeifReader>.fromOpaque($0).takeUnretainedValue() }
  }

  private func read(into target: UnsafeMutableRawPointer?, count: Int) -> Int32 {
    // Empty data is read to nowhere.
    if count == 0 { return 0 }
    guard let target, count > 0 else { return 1 }
    let left = Int64(bytes.count) - position
    guard left >= 0, Int64(count) <= left else { return 1 }
    let start = Int(position)
    bytes.withUnsafeBytes { source in
      UnsafeMutableRawBufferPointer(start: target, count: count)
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[start..<start + count]))
    }
    position += Int64(count)
    return 0
  }

  private func seek(to target: Int64) -> Int32 {
    position = max(0, min(target, Int64(bytes.count)))
    return 0
  }

  private func grown(to size: Int64) -> heif_reader_grow_status {
    size <= Int64(bytes.count)
      ? heif_reader_grow_status_size_reached : heif_reader_grow_status_size_beyond_eof
  }
}
