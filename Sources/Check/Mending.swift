internal import Formats
internal import Imaging
internal import ImgtoolKit
internal import Metadata
internal import Posix

/// The line of shell that mends a file: one for all that is wrong with it, as each of several would change
/// what the others were made for.
struct Mending {
  private let input: Input
  private let source: Source
  private let rules: CheckRules
  /// What is wrong.
  private let broken: Set<CheckRule>
  /// What of it the line mends.
  private let mended: Set<CheckRule>
  private let bytesWithoutWaste: Int?

  init(
    _ input: Input, _ source: Source, _ rules: CheckRules, broken: Set<CheckRule>,
    canColoursBeMended: Bool, bytesWithoutWaste: Int?
  ) {
    self.input = input
    self.source = source
    self.rules = rules
    self.broken = broken
    self.bytesWithoutWaste = bytesWithoutWaste
    mended = canColoursBeMended ? broken : broken.subtracting([.untagged])
  }

  /// The line for a rule; nil where nothing mends it.
  func command(for rule: CheckRule) -> Message? {
    guard !broken.contains(.damage), !input.isStandardInput, mended.contains(rule) else {
      return nil
    }
    if let format, let words = words(to: format), !losesPictures(format), name(as: format) == nil {
      return Message("\(Program.name) \(words.joined(separator: " ")) --in-place ")
        + input.path.shellOperand
    }
    return rule == .extension && !source.format.canBeWritten
      && name(as: source.format) == nil ? renaming : nil
  }

  /// What stands in the way of the name that the file would get; nil where nothing does.
  var obstacle: FilePath? { name(as: format ?? source.format) }

  /// The name that the file would get in a format, where another file has it.
  private func name(as format: ImageFormat) -> FilePath? {
    guard !FileKind.image(format).extensionMatches(input.path) else { return nil }
    let name = renamed(to: format)
    return (try? FileStatus(of: name, followingLinks: false)) == nil ? nil : name
  }

  /// The format that the file gets; nil where it can have none.
  private var format: ImageFormat? {
    let allowed = (rules.formats ?? ImageFormat.allCases).filter(\.canBeWritten)
    let fitting = allowed.filter { $0.holdsAlpha || !source.facts.hasAlpha }
    let plain =
      broken.contains(.format)
      ? fitting.first ?? allowed.first : source.format.canBeWritten ? source.format : nil
    // Without loss hardly anything becomes as small as it has to be.
    guard broken.contains(.under), plain == .png || plain == .tiff else { return plain }
    return fitting.first { [.jpeg, .webp, .avif, .heic].contains($0) } ?? plain
  }

  /// The command with its options, but for the place and the file.
  private func words(to format: ImageFormat) -> [String]? {
    let size = rules.maximum == .unlimited ? [] : ["--max", rules.maximum.label]
    let colours = mended.contains(.untagged) ? ["--srgb"] : []
    let policy = "--metadata \(metadata.rawValue)"
    let kept = metadata == .all ? [] : [policy]
    if let budget {
      guard let choice = choice(of: format) else { return nil }
      return ["upload-prep"] + budget + size + choice + [policy] + colours
    }
    if broken.contains(.max) {
      guard let choice = choice(of: format) else { return nil }
      return ["shrink"] + size + choice + kept + colours
    }
    return ["convert", "--to", format.rawValue] + kept + colours
  }

  /// What keeps the file within its bytes; nil where nothing says how many those are.
  private var budget: [String]? {
    if broken.contains(.savings), !broken.contains(.under), let bytesWithoutWaste {
      return [
        "--under", "\(bytesWithoutWaste)", "--min-quality", "\(ByteBudget.bestQuality)",
        "--keep-size",
      ]
    }
    return rules.under.map { ["--under", "\($0)"] }
  }

  /// The option that asks for a format, of those that commands with a limit of size offer.
  private func choice(of format: ImageFormat) -> [String]? {
    if format == source.format { return ["--format", "keep"] }
    let offered: [ImageFormat] = [.jpeg, .png, .webp, .heic, .avif]
    return offered.contains(format) ? ["--format", format.rawValue] : nil
  }

  private var metadata: MetadataPolicy {
    if broken.contains(.metadata) { return .color }
    return broken.contains(.location) ? .safe : .all
  }

  /// Whether the file holds pictures that would go: then no command takes its place.
  private func losesPictures(_ format: ImageFormat) -> Bool {
    guard source.facts.pictures + source.facts.views > 1 || source.facts.isAnimated else {
      return false
    }
    let recipe = Recipe(
      size: rules.maximum, format: .fixed(format), metadata: metadata,
      convertsToSRGB: mended.contains(.untagged))
    return broken.contains(.under) || broken.contains(.savings)
      || !recipe.leavesPixels(of: source.facts, source: source.format, format: format)
  }

  /// The line that gives a file of a format that can't be written its right name.
  private var renaming: Message {
    "mv -n \(input.path.shellOperand) \(renamed(to: source.format).shellOperand)"
  }

  /// The path with the extension of a format.
  private func renamed(to format: ImageFormat) -> FilePath {
    let path = input.path
    let name = FilePath(bytes: path.stem.bytes + Array(".\(format.fileNameExtension)".utf8))
    return path.bytes.contains(UInt8(ascii: "/")) ? path.folder.appending(name) : name
  }
}

extension Message {
  /// Both, one behind the other.
  fileprivate static func + (one: Message, other: Message) -> Message { "\(one)\(other)" }
}
