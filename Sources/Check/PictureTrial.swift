internal import Formats
internal import Imaging
internal import ImgtoolKit
internal import Metadata
internal import Posix

/// One picture before the rules: what it was found to break so far.
struct PictureTrial {
  /// The input.
  let input: Input
  /// Its bytes and what its header says.
  let source: Source
  /// Why it could not be looked at in whole.
  var failure: FileError?

  private let rules: CheckRules
  private var found: [CheckRule: Message] = [:]
  private var canColoursBeMended = false
  private var facts: HeaderFacts { source.facts }

  init(_ input: Input, _ source: Source, _ rules: CheckRules) {
    self.input = input
    self.source = source
    self.rules = rules
  }

  /// Whether its pixels are damaged, so that nothing can be made of them.
  var isBroken: Bool { found[.damage] != nil }

  /// Notes that a rule is broken.
  mutating func find(_ rule: CheckRule, _ message: Message) {
    found[rule] = message
  }

  /// Checks what name, length and header tell.
  mutating func checkHeader() {
    let size = facts.displayedSize
    if rules.wantsRightExtension, !input.isStandardInput,
      !facts.kind.extensionMatches(input.path), let name = input.path.pathExtension
    {
      find(.extension, "it is \(source.format.rawValue), but named .\(name)")
    }
    if let formats = rules.formats, !formats.contains(source.format) {
      let names = formats.map(\.rawValue).joined(separator: ", ")
      find(.format, "it is \(source.format.rawValue); allowed are \(names)")
    }
    if let most = rules.under, source.bytes.count > most {
      find(.under, "it has \(source.bytes.count) bytes, more than \(most)")
    }
    if rules.maximum.applied(to: size) != size {
      find(.max, "it has \(size.width)×\(size.height) pixels, more than \(rules.maximum.label)")
    }
    if rules.wantsUpright, facts.shownOrientation != 1 {
      find(
        .upright,
        "its pixels lie otherwise than they are shown (orientation \(facts.shownOrientation))")
    }
  }

  /// Checks what is said about the picture.
  mutating func checkContents() {
    if rules.forbidsLocation {
      let places = PrivateContents.places(in: source.bytes, facts).map(\.description)
      if !places.isEmpty {
        find(.location, "it may tell a place: \(places.joined(separator: ", "))")
      }
    }
    if rules.forbidsMetadata {
      let kinds = MetadataContents.kinds(in: source.bytes, facts)
      if !kinds.isEmpty { find(.metadata, "it has metadata: \(kinds.joined(separator: ", "))") }
    }
    if rules.wantsKnownColours, let unknown = ColourStatement(of: source).unknown {
      find(.untagged, "\(unknown.message)")
      canColoursBeMended = unknown.canBeMended
    }
  }

  /// The most bytes that it may come to, made anew, without being found too large; nil where that is not
  /// tried.
  var bytesWithoutWaste: Int? {
    guard let percent = rules.savings, found[.format] == nil, source.format.canBeWritten,
      facts.pictures + facts.views == 1, !facts.isAnimated
    else { return nil }
    let bytes = source.bytes.count
    let limit = min(
      Int((Double(bytes) * (100 - percent) / 100).rounded(.up)) - 1, bytes - Self.leastWaste)
    return limit > 0 ? limit : nil
  }

  /// Fewer bytes are worth no word; and a small picture made anew twice may lose some each time.
  private static let leastWaste = 1000

  /// Notes that so many bytes do.
  mutating func findWaste(_ bytes: Int, quality: Int?) {
    let percent = 100 - Int((Double(bytes) * 100 / Double(source.bytes.count)).rounded(.up))
    let how = quality.map { " at quality \($0)" } ?? ""
    find(
      .savings, "\(bytes) bytes do\(how) for its \(source.bytes.count), \(percent) % fewer")
  }

  /// All that was found, in the order of the rules.
  var file: ReportedFile {
    var file = ReportedFile(input.path)
    let size = facts.displayedSize
    file.facts = JSONObject([
      ("kind", .text(Message(source.format.rawValue))),
      ("width", size.isEmpty ? nil : .integer(size.width)),
      ("height", size.isEmpty ? nil : .integer(size.height)),
      ("bytes", .integer(source.bytes.count)),
    ])
    file.failure = failure
    let mending = Mending(
      input, source, rules, broken: Set(found.keys), canColoursBeMended: canColoursBeMended,
      bytesWithoutWaste: bytesWithoutWaste)
    file.findings = CheckRule.allCases.compactMap { rule in
      found[rule].map { message in
        let isNamed = rule == .extension || rule == .format
        let obstacle = isNamed ? mending.obstacle : nil
        return ReportedFinding(
          rule.rawValue, obstacle.map { "\(message); \($0) is there already" } ?? message,
          command: failure == nil ? mending.command(for: rule) : nil)
      }
    }
    return file
  }
}
