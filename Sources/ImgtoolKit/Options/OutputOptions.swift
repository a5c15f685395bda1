package import CommandLineOptions
package import Formats
package import Imaging
package import Posix

/// Where outputs go, what they are called, and what happens with files that are there.
package struct OutputOptions: Sendable {
  /// A folder, one file, or `-` for stdout.
  package var output: FilePath?
  /// A template of names.
  package var name: FilePath?
  /// Whether inputs are replaced.
  package var isInPlace = false
  /// The format that is asked for.
  package var format = FormatChoice.auto
  /// The option that asks for it; nil where nobody asked and the extension of `-o` may decide.
  package var formatOption: String? = "format"
  /// Whether files are replaced that the program did not make.
  package var overwrites = false
  /// Whether whatever is there is left alone.
  package var skipsExisting = false
  /// Whether outputs get their input's modification time.
  package var keepsTimes = false
  /// Whether outputs survive a power cut once they are reported.
  package var isDurable = false

  /// Beside the inputs, and nothing is replaced but what the program made.
  package init() {}

  /// What the option for the format does.
  package static let formatHelp = """
    The output's format: auto, keep, jpeg, png, webp, heic or avif; auto turns HEIF and JPEG XL into \
    JPEG, or PNG where there is transparency, and keeps what else can be written.
    """

  /// The options that set them.
  package static let table: [Option<OutputOptions>] = [
    Option(
      "output", short: "o", .file("path"), .outputs,
      help: """
        Write into this folder, which is made if missing; or, of one input, to this file, whose \
        extension sets the format; - is standard output.
        """, to: \.output),
    Option(
      "name", .text("template"), .outputs,
      help: "Name outputs so; fields are {stem} {ext} {max} {width} {height} {command}.",
      to: \.name),
    Option("in-place", .outputs, help: "Replace the inputs themselves.", sets: \.isInPlace),
    Option(
      "format", .formatChoice, .outputs, default: "auto", help: formatHelp, to: \.format),
    Option(
      "overwrite", .outputs, help: "Replace files that \(Program.name) did not make.",
      sets: \.overwrites),
    Option("skip-existing", .outputs, help: "Leave files that are there.", sets: \.skipsExisting),
    Option(
      "keep-times", .outputs, help: "Give outputs the modification time of their input.",
      sets: \.keepsTimes),
    Option(
      "durable", .outputs,
      help: "Have each output on the disk, to survive a power cut, before going on; slow.",
      sets: \.isDurable),
  ]

  func validate(inputs: [FilePath]) throws(UsageError) {
    try exclude(("--in-place", isInPlace), ("--output", output != nil))
    try exclude(("--in-place", isInPlace), ("--name", name != nil))
    try exclude(("--in-place", isInPlace), ("--skip-existing", skipsExisting))
    try exclude(("--overwrite", overwrites), ("--skip-existing", skipsExisting))
  }

  /// Refuses a name of one file that asks for another format than the one that `command` writes.
  package func check(writes format: ImageFormat, by command: String) throws(UsageError) {
    guard let output, let asked = ImageFormat(extensionOf: output), asked != format,
      (try? FileStatus(of: output))?.kind != .folder
    else { return }
    throw UsageError(
      """
      '--output \(output)' asks for \(asked.rawValue), but '\(command)' writes \
      \(format.rawValue.uppercased())
      """)
  }

  /// How files that are there are treated.
  package var policy: OutputPlan.Policy {
    var policy = OutputPlan.Policy()
    policy.isInPlace = isInPlace
    policy.overwrites = overwrites
    policy.skipsExisting = skipsExisting
    return policy
  }

  /// Where the outputs of these inputs go.
  ///
  /// Throws wrong usage where `-o` can't take them, or where one file is to have a template's name too.
  package func place(
    for found: [FoundInput], outputsOfEach count: Int = 1
  ) throws(UsageError) -> OutputPlace {
    let place = try OutputPlace(
      output: output, isInPlace: isInPlace, found: found, outputsOfEach: count)
    switch place {
    case .file, .standardOutput:
      if name != nil { throw UsageError("'--name' has no use where '--output' names one file") }
    case .beside, .folder, .inPlace: break
    }
    return place
  }

  /// The format that outputs get in a place, whose extension counts, or the template's own one.
  ///
  /// Throws wrong usage where the extension and `--format` ask for different ones, and where a template
  /// asks for what can't be written.
  package func format(
    _ format: FormatChoice, in place: OutputPlace
  ) throws(UsageError) -> FormatChoice {
    let template = try name.map { name throws(UsageError) in try NameTemplate(parsing: name) }
    guard let asked = place.format ?? template?.format else { return format }
    let option =
      place.format == nil ? "--name \(name ?? "")" as Message : "--output \(output ?? "")"
    guard asked.canBeWritten else {
      throw UsageError("'\(option)' asks for \(asked.rawValue), which cannot be written")
    }
    if case .fixed(let fixed) = format, fixed != asked, let formatOption {
      throw UsageError(
        "'--\(formatOption) \(fixed.rawValue)' and '\(option)' ask for different formats")
    }
    return .fixed(asked)
  }
}

/// Throws wrong usage where both options are given.
func exclude(
  _ one: (name: String, isGiven: Bool), _ two: (name: String, isGiven: Bool)
) throws(UsageError) {
  if one.isGiven, two.isGiven {
    throw UsageError("'\(one.name)' cannot be combined with '\(two.name)'")
  }
}
