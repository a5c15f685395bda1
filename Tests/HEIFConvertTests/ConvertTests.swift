import CommandLineOptions
import Formats
import HEIFConvert
import ImgtoolKit
import Posix
import TestSupport
import Testing

@Suite("Convert")
struct ConvertTests {
  let console = RecordingConsole()
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @discardableResult
  private func run(
    _ fixture: String, to output: String, _ change: (inout ConvertOptions) -> Void = { _ in }
  ) throws -> ImgtoolKit.ExitStatus {
    var options = ConvertOptions()
    options.common.outputs.output = FilePath(folder.file(output))
    change(&options)
    return try Convert().run(
      options, inputs: [FilePath(Fixtures.path(fixture))], in: Environment(console: console))
  }

  private func facts(_ name: String) throws -> HeaderFacts {
    let file = try FileDescriptor(opening: FilePath(folder.file(name)), .read)
    return try HeaderFacts(reading: MemorySource(file.readAll(limit: 100_000_000)))
  }

  @Test("JPEG is made unless something else is said, at full size")
  func plain() throws {
    #expect(try run("photo.heic", to: "out/") == .success)
    let made = try facts("out/photo.jpg")
    #expect(made.kind == .image(.jpeg))
    #expect(made.displayedSize == PixelSize(width: 640, height: 480))
  }

  @Test(
    "the extension of -o says the format as well",
    arguments: [
      ("a.png", .png), ("a.tif", .tiff), ("a.TIFF", .tiff), ("a.jxl", .jxl), ("a.webp", .webp),
    ] as [(String, ImageFormat)])
  func byExtension(name: String, format: ImageFormat) throws {
    #expect(try run("quadrants.png", to: name) == .success)
    #expect(try facts(name).kind == .image(format))
  }

  @Test("--to and the extension of -o must not contradict each other")
  func contradiction() throws {
    let error = errorThrown(UsageError.self) {
      try run("quadrants.png", to: "a.png") { $0.format = .tiff }
    }
    #expect(error?.message.description.hasPrefix("'--to tiff' and '--output ") == true)
    #expect(try folder.names().isEmpty)
  }

  @Test("an extension of a format that can't be written is refused")
  func unwritten() throws {
    let error = errorThrown(UsageError.self) { try run("quadrants.png", to: "a.gif") }
    #expect(error?.message.description.contains("gif") == true)
  }
}
