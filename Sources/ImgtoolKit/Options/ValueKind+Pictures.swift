package import CommandLineOptions
package import Formats
package import Imaging
package import Metadata
internal import Posix

extension ValueKind where Value == SizeLimit {
  /// The most that a picture may measure: a long edge, or a width and a height.
  package static var sizeLimit: ValueKind<SizeLimit> {
    ValueKind("pixels", wanted: "a number of pixels such as 1920, or a box such as 800x600,") {
      text in
      let edge = ValueKind<Int>.integer("pixels", in: 1...1_000_000)
      let sides = text.bytes.split(separator: UInt8(ascii: "x"), omittingEmptySubsequences: false)
        .map { edge.convert(FilePath(bytes: $0)) }
      return switch (sides.count, sides[0], sides[sides.count - 1]) {
      case (1, let edge?, _): .longEdge(edge)
      case (2, let width?, let height?): .box(width: width, height: height)
      default: nil
      }
    }.with(form: .quantity)
  }
}

extension ValueKind where Value == [SizeLimit] {
  /// Sizes with commas between them.
  package static var sizeLimits: ValueKind<[SizeLimit]> {
    list(
      of: .sizeLimit,
      wanted: "a number of pixels such as 1920, a box such as 800x600, or a list such as 320,960,")
  }
}

extension ValueKind where Value == [FormatChoice] {
  /// Formats with commas between them.
  package static var formatChoices: ValueKind<[FormatChoice]> { list(of: .formatChoice) }
}

extension SizeLimit {
  /// The limit as options take it and names show it: `1920`, `800x600`, empty where there is none.
  package var label: String {
    switch self {
    case .unlimited: ""
    case .longEdge(let edge): "\(edge)"
    case .box(let width, let height): "\(width)x\(height)"
    }
  }
}

extension ValueKind where Value == FormatChoice {
  /// A format that can be written, the input's own, or what suits it.
  package static var formatChoice: ValueKind<FormatChoice> {
    choice(
      "format",
      [
        "auto": .auto, "keep": .keep, "jpeg": .fixed(.jpeg), "png": .fixed(.png),
        "webp": .fixed(.webp), "heic": .fixed(.heic), "avif": .fixed(.avif),
      ], aliases: ["jpg": .fixed(.jpeg)])
  }
}

extension ValueKind where Value == ImageFormat {
  /// A format that can be written.
  package static var writableFormat: ValueKind<ImageFormat> {
    choice(
      "format",
      [
        "jpeg": .jpeg, "png": .png, "webp": .webp, "heic": .heic, "avif": .avif, "tiff": .tiff,
        "jxl": .jxl,
      ], aliases: ["jpg": .jpeg, "tif": .tiff])
  }
}

extension ValueKind where Value == Set<Loss> {
  /// Losses by their names, with commas between them; `all` stands for every one.
  package static var losses: ValueKind<Set<Loss>> {
    var kind = ValueKind("losses", wanted: "") { text in
      var losses: Set<Loss> = []
      for name in text.description.split(separator: ",", omittingEmptySubsequences: false) {
        if name == "all" {
          losses.formUnion(Loss.allCases)
        } else if let loss = Loss(rawValue: String(name)) {
          losses.insert(loss)
        } else {
          return nil
        }
      }
      return losses
    }
    kind.completion = .choices(["all"] + Loss.allCases.map(\.rawValue))
    kind.hint = ". Please provide some of the following, with commas between them:"
    return kind.with(form: .list(of: .choice(["all"] + Loss.allCases.map(\.rawValue))))
  }
}

extension ValueKind where Value == MetadataPolicy {
  /// How much of the metadata is kept.
  package static var metadataPolicy: ValueKind<MetadataPolicy> {
    choice("what", ["all": .all, "safe": .safe, "color": .color, "none": .none])
  }
}

extension ValueKind where Value == HDRPolicy {
  /// What becomes of gain maps.
  package static var hdrPolicy: ValueKind<HDRPolicy> {
    choice("what", ["keep": .keep, "drop": .drop])
  }
}
