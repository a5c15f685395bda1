import CommandLineOptions
import Downsample
import Formats
import Imaging
import ImgtoolKit
import Posix
import TestSupport
import Testing

@Suite("Shrink")
struct ShrinkTests {
  /// A folder of fixtures in which the command runs.
  private func folder(_ fixtures: String...) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for fixture in fixtures { try folder.write(fixture, Fixtures.bytes(fixture)) }
    return folder
  }

  /// Runs the command over everything in a folder.
  private func shrink(
    _ folder: TemporaryFolder, _ options: FilePath...
  ) throws -> (status: ImgtoolKit.ExitStatus, console: RecordingConsole) {
    let console = RecordingConsole()
    let status = try Shrink().run(
      options + [FilePath(folder.path)], in: Environment(console: console))
    return (status, console)
  }

  @Test(
    "outputs stand beside their inputs and are called by the limit",
    arguments: [
      ([], "photo-1920.jpg", "rgba-1920.png"), (["-m", "320"], "photo-320.jpg", "rgba-320.png"),
      (["--max", "800x600"], "photo-800x600.jpg", "rgba-800x600.png"),
      (["--format", "webp"], "photo-1920.webp", "rgba-1920.webp"),
      (
        ["--name", "{command}-{max}-{stem}-{width}.{ext}", "-m", "32"], "shrink-32-photo-32.jpg",
        "shrink-32-rgba-32.png"
      ),
    ] as [([FilePath], String, String)])
  func names(options: [FilePath], photo: String, rgba: String) throws {
    let folder = try folder("photo.heic", "rgba.png")
    let console = RecordingConsole()
    let status = try Shrink().run(
      options + ["--dry-run", FilePath(folder.path)], in: Environment(console: console))
    #expect(status == .success)
    let lines = console.outputText.split(separator: "\n")
    #expect(lines.count == 2)
    for (line, name) in zip(lines, [photo, rgba]) {
      #expect(line.contains(" → \(folder.path)/\(name)  "), "\(line)")
    }
  }

  private func picture(_ folder: TemporaryFolder, _ name: String) throws -> Source {
    try Source(FileDescriptor(opening: FilePath(folder.file(name)), .read).readAll(limit: 1 << 20))
  }

  @Test("the limit is a long edge or a box")
  func limits() throws {
    let folder = try folder("photo.jpg")
    #expect(try shrink(folder, "-m", "64").status == .success)
    #expect(
      try picture(folder, "photo-64.jpg").facts.displayedSize == PixelSize(width: 64, height: 48))
    let other = try self.folder("photo.jpg")
    #expect(try shrink(other, "-m", "64x12").status == .success)
    #expect(
      try picture(other, "photo-64x12.jpg").facts.displayedSize == PixelSize(width: 16, height: 12))
  }

  @Test("what the options say becomes the picture")
  func recipe() throws {
    let plain = try folder("photo.heic")
    _ = try shrink(plain, "-m", "64", "-q", "90")
    let made = try picture(plain, "photo-64.jpg")
    #expect(made.facts.hasICC && made.format == .jpeg)
    let poor = try folder("photo.heic")
    _ = try shrink(poor, "-m", "64", "-q", "5", "--metadata", "none", "--format", "webp")
    let other = try picture(poor, "photo-64.webp")
    #expect(!other.facts.hasICC && other.format == .webp)
    #expect(other.bytes.count < made.bytes.count)
  }

  @Test("-o and --format that contradict each other are wrong usage")
  func contradiction() throws {
    let folder = try folder("photo.heic")
    let error = errorThrown(UsageError.self) {
      try shrink(folder, "-o", "out.png", "--format", "jpeg")
    }
    #expect(
      error?.message.description
        == "'--format jpeg' and '--output out.png' ask for different formats")
    #expect(try folder.names() == ["photo.heic"])
  }

  @Test("a template's own extension sets the format, as that of -o does")
  func templateExtension() throws {
    let folder = try folder("photo.heic")
    _ = try shrink(folder, "-m", "64", "--name", "{stem}-small.png")
    #expect(try picture(folder, "photo-small.png").format == .png)
    let error = errorThrown(UsageError.self) {
      try shrink(folder, "--name", "{stem}.png", "--format", "jpeg")
    }
    #expect(
      error?.message.description
        == "'--format jpeg' and '--name {stem}.png' ask for different formats")
    let other = errorThrown(UsageError.self) { try shrink(folder, "--name", "{stem}.pdf") }
    #expect(
      other?.message.description == "'--name {stem}.pdf' asks for pdf, which cannot be written")
  }

  @Test("a template with an unknown field is wrong usage")
  func template() throws {
    let folder = try folder("photo.heic")
    let error = errorThrown(UsageError.self) { try shrink(folder, "--name", "{nosuch}") }
    #expect(error?.message.description.contains("there is no field {nosuch}") == true)
  }

  @Test("no picture at all is no failure, and is said")
  func nothing() throws {
    let (status, console) = try shrink(TemporaryFolder())
    #expect(status == .success)
    #expect(console.errorText.contains("there are no images here"))
  }

  @Test("a file that can't be done is a failure")
  func failure() throws {
    #expect(try shrink(folder("truncated.jpg")).status == .failure)
  }
}
