import Formats

/// The fields of an EXIF block apart from where they lie, to be laid out anew.
///
/// Only for blocks without a maker note that matters: its offsets would no longer be right.
struct EXIFTree: Sendable {
  /// A field and its value.
  struct Field: Sendable {
    var tag: UInt16
    var type: TIFFType
    var count: Int
    /// The value in the block's byte order.
    var data: ArraySlice<UInt8>
  }

  /// The order of all numbers.
  let order: ByteReader.Order
  /// The fields of each directory, in rising order, each tag once.
  private(set) var fields: [TIFFDirectoryKind: [Field]] = [:]

  /// The directories that are laid out, each after those that point to it.
  private static let kinds: [TIFFDirectoryKind] = [.primary, .exif, .interoperability, .gps]

  /// The fields of a block that a rule keeps, the pointers between directories left out.
  ///
  /// Nil where the values, which may be stored over one another, take more bytes than the block has.
  init?(_ layout: EXIFLayout, keeping keeps: (TIFFDirectoryKind, TIFFEntry) -> Bool) {
    order = layout.reader.order
    var size = 0
    for placed in layout.directories where Self.kinds.contains(placed.kind) {
      var kept: [UInt16: Field] = [:]
      for entry in placed.directory.entries {
        guard kept[entry.tag] == nil, !Self.isPointer(entry), keeps(placed.kind, entry),
          let type = entry.type, let data = layout.reader.data(of: entry)
        else { continue }
        kept[entry.tag] = Field(tag: entry.tag, type: type, count: entry.count, data: data)
        size += data.count
      }
      fields[placed.kind] = kept.values.sorted { $0.tag < $1.tag }
    }
    guard size <= layout.reader.bytes.count else { return nil }
  }

  /// A tree without fields so far.
  init(order: ByteReader.Order) {
    self.order = order
  }

  /// Puts fields into a directory, in rising order, of each tag the first.
  mutating func set(_ more: [Field], in kind: TIFFDirectoryKind) {
    let kept = Dictionary(more.map { ($0.tag, $0) }) { first, _ in first }
    fields[kind] = kept.values.sorted { $0.tag < $1.tag }
  }

  private static func isPointer(_ entry: TIFFEntry) -> Bool {
    EXIFLayout.pointers.contains { $0.tag == entry.tag }
  }

  /// Leaves out the fields with the longest values, no more than needed for a block of `limit` bytes.
  mutating func shorten(to limit: Int) {
    var size = size
    let lengths = Set(fields.values.joined().filter { $0.data.count > 4 }.map(\.data.count))
    var longest = Int.max
    for length in lengths.sorted(by: >) where size > limit {
      longest = length
      let removed = fields.values.joined().filter { $0.data.count == length }
      size -= Self.size(removed) - Self.size([])
    }
    fields = fields.mapValues { $0.filter { $0.data.count < longest } }
  }

  /// The size of the block in bytes.
  private var size: Int {
    let present = Self.present(fields)
    return present.reduce(8) { $0 + Self.size(withPointers($1, offsets: [:], present)) }
  }

  /// The block that these fields make; nil where there are none.
  var bytes: [UInt8]? {
    let present = Self.present(fields)
    guard present != [.primary] || fields[.primary]?.isEmpty == false else { return nil }
    var offsets: [TIFFDirectoryKind: Int] = [:]
    var end = 8
    for kind in present {
      offsets[kind] = end
      end += Self.size(withPointers(kind, offsets: [:], present))
    }
    var block: [UInt8] = order == .little ? [0x49, 0x49] : [0x4D, 0x4D]
    block.append(UInt16(42), order)
    block.append(UInt32(8), order)
    for kind in present {
      append(withPointers(kind, offsets: offsets, present), to: &block)
    }
    return block
  }

  /// The directories that have fields or lead to one that has, IFD0 always.
  private static func present(_ fields: [TIFFDirectoryKind: [Field]]) -> [TIFFDirectoryKind] {
    func hasFields(_ kind: TIFFDirectoryKind) -> Bool { fields[kind]?.isEmpty == false }
    return kinds.filter { kind in
      kind == .primary || hasFields(kind) || (kind == .exif && hasFields(.interoperability))
    }
  }

  /// The fields of a directory and the pointers to others, 0 where their place is not known yet.
  private func withPointers(
    _ kind: TIFFDirectoryKind, offsets: [TIFFDirectoryKind: Int], _ present: [TIFFDirectoryKind]
  ) -> [Field] {
    let pointers = EXIFLayout.pointers.filter { $0.holder == kind && present.contains($0.kind) }
    let added = pointers.map { pointer in
      let place = [UInt8](UInt32(clamping: offsets[pointer.kind] ?? 0), order)
      return Field(tag: pointer.tag, type: .long, count: 1, data: place[...])
    }
    return ((fields[kind] ?? []) + added).sorted { $0.tag < $1.tag }
  }

  /// The size of a directory with its values, in bytes, even.
  private static func size(_ fields: [Field]) -> Int {
    fields.reduce(2 + 12 * fields.count + 4) { $0 + outside($1) }
  }

  /// How many bytes of a value stand outside its entry, on even offsets (TIFF 6.0, section 2).
  private static func outside(_ field: Field) -> Int {
    field.data.count > 4 ? field.data.count + field.data.count % 2 : 0
  }

  private func append(_ fields: [Field], to block: inout [UInt8]) {
    var valueOffset = block.count + 2 + 12 * fields.count + 4
    block.append(UInt16(clamping: fields.count), order)
    for field in fields {
      block.append(field.tag, order)
      block.append(field.type.rawValue, order)
      block.append(UInt32(clamping: field.count), order)
      if Self.outside(field) > 0 {
        block.append(UInt32(clamping: valueOffset), order)
        valueOffset += Self.outside(field)
      } else {
        block += field.data
        block += Array(repeating: 0, count: 4 - field.data.count)
      }
    }
    block.append(UInt32(0), order)
    for field in fields where Self.outside(field) > 0 {
      block += field.data
      if !field.data.count.isMultiple(of: 2) { block.append(0) }
    }
  }
}
