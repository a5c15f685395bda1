internal import CVips

/// A value for a property of an operation; the property's own type decides how it is stored.
enum Argument {
  case flag(Bool)
  case integer(Int)
  case number(Double)
  case numbers([Double])
  /// Free text, or libvips' short name of a choice ("lanczos3") or of a set of flags.
  case word(String)
  case image(VipsImage)
  case images([VipsImage])
  /// Encoded bytes, copied into memory that the operation and its results keep.
  case bytes([UInt8])
}

/// A choice that libvips knows by a short name.
protocol NamedChoice: RawRepresentable<String> {}

extension NamedChoice {
  /// The choice as an argument.
  var argument: Argument { .word(rawValue) }
}
