internal import Formats
internal import Heif
internal import Pixels
internal import Vips

/// HEIF pictures: the primary one or another, or a thumbnail that is as good, in the cheapest layout.
struct HEIFDecode {
  /// The file; owned, since everything that comes from it borrows from it.
  let file: HeifFile
  /// The picture that stands for the file, or the one that was asked for.
  let primary: HeifPicture

  /// Opens a file, without decoding anything.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - picture: The number of the item that is asked for; nil for the primary one.
  ///   - limits: What is refused, and how many threads may decode tiles.
  /// - Throws: `ImagingError` where the file is damaged, too large or of an unknown kind.
  init(
    _ bytes: [UInt8], picture: UInt32? = nil, limits: PipelineLimits
  ) throws(ImagingError) {
    do {
      file = try HeifFile(
        bytes, maximumPixels: limits.maximumPixels,
        // With one thread the work stays in the job's own.
        threads: limits.threads > 1 ? limits.threads : 0)
      if let picture {
        primary = try file.picture(picture)
      } else {
        primary = try file.primary()
      }
    } catch {
      throw ImagingError(error, opening: true)
    }
  }

  /// Opens a file of which the header was read already.
  ///
  /// - Throws: `ImagingError` as above; a kind that the library doesn't know yet is no damage.
  init(_ source: Source, limits: PipelineLimits) throws(ImagingError) {
    do throws(ImagingError) {
      try self.init(source.bytes, picture: source.facts.heifItem, limits: limits)
    } catch {
      guard error.reason == .damaged, source.facts.heif?.isMini == true else { throw error }
      throw ImagingError(
        .read, .unsupported,
        "a HEIF of the small kind (with a 'mini' box), which the installed libheif can't read",
        detail: error.detail)
    }
  }

  /// Size of the primary picture as displayed, in pixels.
  var size: PixelSize { PixelSize(width: primary.width, height: primary.height) }

  /// The ICC profile of the primary picture; where it says nothing of its colours, that of the first
  /// other picture in the file which does.
  var profile: [UInt8]? {
    if let own = primary.iccProfile { return own }
    guard primary.color == nil, file.topLevelCount > 1 else { return nil }
    return (try? file.pictures())?.lazy.compactMap(\.iccProfile).first
  }

  /// What the samples of the primary picture mean.
  var meaning: ColourMeaning {
    if let profile { return .profile(profile) }
    guard let color = primary.color else { return .untagged }
    return .codePoints(primaries: color.primaries, transfer: color.transfer)
  }

  /// The picture to decode for an output of `target` pixels: the primary one, or a thumbnail of it.
  ///
  /// A thumbnail serves only where it is at least twice as large as the target, of the same shape
  /// and of the same colours; the container's transforms are in its displayed size already. Twice,
  /// because cameras compress thumbnails hard and sharpen them: at its own size one of a phone's was
  /// 23 dB away from the picture.
  func picture(for target: PixelSize) -> HeifPicture {
    let candidates = primary.thumbnails.filter { thumbnail in
      thumbnail.width >= target.width * 2 && thumbnail.height >= target.height * 2
        && thumbnail.width < primary.width
        && hasShape(of: primary, thumbnail)
        && thumbnail.iccProfile == primary.iccProfile && thumbnail.color == primary.color
        && thumbnail.hasAlpha == primary.hasAlpha && thumbnail.lumaBits == primary.lumaBits
    }
    return candidates.min { $0.width < $1.width } ?? primary
  }

  /// Whether both are the same rectangle but for rounding the smaller one's edges to whole pixels.
  private func hasShape(of large: HeifPicture, _ small: HeifPicture) -> Bool {
    let height = Double(small.width) * Double(large.height) / Double(large.width)
    let width = Double(small.height) * Double(large.width) / Double(large.height)
    return abs(height - Double(small.height)) <= 1 && abs(width - Double(small.width)) <= 1
  }

