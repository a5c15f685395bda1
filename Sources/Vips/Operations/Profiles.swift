internal import CVips

extension VipsImage {
  /// A profile that libvips carries.
  package enum BuiltInProfile: String, Sendable, CaseIterable, NamedChoice {
    /// sRGB.
    case srgb
    /// Display P3.
    case p3
    /// A general one for four inks.
    case cmyk

    /// The bytes of the profile.
    package func bytes() throws(VipsError) -> [UInt8] {
      try Operation.bytes("profile_load", [("name", argument)], output: "profile")
    }
  }

  /// Where a transform's colours come from.
  package enum ProfileSource: Sendable {
    /// The profile in the image; where there is none that fits, this one, or an error.
    case embedded(fallback: BuiltInProfile?)
    /// One that libvips carries, whatever is in the image.
    case builtIn(BuiltInProfile)
    /// The bytes of a profile, whatever is in the image.
    case bytes([UInt8])
  }

  /// Where a transform's colours go.
  package enum ProfileTarget: Sendable {
    /// One that libvips carries.
    case builtIn(BuiltInProfile)
    /// The bytes of a profile.
    case bytes([UInt8])
  }

  /// What happens to colours that the target cannot show.
  package enum Intent: String, Sendable, CaseIterable, NamedChoice {
    /// All colours move a little.
    case perceptual
    /// White becomes white, and what is out of reach the nearest in reach.
    case relative
    /// Strong colours stay strong.
    case saturation
    /// As `relative`, with the white of the source.
    case absolute
  }

  /// Bits of a sample that a transform gives.
  package enum ProfileDepth: Int, Sendable, CaseIterable {
    /// 0 to 255.
    case eight = 8
    /// 0 to 65535.
    case sixteen = 16

    fileprivate var highest: Double { self == .eight ? 255 : 65535 }
    fileprivate var format: Format { self == .eight ? .uchar : .ushort }
  }

  /// Converts colours from profile to profile; the target becomes the image's profile.
  ///
  /// Alpha is carried along, in the scale of the result. Throws where the source profile does not
  /// fit the image (grey, RGB and ink have profiles of their own) or the target cannot be read.
  package func iccTransform(
    from source: ProfileSource = .embedded(fallback: nil), to target: ProfileTarget,
    intent: Intent = .relative, depth: ProfileDepth = .eight, blackPointCompensation: Bool = false
  ) throws(VipsError) -> VipsImage {
    guard !hasAlpha else {
      // libvips takes alpha over as it is, and in another depth that is another alpha.
      let colours = try extractBand(0, count: bands - 1).iccTransform(
        from: source, to: target, intent: intent, depth: depth,
        blackPointCompensation: blackPointCompensation)
      let alpha = try extractBand(bands - 1).linear([depth.highest / highestAlpha], [0])
      return try Self.bandjoin([colours, alpha.rounded(to: depth.format)])
    }
    let (image, input) = try bringing(source)
    let common: [Operation.Named] = [
      ("intent", intent.argument), ("black-point-compensation", .flag(blackPointCompensation)),
    ]
    let depth: Operation.Named = ("depth", .integer(depth.rawValue))
    switch target {
    case .builtIn(let name):
      return try Operation.image(
        "icc_transform",
        [("in", .image(image)), ("output-profile", name.argument), depth, input] + common)
    case .bytes(let profile):
      // A target can be named or be the image's own: two steps over L*a*b*, the image given the
      // target between them, keep the bytes out of the file system.
      let between = try Operation.image("icc_import", [("in", .image(image)), input] + common)
      return try Operation.image(
        "icc_export", [("in", .image(between.withProfile(profile))), depth] + common)
    }
  }

  /// The image that a transform starts from, and the argument that says where its profile is.
  ///
  /// The choice is made here, for libvips takes sRGB without a word where the one it is asked for
  /// does not fit.
  private func bringing(_ source: ProfileSource) throws(VipsError) -> (VipsImage, Operation.Named) {
    let embedded: Operation.Named = ("embedded", .flag(true))
    switch source {
    case .embedded(let fallback):
      if let profile = blob(.icc), fits(profile) { return (self, embedded) }
      guard let fallback else {
        throw VipsError("icc_transform", "the image has no profile that fits it")
      }
      return try bringing(.builtIn(fallback))
    case .builtIn(let name):
      guard try fits(name.bytes()) else {
        throw VipsError("icc_transform", "\(name.rawValue) does not fit the image")
      }
      return (self, ("input-profile", name.argument))
    case .bytes(let profile):
      guard fits(profile) else {
        throw VipsError("icc_transform", "the source profile does not fit the image")
      }
      return (try withProfile(profile), embedded)
    }
  }

  /// Whether these bytes are a profile, for a picture of as many colours of this kind.
  package func fits(_ profile: [UInt8]) -> Bool {
    profile.withUnsafeBytes {
      vips_icc_is_compatible_profile(pointer, $0.baseAddress, $0.count) != 0
    }
  }

  /// What alpha is where nothing shines through.
  private var highestAlpha: Double {
    switch interpretation {
    case .rgb16, .grey16: 65535
    case .scrgb: 1
    default: 255
    }
  }

  /// The nearest whole numbers: a cast alone cuts fractions off.
  private func rounded(to format: Format) throws(VipsError) -> VipsImage {
    try linear([1], [0.5]).cast(format)
  }
}
