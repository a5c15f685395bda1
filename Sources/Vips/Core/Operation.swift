internal import CVips

/// One call of a libvips operation: made, given its arguments, built, asked for its results.
///
/// The one door to the library's operations; the typed functions of `VipsImage` stand on it.
struct Operation: ~Copyable {
  /// An argument and the name of the property that takes it.
  typealias Named = (name: String, value: Argument)

  private let name: String
  private var pointer: UnsafeMutablePointer<VipsOperation>

  /// Makes an operation that has no arguments yet; throws where there is none of that name.
  init(_ name: String) throws(VipsError) {
    try VipsLibrary.start()
    VipsModule.provide(for: name)
    guard let pointer = vips_operation_new(name) else { throw VipsError(failureOf: name) }
    self.name = name
    self.pointer = pointer
  }

  /// Gives the operation its arguments and builds it.
  ///
  /// Throws where it has no argument of a name or none of that kind, where a value is out of the
  /// argument's range, and what the operation itself refuses.
  mutating func build(_ arguments: [Named]) throws(VipsError) {
    for argument in arguments {
      try set(argument.name, argument.value)
    }
    guard let built = vips_cache_operation_build(pointer) else {
      let error = VipsError(failureOf: name)
      // A half-built operation may hold results already.
      vips_object_unref_outputs(object)
      throw error
    }
    // The builder gives back a reference to what it built, the same object or not.
    g_object_unref(pointer)
    pointer = built
  }

  deinit {
    g_object_unref(pointer)
  }

  /// The image that an operation makes.
  static func image(_ name: String, _ arguments: [Named]) throws(VipsError) -> VipsImage {
    var operation = try Operation(name)
    try operation.build(arguments)
    var output = try operation.output("out")
    guard let image = output.image else { throw VipsError(name, "there is no image in the result") }
    return image
  }

  /// The bytes that an operation makes: those of a file, unless another result is named.
  static func bytes(
    _ name: String, _ arguments: [Named], output result: String = "buffer"
  ) throws(VipsError) -> [UInt8] {
    var operation = try Operation(name)
    try operation.build(arguments)
    var output = try operation.output(result)
    return output.bytes
  }

  /// The number that an operation finds.
  static func number(_ name: String, _ arguments: [Named]) throws(VipsError) -> Double {
    var operation = try Operation(name)
    try operation.build(arguments)
    var output = try operation.output("out")
    return output.number
  }

  /// The numbers that an operation finds.
  static func numbers(_ name: String, _ arguments: [Named]) throws(VipsError) -> [Double] {
    var operation = try Operation(name)
    try operation.build(arguments)
    var output = try operation.output("out-array")
    return output.numbers
  }

  // MARK: Properties

  private var object: UnsafeMutablePointer<VipsObject> {
    UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: VipsObject.self)
  }

  private var gObject: UnsafeMutablePointer<GObject> {
    UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GObject.self)
  }

  /// The description of a property.
  private func property(_ property: String) throws(VipsError) -> UnsafeMutablePointer<GParamSpec> {
    var specification: UnsafeMutablePointer<GParamSpec>?
    var argumentClass: UnsafeMutablePointer<VipsArgumentClass>?
    var instance: UnsafeMutablePointer<VipsArgumentInstance>?
    guard
      vips_object_get_argument(object, property, &specification, &argumentClass, &instance) == 0,
      let specification
    else { throw VipsError(failureOf: name) }
    return specification
  }

  private func set(_ property: String, _ argument: Argument) throws(VipsError) {
    let specification = try self.property(property)
    var value = PropertyValue(type: specification.pointee.value_type)
    guard value.store(argument) else {
      vips_error_clear()
      throw VipsError(name, "\(property) cannot be \(argument)")
    }
    // GLib would leave a value out of range unset, with a warning that nobody sees.
    let changed = value.withPointer { g_param_value_validate(specification, $0) }
    guard changed == 0 else { throw VipsError(name, "\(property) cannot be \(argument)") }
    value.withPointer { g_object_set_property(gObject, property, $0) }
  }

  /// The value of a result.
  private mutating func output(_ property: String) throws(VipsError) -> PropertyValue {
    let specification = try self.property(property)
    var value = PropertyValue(type: specification.pointee.value_type)
    value.withPointer { g_object_get_property(gObject, property, $0) }
    // Results hold the operation that makes them, and the operation its results, until this.
    vips_object_unref_outputs(object)
    return value
  }
}
