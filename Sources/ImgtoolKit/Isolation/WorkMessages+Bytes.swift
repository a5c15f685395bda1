internal import Formats
internal import Imaging
internal import ResultCache

// What every picture pays for is put into fields one by one, which takes a tenth of the time; what is rare
// goes as a tree.

/// Bytes that are no message of this program.
private struct NoMessage: Error {}

extension WorkRequest {
  /// The message.
  func bytes() throws -> [UInt8] {
    var writer = FieldWriter()
    writer.add(UInt8(isAgain ? 1 : 0))
    writer.add(Int64(byteCount))
    writer.add(UInt8(limits == nil ? 0 : 1))
    writer.add(Int64(limits?.processorSeconds ?? 0))
    writer.add(Int64(limits?.addressBytes ?? 0))
    try writer.add(tree: order)
    try writer.add(tree: survey)
    try writer.add(tree: known.isEmpty ? nil : known)
    return writer.bytes
  }

  /// The request of a message.
  init(_ message: [UInt8]) throws {
    var reader = FieldReader(message)
    isAgain = reader.number(UInt8.self) == 1
    byteCount = try reader.whole()
    let isLimited = reader.number(UInt8.self) == 1
    let seconds = try reader.whole()
    let addresses = try reader.whole()
    // The others are for the one that asks.
    limits =
      isLimited
      ? WorkLimits(processorSeconds: seconds, addressBytes: addresses, fileBytes: 0, codecs: [])
      : nil
    order = try reader.tree()
    survey = try reader.tree()
    known = try reader.tree() ?? [:]
    guard reader.isAtEnd else { throw NoMessage() }
  }
}

extension WorkReply {
  /// The message.
  func bytes() throws -> [UInt8] {
    var writer = FieldWriter()
    if case .made(let made) = result {
      writer.add(UInt8(1))
      made.write(to: &writer)
    } else {
      writer.add(UInt8(0))
      try writer.add(tree: result)
    }
    try writer.add(tree: learned)
    return writer.bytes
  }

  /// The reply of a message.
  init(_ message: [UInt8]) throws {
    var reader = FieldReader(message)
    if reader.number(UInt8.self) == 1 {
      result = .made(try MadeByWorker(&reader))
    } else {
      guard let other: Result = try reader.tree() else { throw NoMessage() }
      result = other
    }
    learned = try reader.tree()
    guard reader.isAtEnd else { throw NoMessage() }
  }
}

extension MadeByWorker {
  fileprivate func write(to writer: inout FieldWriter) {
    writer.add(format.rawValue)
    writer.add(Int64(byteCount))
    writer.add(size)
    writer.add(Int64(encodes))
    writer.add(Int64(decodes))
    writer.add(UInt8(isUntouched ? 1 : 0))
    writer.add(UInt8(quality == nil ? 0 : 1))
    writer.add(Int64(quality ?? 0))
    writer.add(UInt8(score == nil ? 0 : 1))
    writer.add((score ?? 0).bitPattern)
    writer.add(drawnSize ?? .zero)
    writer.add(warnings)
  }

  fileprivate init(_ reader: inout FieldReader) throws {
    guard let format = reader.format() else { throw NoMessage() }
    self.format = format
    byteCount = try reader.whole()
    guard let size = reader.size() else { throw NoMessage() }
    self.size = size
    encodes = try reader.whole()
    decodes = try reader.whole()
    isUntouched = reader.number(UInt8.self) == 1
    let hasQuality = reader.number(UInt8.self) == 1
    let quality = try reader.whole()
    self.quality = hasQuality ? quality : nil
    let hasScore = reader.number(UInt8.self) == 1
    guard let score = reader.number(UInt64.self), let drawnSize = reader.size(),
      let warnings = reader.warnings()
    else { throw NoMessage() }
    self.drawnSize = drawnSize.known
    self.score = hasScore ? Double(bitPattern: score) : nil
    self.warnings = warnings
  }
}

extension FieldWriter {
  /// Adds a value of many parts, or nothing.
  fileprivate mutating func add(tree value: (some Encodable)?) throws {
    addCounted(try value.map { try ValueTree(of: $0).bytes } ?? [])
  }
}

extension FieldReader {
  fileprivate mutating func whole() throws -> Int {
    guard let number = number(Int64.self).flatMap({ Int(exactly: $0) }) else { throw NoMessage() }
    return number
  }

  /// The next value of many parts; nil where there is nothing.
  fileprivate mutating func tree<Value: Decodable>() throws -> Value? {
    guard let bytes = counted(atMost: IsolatedWorker.mostMessageBytes) else { throw NoMessage() }
    if bytes.isEmpty { return nil }
    guard let tree = ValueTree(bytes) else { throw NoMessage() }
    return try tree.value(Value.self)
  }
}
