import Formats

/// One chunk of a WebP file (RFC 9649, 2.3).
package struct WebPChunk: Sendable, Equatable {
  /// The four characters that name it.
  package var name: [UInt8]
  /// What it holds, without padding.
  package var data: ArraySlice<UInt8>

  /// A chunk of a name of four characters.
  package init(_ name: String, _ data: some Sequence<UInt8>) {
    self.name = Array(name.utf8)
    self.data = Array(data)[...]
  }

  /// Whether it has a name.
  func isNamed(_ text: String) -> Bool { name == Array(text.utf8) }

  /// The chunks up to an offset, and whether they and what came before are whole.
  fileprivate static func chunks(
    _ reader: inout ByteReader, upTo end: Int, _ isWhole: Bool = true
  ) -> ([WebPChunk], isWhole: Bool) {
    var chunks: [WebPChunk] = []
    while reader.offset + 8 <= end, let name = reader.read(4), let size = reader.read(UInt32.self) {
      guard reader.offset + Int(size) <= end, let data = reader.read(Int(size)) else {
        return (chunks, false)
      }
      _ = reader.skip(size.isMultiple(of: 2) ? 0 : 1)
      var chunk = WebPChunk("", [])
      chunk.name = Array(name)
      chunk.data = data
      chunks.append(chunk)
    }
    return (chunks, isWhole)
  }

  /// The frame of an animation without chunks that are no part of its picture, and without bytes behind
  /// them; another chunk as it is (RFC 9649, 2.7.1.1).
  var withoutUnknownParts: WebPChunk {
    guard isNamed("ANMF") else { return self }
    var reader = ByteReader(data, order: .little)
    // Place, size, duration, and how it is drawn.
    guard let head = reader.read(16) else { return self }
    let parts = Self.chunks(&reader, upTo: data.count).0
    let known = parts.filter { part in ["ALPH", "VP8 ", "VP8L"].contains { part.isNamed($0) } }
    // A writer need not pad the last one.
    let size = known.reduce(16) { $0 + 8 + $1.data.count + $1.data.count % 2 }
    guard known.contains(where: { !$0.isNamed("ALPH") }),
      known.count < parts.count || size < data.count
    else { return self }
    return WebPChunk("ANMF", head + known.flatMap(\.bytes))
  }

  /// The chunk's bytes, padded to an even number.
  var bytes: [UInt8] {
    var bytes = name
    bytes.append(UInt32(clamping: data.count), .little)
    bytes += data
    if !data.count.isMultiple(of: 2) { bytes.append(0) }
    return bytes
  }
}

/// A WebP file cut into its chunks; what follows the RIFF container is left out.
package struct WebPChunks: Sendable, Equatable {
  /// The chunks in order.
  package var chunks: [WebPChunk] = []
  /// Whether all chunks that the container announces were there.
  package private(set) var isWhole = true
  /// Where the container ends in the file, the byte that pads it included.
  let end: Int

  /// Cuts a WebP file; nil where the bytes don't start as one.
  package init?(_ bytes: [UInt8]) {
    var reader = ByteReader(bytes, order: .little)
    guard reader.read(4)?.elementsEqual("RIFF".utf8) == true,
      let size = reader.read(UInt32.self),
      reader.read(4)?.elementsEqual("WEBP".utf8) == true
    else { return nil }
    // The size counts from behind itself.
    let end = min(8 + Int(size), bytes.count)
    self.end = min(8 + Int(size) + Int(size % 2), bytes.count)
    isWhole = 8 + Int(size) <= bytes.count
    (chunks, isWhole) = WebPChunk.chunks(&reader, upTo: end, isWhole)
  }

  /// The first chunk of a name.
  package func first(_ name: String) -> WebPChunk? {
    chunks.first { $0.isNamed(name) }
  }

  /// The file of these chunks; nil where it is too large for its size field.
  package var bytes: [UInt8]? {
    let body = chunks.reduce(into: [UInt8](text: "WEBP")) { $0 += $1.bytes }
    guard let size = UInt32(exactly: body.count), size <= .max - 10 else { return nil }
    return [UInt8](text: "RIFF") + [UInt8](size, .little) + body
  }
}
