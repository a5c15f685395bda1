import Formats
import Metadata
import TestSupport
import Testing
import Vips

@testable import Imaging

@Suite("The last look at a file from which private things were to be left out")
struct ReadBackTests {
  private func pipeline(_ format: FormatChoice, _ policy: MetadataPolicy) -> Pipeline {
    Pipeline(
      recipe: Recipe(size: .longEdge(64), format: format, metadata: policy),
      limits: PipelineLimits())
  }

  static let formats = ImageFormat.allCases.filter(\.canBeWritten)

  @Test("what is made passes it, in every format that is written", arguments: formats)
  func passes(format: ImageFormat) throws {
    #expect(try !pipeline(.fixed(format), .safe).run(Files.source("photo.jpg")).bytes.isEmpty)
  }

  @Test(
    "a file with a place or a serial number in it is never handed out, in any format",
    arguments: formats)
  func caught(format: ImageFormat) throws {
    let source = try Files.source("photo.jpg")
    // What a fault of ours would write: everything.
    let leaking = try pipeline(.fixed(format), .all).run(source)
    let error = imagingError {
      try pipeline(.fixed(format), .safe).inspected(leaking, of: source)
    }
    #expect(error?.stage == .metadata && error?.reason == .internal)
    #expect(error?.message.contains("EXIF GPS") == true, "\(error?.message ?? "made")")
    #expect(
      try pipeline(.fixed(format), .all).inspected(leaking, of: source).bytes == leaking.bytes)
  }

  @Test("a HEIC's further items are looked at too")
  func heif() throws {
    let source = try Files.source("photo.heic")
    let findings = PrivateContents.findings(in: source.bytes, source.facts)
    #expect(findings.map(\.kind).contains(.place))
  }

  @Test("a file that passes through with its metadata edited is looked at as well")
  func passThrough() throws {
    let source = try Files.source("photo.jpg")
    let safe = Pipeline(recipe: Recipe(metadata: .safe), limits: PipelineLimits())
    var passed = try safe.run(source)
    #expect(passed.encodes == 0)
    passed.bytes = source.bytes
    #expect(imagingError { try safe.inspected(passed, of: source) }?.reason == .internal)
  }
}
