import Formats
import Metadata
import TestSupport
import Testing
import Vips

@testable import Imaging

@Suite("The last look at a file from which private things were to be left out")
struct ReadBackTests {
  private func made(
    _ format: ImageFormat, _ policy: MetadataPolicy,
    tamper: @escaping @Sendable ([UInt8]) -> [UInt8] = { $0 }
  ) throws -> Rendering {
    var pipeline = Pipeline(
      recipe: Recipe(size: .longEdge(64), format: .fixed(format), metadata: policy),
      limits: PipelineLimits())
    pipeline.tamper = tamper
    return try pipeline.run(Files.source("photo.jpg"))
  }

  static let formats = ImageFormat.allCases.filter(\.canBeWritten)

  @Test("what is made passes it, in every format that is written", arguments: formats)
  func passes(format: ImageFormat) throws {
    #expect(try !made(format, .safe).bytes.isEmpty)
  }

  @Test(
    "a file with a place or a serial number in it is never handed out, in any format",
    arguments: formats)
  func caught(format: ImageFormat) throws {
    // What a fault of ours would write: everything.
    let leaking = try made(format, .all).bytes
    let error = imagingError { try made(format, .safe) { _ in leaking } }
    #expect(error?.stage == .metadata && error?.reason == .internal)
    #expect(error?.message.contains("EXIF GPS") == true, "\(error?.message ?? "made")")
    #expect(try made(format, .all) { _ in leaking }.bytes == leaking)
  }

  @Test("a HEIC's further items are looked at too")
  func heif() throws {
    let source = try Files.source("photo.heic")
    let findings = PrivateContents.findings(in: source.bytes, source.facts)
    #expect(findings.map(\.kind).contains(.place))
  }

  @Test("a file that passes through with its metadata edited is looked at as well")
  func passThrough() throws {
    var pipeline = Pipeline(recipe: Recipe(metadata: .safe), limits: PipelineLimits())
    #expect(try pipeline.run(Files.source("photo.jpg")).encodes == 0)
    let leaking = try Fixtures.bytes("photo.jpg")
    pipeline.tamper = { _ in leaking }
    let error = imagingError { try pipeline.run(Files.source("photo.jpg")) }
    #expect(error?.reason == .internal)
  }
}
