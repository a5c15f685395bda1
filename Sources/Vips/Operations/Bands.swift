internal import CVips

extension VipsImage {
  /// The same pixels, taken to mean something else where that is asked for.
  package func copy(interpretation: Interpretation? = nil) throws(VipsError) -> VipsImage {
    var arguments: [Operation.Named] = [("in", .image(self))]
    if let interpretation { arguments.append(("interpretation", interpretation.argument)) }
    return try Operation.image("copy", arguments)
  }

  /// The samples in another format, clipped to its range.
  ///
  /// With `shift`, whole numbers keep their share of the range instead: 255 of 8 bits becomes
  /// 65535 of 16 bits.
  package func cast(_ format: Format, shift: Bool = false) throws(VipsError) -> VipsImage {
    try Operation.image(
      "cast", [("in", .image(self)), ("format", format.argument), ("shift", .flag(shift))])
  }

  /// `count` bands from `band` on, counted from 0.
  package func extractBand(_ band: Int, count: Int = 1) throws(VipsError) -> VipsImage {
    try Operation.image(
      "extract_band", [("in", .image(self)), ("band", .integer(band)), ("n", .integer(count))])
  }

  /// One image with the bands of all, in their order; sizes agree.
  package static func bandjoin(_ images: [VipsImage]) throws(VipsError) -> VipsImage {
    try Operation.image("bandjoin", [("in", .images(images))])
  }

  /// The image with a band more for each of these numbers, which it has in every pixel.
  package func bandjoin(constants: [Double]) throws(VipsError) -> VipsImage {
    try Operation.image("bandjoin_const", [("in", .image(self)), ("c", .numbers(constants))])
  }

  /// New bands, each the sum of the old ones times a row of the matrix; floats.
  ///
  /// `matrix` has a row for each new band, and in every row a number for each old one.
  package func recomb(_ matrix: [[Double]]) throws(VipsError) -> VipsImage {
    try Operation.image("recomb", [("in", .image(self)), ("m", .image(Self.matrix(matrix)))])
  }

  /// Numbers as an image of one band, as operations take them.
  static func matrix(_ rows: [[Double]]) throws(VipsError) -> VipsImage {
    let columns = rows.first?.count ?? 0
    guard columns > 0, rows.allSatisfy({ $0.count == columns }),
      let width = Int32(exactly: columns), let height = Int32(exactly: rows.count)
    else { throw VipsError("matrix", "rows have to be of one length") }
    let numbers = rows.flatMap(\.self)
    let image = vips_image_new_matrix_from_array(width, height, numbers, width * height)
    guard let image else { throw VipsError(failureOf: "matrix") }
    return VipsImage(adopting: image)
  }
}