  /// The pixels of `picture`, in the planes they are stored in where those will do.
  func decode(
    _ picture: HeifPicture, isCancelled: @escaping @Sendable () -> Bool
  ) throws(ImagingError) -> DecodedPixels {
    let pixels = try samples(of: picture, isCancelled: isCancelled)
    guard case .planes(let planar) = pixels, isGrayInColour(planar) else { return pixels }
    do {
      return .raster(try planar.grayInColour())
    } catch {
      throw ImagingError(
        .decode, .internal, "the decoded picture can't be used", detail: "\(error)")
    }
  }

  /// The same, whatever a profile makes of them.
  func samples(
    of picture: HeifPicture, isCancelled: @escaping @Sendable () -> Bool
  ) throws(ImagingError) -> DecodedPixels {
    do {
      let bits = max(picture.lumaBits ?? 8, picture.chromaBits ?? 8)
      if bits == 8, !picture.hasAlpha, let chroma = picture.chroma, chroma.isPlanar {
        let image = try whole(picture.decode(.native, isCancelled: isCancelled))
        if let planar = planar(image) {
          return .planes(planar)
        }
      }
      let layout: HeifLayout =
        switch (bits > 8, picture.hasAlpha) {
        case (false, false): .rgb8
        case (false, true): .rgba8
        case (true, false): .rgb16
        case (true, true): .rgba16
        }
      return .raster(try raster(whole(picture.decode(layout, isCancelled: isCancelled))))
    } catch let error as HeifError {
      throw ImagingError(error, opening: false)
    } catch {
      throw ImagingError(
        .decode, .internal, "the decoded picture can't be used", detail: "\(error)")
    }
  }

  /// Refuses a picture of which the decoder says that it made parts of it up.
  private func whole(_ image: HeifImage) throws(HeifError) -> HeifImage {
    guard let warning = image.warnings.first else { return image }
    throw HeifError(.damaged, warning)
  }

  /// Whether brightness alone is stored, under a profile for red, green and blue, as encoders do that
  /// find nothing but gray in a picture.
  private func isGrayInColour(_ planes: PlanarPicture) -> Bool {
    guard planes.planes.count == 1, let profile else { return false }
    return VipsImage.Colours.rgb.fit(profile)
  }

  private func planar(_ image: HeifImage) -> PlanarPicture? {
    guard YCbCrConversion.knows((image.color ?? .unstated).matrix) else { return nil }
    return PlanarPicture(image)
  }

  private func raster(_ image: HeifImage) throws -> VipsImage {
    guard let plane = image.planes.first, image.chroma == .interleaved else {
      throw HeifError(.unsupported, "the picture's pixels come in an unknown layout")
    }
    let deep = plane.sample == .uint16
    var picture = try VipsImage(plane: plane, interpretation: deep ? .rgb16 : .srgb)
    if deep, image.bits < 16 {
      // Samples of 10 or 12 bits fill the whole range of 16.
      let scale = 65535 / Double((1 << image.bits) - 1)
      picture = try picture.linear([scale], [0.5]).cast(.ushort).copy(interpretation: .rgb16)
    }
    return image.hasPremultipliedAlpha ? try picture.unpremultiplied(to: picture.format) : picture
  }
}

extension HeifImage.Chroma {
  fileprivate var isPlanar: Bool {
    switch self {
    case .monochrome, .ycbcr420, .ycbcr422, .ycbcr444: true
    case .rgb, .interleaved: false
    }
  }
}

extension ImagingError {
  /// What a failure of libheif means for the user.
  init(_ error: HeifError, opening: Bool) {
    let stage: Stage = opening ? .read : .decode
    switch error.kind {
    case .unsupported, .codecMissing:
      self.init(
        stage, .unsupported, "the picture is coded in a way that the installed libheif can't read",
        detail: error.detail)
    case .tooLarge:
      self.init(
        stage, .tooLarge, "the picture is larger than the limits allow (see --max-pixels)",
        detail: error.detail)
    case .cancelled:
      self.init(stage, .cancelled, "cancelled", detail: error.detail)
    case .damaged:
      self.init(stage, .damaged, "the file is damaged or cut off", detail: error.detail)
    default:
      self.init(stage, .damaged, "the picture can't be decoded", detail: error.detail)
    }
  }
}
