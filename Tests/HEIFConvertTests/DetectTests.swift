import Batch
import HEIFConvert
import ImgtoolKit
import Posix
import TestSupport
import Testing

@Suite("Detect")
struct DetectTests {
  let console = RecordingConsole()

  func run(_ names: String..., options change: (inout InspectionOptions) -> Void = { _ in })
    throws -> ImgtoolKit.ExitStatus
  {
    var options = InspectionOptions()
    change(&options)
    return try Detect().run(
      options, inputs: names.map { FilePath(Fixtures.path($0)) },
      in: Environment(console: console))
  }

  @Test("the status is 0 when every file is HEIF of some kind")
  func allHEIF() throws {
    #expect(try run("photo.heic", "small.avif", "truncated.heic") == .success)
  }

  @Test(
    "the status is 1 when some file is not",
    arguments: ["photo.jpg", "mp4-named.heic", "text-named.heic", "empty.jpg", "jpeg-named.heic"])
  func notHEIF(name: String) throws {
    #expect(try run("photo.heic", name, "small.avif") == .failure)
    #expect(console.errorText == "")
  }

  @Test(
    "a brand alone makes no HEIF",
    arguments: [
      // `ftyp` with nothing behind it, and with data that nothing points to.
      [], [0, 0, 0, 16] + Array("mdat".utf8) + [1, 2, 3, 4, 5, 6, 7, 8],
      [0, 0, 0, 12] + Array("meta".utf8) + [0, 0, 0, 0],
    ] as [[UInt8]])
  func brandAlone(behind: [UInt8]) throws {
    let folder = try TemporaryFolder()
    let start: [UInt8] = [0, 0, 0, 24] + Array("ftypheic".utf8) + [0, 0, 0, 0]
    let path = try folder.write("brand.heic", start + Array("mif1heic".utf8) + behind)
    let status = try Detect().run(
      InspectionOptions(), inputs: [FilePath(path)], in: Environment(console: console))
    #expect(status == .failure)
    #expect(
      console.outputText.contains(": heic, damaged") || console.outputText.contains("truncated"))
  }

  @Test("the status is 2 when some file could not be read, whatever the others are")
  func unread() throws {
    #expect(try run("missing.heic", "photo.jpg").rawValue == 2)
    let missing = Fixtures.path("missing.heic")
    #expect(console.errorText == "imgtool: \(missing): no such file or folder\n")
    #expect(console.outputText == "\(Fixtures.path("photo.jpg")): jpeg, 640×480, 8 bits\n")
  }

  @Test("nothing but errors is written when that is asked for")
  func quiet() throws {
    #expect(try run("photo.jpg", "missing.heic") { $0.run.isQuiet = true }.rawValue == 2)
    #expect(console.outputText == "")
    #expect(console.errorText.hasPrefix("imgtool: "))
  }

  @Test("--verbose sums up on stderr")
  func verbose() throws {
    _ = try run("photo.heic") { $0.run.isVerbose = true }
    #expect(console.errorText.hasPrefix("imgtool: 1 read, 0 failed, "))
  }

  @Test("a run that was stopped says so by its status")
  func stopped() throws {
    let environment = Environment(console: console)
    environment.cancellation.cancel(.interrupted)
    let status = try Detect().run(
      InspectionOptions(), inputs: [FilePath(Fixtures.path("photo.heic"))], in: environment)
    #expect(status == .interrupted)
    #expect(console.outputText == "")
  }
}
