internal import CLcms

extension ColorProfile {
  /// Makes a profile for colours that a file states as code points.
  ///
  /// The same numbers give the same bytes, whatever the time. Gives nil for numbers that are reserved
  /// or unspecified, and for light that has no white, such as that of PQ (16) and HLG (18).
  ///
  /// - Parameters:
  ///   - primaries: `ColourPrimaries` of ITU-T H.273 (ISO/IEC 23091-2), 8.1.
  ///   - transfer: `TransferCharacteristics`, 8.2.
  package init?(primaries: Int, transfer: Int) {
    guard let light = Primaries(primaries), let curve = Transfer(transfer),
      let session = LcmsSession(),
      let bytes = Self.bytes(light, curve, in: session)
    else { return nil }
    self.init(bytes)
  }

  /// Makes a profile for colours that a file states as places and a power, as PNG can.
  ///
  /// The same numbers give the same bytes. Gives nil for numbers that make no colours.
  ///
  /// - Parameters:
  ///   - chromaticities: x and y of white, red, green and blue in the CIE 1931 diagram; nil for sRGB's.
  ///   - exponent: What a sample is raised to for its light; nil for sRGB's curve.
  ///   - isGray: Whether there are no colours but brightness alone.
  package init?(chromaticities: [Double]?, exponent: Double?, isGray: Bool) {
    guard let light = chromaticities.map(Primaries.init(chromaticities:)) ?? Primaries(1),
      let curve = exponent.map(Transfer.init(exponent:)) ?? Transfer(13),
      let session = LcmsSession(),
      let bytes = isGray
        ? Self.gray(light, curve, in: session) : Self.bytes(light, curve, in: session)
    else { return nil }
    self.init(bytes)
  }

  private static func gray(
    _ primaries: Primaries, _ transfer: Transfer, in session: borrowing LcmsSession
  ) -> [UInt8]? {
    guard
      let curve = cmsBuildParametricToneCurve(session.context, transfer.kind, transfer.parameters)
    else { return nil }
    defer { cmsFreeToneCurve(curve) }
    var white = place(primaries.white)
    guard
      let profile = LcmsProfile(cmsCreateGrayProfileTHR(session.context, &white, curve)),
      name(profile, "Gray, \(transfer.name)", in: session)
    else { return nil }
    return finished(profile, in: session)
  }

  private static func bytes(
    _ primaries: Primaries, _ transfer: Transfer, in session: borrowing LcmsSession
  ) -> [UInt8]? {
    guard
      let curve = cmsBuildParametricToneCurve(session.context, transfer.kind, transfer.parameters)
    else { return nil }
    defer { cmsFreeToneCurve(curve) }
    var white = place(primaries.white)
    var lights = cmsCIExyYTRIPLE(
      Red: place(primaries.red), Green: place(primaries.green), Blue: place(primaries.blue))
    var curves: [OpaquePointer?] = [curve, curve, curve]
    guard
      let profile = LcmsProfile(
        cmsCreateRGBProfileTHR(session.context, &white, &lights, &curves)),
      name(profile, name(primaries, transfer), in: session)
    else { return nil }
    return finished(profile, in: session)
  }

  /// The profile as a file, with a fixed date and its ID.
  private static func finished(
    _ profile: borrowing LcmsProfile, in session: borrowing LcmsSession
  ) -> [UInt8]? {
    cmsSetProfileVersion(profile.handle, 4.3)
    guard var bytes = profile.bytes, bytes.count > 36 else { return nil }
    // The library offers no way to set the date of creation (ICC.1:2010, 7.2.1 and 4.2: six numbers
    // of 16 bits from byte 24 on); now it is the first of January 2000.
    bytes.replaceSubrange(24..<36, with: [0x07, 0xd0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0])
    return identified(bytes, in: session)
  }

  private static func place(_ place: Primaries.Place) -> cmsCIExyY {
    cmsCIExyY(x: place.x, y: place.y, Y: 1)
  }

  /// Gives a profile its ID, a digest of its bytes (ICC.1:2010, 7.2.18).
  private static func identified(
    _ bytes: [UInt8], in session: borrowing LcmsSession
  ) -> [UInt8]? {
    guard let profile = LcmsProfile(bytes, in: session), cmsMD5computeID(profile.handle) != 0
    else { return nil }
    return profile.bytes
  }

  private static func name(
    _ profile: borrowing LcmsProfile, _ text: String, in session: borrowing LcmsSession
  ) -> Bool {
    guard let names = cmsMLUalloc(session.context, 1) else { return false }
    defer { cmsMLUfree(names) }
    return cmsMLUsetASCII(names, "en", "US", text) != 0
      && cmsWriteTag(profile.handle, cmsSigProfileDescriptionTag, UnsafeRawPointer(names)) != 0
  }

  private static func name(_ primaries: Primaries, _ transfer: Transfer) -> String {
    switch (primaries.name, transfer.name) {
    case ("BT.709", "sRGB"): "sRGB"
    case ("Display P3", "sRGB"): "Display P3"
    case (let light, let curve) where light == curve: light
    case ("BT.2020", "BT.709"): "BT.2020"
    case (let light, let curve): "\(light), \(curve)"
    }
  }
}
