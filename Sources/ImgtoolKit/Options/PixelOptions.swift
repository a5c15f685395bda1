package import CommandLineOptions
package import Imaging
package import Metadata

/// What becomes of pixels and of what is said about them.
package struct PixelOptions: Sendable {
  /// How much of the metadata is kept.
  package var metadata = MetadataPolicy.all
  /// Whether colours are turned to sRGB.
  package var convertsToSRGB = false
  /// Whether high dynamic range is rendered as a standard picture.
  package var toneMaps = false
  /// What transparent places are put over where the format holds no transparency.
  package var background = RGBColor.white
  /// Encoder quality, 1 to 100; nil for the format's default.
  package var quality: Int?
  /// What becomes of gain maps.
  package var hdr = HDRPolicy.keep
  /// What fails an input that would lose it.
  package var refusedLosses: Set<Loss> = []
  /// Whether outputs are compared with their sources.
  package var scores = false
  /// The lowest score of an output, 0 to 100.
  package var minimumScore: Double?

  /// Everything is kept.
  package init() {}

  /// The options that set them.
  package static let table: [Option<PixelOptions>] = [
    Option(
      "quality", short: "q", .integer("n", in: 1...100), .pixels,
      help: "Encoder quality, 1 to 100.", to: \.quality),
    Option(
      "metadata", .metadataPolicy, .pixels, default: "all",
      help: """
        What to keep: all; safe, which leaves out location, serial numbers, owners' names and \
        maker notes; color, the colour profile alone; or none.
        """, to: \.metadata),
    Option("srgb", .pixels, help: "Convert colours to sRGB.", sets: \.convertsToSRGB),
    Option(
      "background", .color, .pixels, default: "white",
      help: "Put transparent places over this colour where the format holds no transparency.",
      to: \.background),
    Option(
      "hdr", .hdrPolicy, .pixels, default: "keep",
      help: """
        What becomes of high dynamic range (gain maps, PQ, HLG): keep it where the format can hold it, \
        or drop it.
        """, to: \.hdr),
    Option(
      "tone-map", .pixels,
      help: "Render high dynamic range of any kind as a good standard picture, without a gain map.",
      sets: \.toneMaps),
    Option(
      "fail-on-loss", .losses, .pixels,
      help: """
        Fail an input, and write nothing, where the output would lose one of these: all, or a list \
        such as gain-map,depth. What is lost is otherwise a warning.
        """, to: \.refusedLosses),
    Option(
      "score", .pixels,
      help: "Tell how much each output looks like its source at that size, from 0 to 100.",
      sets: \.scores),
    Option(
      "min-score", .decimal("n", in: 0...100), .pixels,
      help: "Fail an input, and write nothing, where its output would score less.",
      to: \.minimumScore),
  ]

  /// Whether outputs are compared, as recipes have it.
  package var scoring: Scoring? {
    scores || minimumScore != nil ? Scoring(minimum: minimumScore) : nil
  }
}
