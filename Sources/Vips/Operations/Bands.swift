extension VipsImage {
  /// The same pixels, taken to mean something else where that is asked for.
  package func copy(interpretation: Interpretation? = nil) throws(VipsError) -> VipsImage {
    var arguments: [Operation.Named] = [("in", .image(self))]
    if let interpretation { arguments.append(("interpretation", interpretation.argument)) }
    return try Operation.image("copy", arguments)
  }
}
