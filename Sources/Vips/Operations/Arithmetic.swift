// Sample by sample. An image of one band counts for every band of another; whole numbers grow to
// the next format that holds the result.
extension VipsImage {
  /// Every sample times `multipliers` plus `offsets`, as floats.
  ///
  /// Each has one number for all bands or one for each.
  package func linear(
    _ multipliers: [Double], _ offsets: [Double]
  ) throws(VipsError) -> VipsImage {
    try Operation.image(
      "linear", [("in", .image(self)), ("a", .numbers(multipliers)), ("b", .numbers(offsets))])
  }

  /// The sum of both.
  package func add(_ other: VipsImage) throws(VipsError) -> VipsImage {
    try combine("add", other)
  }

  /// This minus the other.
  package func subtract(_ other: VipsImage) throws(VipsError) -> VipsImage {
    try combine("subtract", other)
  }

  /// The product of both.
  package func multiply(_ other: VipsImage) throws(VipsError) -> VipsImage {
    try combine("multiply", other)
  }

  /// This divided by the other, as floats; by 0 gives 0.
  package func divide(_ other: VipsImage) throws(VipsError) -> VipsImage {
    try combine("divide", other)
  }

  /// Every sample to the power of `exponents`, one for all bands or one for each; floats.
  package func power(_ exponents: [Double]) throws(VipsError) -> VipsImage {
    try math2("pow", exponents)
  }

  /// `bases`, one for all bands or one for each, to the power of every sample; floats.
  package func exponent(of bases: [Double]) throws(VipsError) -> VipsImage {
    try math2("wop", bases)
  }

  /// The natural logarithm of every sample; floats, 0 for the logarithm of 0.
  package func naturalLogarithm() throws(VipsError) -> VipsImage {
    try Operation.image("math", [("in", .image(self)), ("math", .word("log"))])
  }

  /// A comparison of two samples.
  package enum Relation: String, Sendable, CaseIterable, NamedChoice {
    /// Both are the same.
    case equal
    /// They differ.
    case noteq
    /// The left one is less.
    case less
    /// The left one is less or the same.
    case lesseq
    /// The left one is more.
    case more
    /// The left one is more or the same.
    case moreeq
  }

  /// 255 where the relation to the other holds, 0 elsewhere.
  package func relational(
    _ relation: Relation, _ other: VipsImage
  ) throws(VipsError) -> VipsImage {
    try Operation.image(
      "relational",
      [("left", .image(self)), ("right", .image(other)), ("relational", relation.argument)])
  }

  /// 255 where the relation to constants holds, one for all bands or one for each, 0 elsewhere.
  package func relational(
    _ relation: Relation, constants: [Double]
  ) throws(VipsError) -> VipsImage {
    try Operation.image(
      "relational_const",
      [("in", .image(self)), ("relational", relation.argument), ("c", .numbers(constants))])
  }

  /// Takes samples of `first` where this image is not 0, of `second` elsewhere.
  package func choose(_ first: VipsImage, else second: VipsImage) throws(VipsError) -> VipsImage {
    try Operation.image(
      "ifthenelse", [("cond", .image(self)), ("in1", .image(first)), ("in2", .image(second))])
  }

  /// The larger of both samples.
  ///
  /// libvips has an operation of its own for that (`maxpair`) from 8.16 only.
  package func maximum(_ other: VipsImage) throws(VipsError) -> VipsImage {
    try relational(.more, other).choose(self, else: other)
  }

  /// Looks every sample up in a table: an image of 256 × 1 or 65536 × 1 pixels.
  ///
  /// A table of one band counts for every band; samples beyond the table take its last entry.
  /// Throws for a table of less than 256 entries for samples of 8 bits.
  package func maplut(_ table: VipsImage) throws(VipsError) -> VipsImage {
    // libvips trusts that every byte has its entry, and reads beyond a table that is shorter.
    guard table.width * table.height >= 256 || (format != .uchar && format != .char) else {
      throw VipsError("maplut", "the table has less than 256 entries")
    }
    return try Operation.image("maplut", [("in", .image(self)), ("lut", .image(table))])
  }

  private func combine(_ operation: String, _ other: VipsImage) throws(VipsError) -> VipsImage {
    try Operation.image(operation, [("left", .image(self)), ("right", .image(other))])
  }

  private func math2(_ function: String, _ constants: [Double]) throws(VipsError) -> VipsImage {
    try Operation.image(
      "math2_const",
      [("in", .image(self)), ("math2", .word(function)), ("c", .numbers(constants))])
  }
}
