internal import CVips

/// A GLib value of one property's type, emptied when it goes.
struct PropertyValue: ~Copyable {
  private var value = GValue()

  /// An empty value of a type.
  init(type: GType) {
    g_value_init(&value, type)
  }

  deinit {
    var last = value
    g_value_unset(&last)
  }

  private var type: GType { value.g_type }

  /// Lends the value to C.
  mutating func withPointer<Result>(_ body: (UnsafeMutablePointer<GValue>) -> Result) -> Result {
    body(&value)
  }

  // MARK: Filling

  /// Stores an argument, or tells that this type cannot hold it.
  mutating func store(_ argument: Argument) -> Bool {
    switch argument {
    case .flag(let flag): store(flag)
    case .integer(let integer): store(integer)
    case .number(let number): store(number)
    case .numbers(let numbers): store(numbers)
    case .word(let word): store(word)
    case .image(let image): store(image)
    case .images(let images): store(images)
    case .bytes(let bytes): store(bytes)
    }
  }

  private mutating func store(_ flag: Bool) -> Bool {
    guard type == GLibType.boolean else { return false }
    g_value_set_boolean(&value, flag ? 1 : 0)
    return true
  }

  private mutating func store(_ integer: Int) -> Bool {
    guard type == GLibType.int, let narrow = Int32(exactly: integer) else { return false }
    g_value_set_int(&value, narrow)
    return true
  }

  private mutating func store(_ number: Double) -> Bool {
    guard type == GLibType.double else { return false }
    g_value_set_double(&value, number)
    return true
  }

  private mutating func store(_ numbers: [Double]) -> Bool {
    guard type == vips_array_double_get_type(), let count = Int32(exactly: numbers.count) else {
      return false
    }
    vips_value_set_array_double(&value, numbers, count)
    return true
  }

  private mutating func store(_ word: String) -> Bool {
    switch g_type_fundamental(type) {
    case GLibType.string:
      g_value_set_string(&value, word)
    case GLibType.enumeration:
      let choice = vips_enum_from_nick("imgtool", type, word)
      guard choice >= 0 else { return false }
      g_value_set_enum(&value, choice)
    case GLibType.flags:
      let flags = vips_flags_from_nick("imgtool", type, word)
      guard flags >= 0 else { return false }
      g_value_set_flags(&value, UInt32(flags))
    default:
      return false
    }
    return true
  }

  private mutating func store(_ image: VipsImage) -> Bool {
    guard type == vips_image_get_type() else { return false }
    g_value_set_object(&value, image.pointer)
    return true
  }

  private mutating func store(_ images: [VipsImage]) -> Bool {
    guard type == vips_array_image_get_type(), let count = Int32(exactly: images.count) else {
      return false
    }
    var pointers: [UnsafeMutablePointer<_VipsImage>?] = images.map(\.pointer)
    // The array takes a reference of its own to every image.
    guard let array = vips_array_image_new(&pointers, count) else { return false }
    g_value_take_boxed(&value, array)
    return true
  }

  private mutating func store(_ bytes: [UInt8]) -> Bool {
    guard type == vips_blob_get_type(), !bytes.isEmpty else { return false }
    let blob = bytes.withUnsafeBytes { vips_blob_copy($0.baseAddress, $0.count) }
    guard let blob else { return false }
    g_value_take_boxed(&value, blob)
    return true
  }

  // MARK: Reading

  /// The image in it, with a reference of its own.
  var image: VipsImage? {
    mutating get {
      guard let object = g_value_dup_object(&value) else { return nil }
      return VipsImage(adopting: object.assumingMemoryBound(to: _VipsImage.self))
    }
  }

  /// A copy of the bytes of the blob in it.
  var bytes: [UInt8] {
    mutating get {
      var count = 0
      guard let start = vips_value_get_blob(&value, &count) else { return [] }
      return Array(UnsafeRawBufferPointer(start: start, count: count))
    }
  }

  /// The number in it.
  var number: Double {
    mutating get { g_value_get_double(&value) }
  }

  /// The numbers in it.
  var numbers: [Double] {
    mutating get {
      var count: Int32 = 0
      guard let start = vips_value_get_array_double(&value, &count) else { return [] }
      return Array(UnsafeBufferPointer(start: start, count: Int(count)))
    }
  }
}

/// GLib's basic types, whose names in C are macros that Swift does not see.
enum GLibType {
  static let boolean = g_type_from_name("gboolean")
  static let int = g_type_from_name("gint")
  static let double = g_type_from_name("gdouble")
  static let string = g_type_from_name("gchararray")
  static let enumeration = g_type_from_name("GEnum")
  static let flags = g_type_from_name("GFlags")
}
