internal import CZlib
package struct ZlibError: Error {}
package enum Zlib {
  package static func crc32(_ bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBufferPointer { UInt32(CZlib.crc32(0, $0.baseAddress, uInt($0.count))) }
  }
  package static func deflate(_ bytes: [UInt8], level: Int) throws -> [UInt8] {
    var size = compressBound(uLong(bytes.count))
    var out = [UInt8](repeating: 0, count: Int(size))
    guard compress2(&out, &size, bytes, uLong(bytes.count), Int32(level)) == Z_OK else {
      throw ZlibError()
    }
    return Array(out.prefix(Int(size)))
  }
  package static func inflate(_ bytes: [UInt8], limit: Int) throws -> [UInt8] {
    var capacity = min(limit, max(1024, bytes.count * 8))
    while true {
      var out = [UInt8](repeating: 0, count: capacity)
      var size = uLong(capacity)
      let rc = uncompress(&out, &size, bytes, uLong(bytes.count))
      if rc == Z_OK { return Array(out.prefix(Int(size))) }
      guard rc == Z_BUF_ERROR, capacity < limit else { throw ZlibError() }
      capacity = min(limit, capacity * 4)
    }
  }
}
