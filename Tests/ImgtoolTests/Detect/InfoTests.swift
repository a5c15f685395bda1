internal import Posix
internal import TestSupport
internal import Testing

@Suite("info")
struct InfoTests {
  @Test("what the header knows of a photo", arguments: ["photo.heic", "photo.jpg"])
  func photo(name: String) async throws {
    let place = try Workplace(name)
    let run = try await place.imgtool("info", "--json", Argument(stringLiteral: name))
    #expect(run.end == .exited(0))
    let finding = try #require(try run.findings().first)
    #expect(finding.width == 640)
    #expect(finding.height == 480)
    #expect(finding.bits == 8)
    #expect(finding.images == 1)
    #expect(finding.icc == true)
    #expect(finding.profile == "sRGB")
    #expect(finding.camera == "Apple iPhone 13")
    #expect(finding.date == "2024-05-17T18:42:07+02:00")
    #expect(finding.gps?.latitude == 48.2082)
    #expect(finding.gps?.longitude == 16.3738)
    #expect(try finding.bytes == Fixtures.bytes(name).count)
  }

  @Test("the size is that as displayed, the orientation what leads to it")
  func orientation() async throws {
    let place = try Workplace("orientation-6.jpg", "orientation-5.heic", "orientation-6.tif")
    let run = try await place.imgtool(
      "info", "--json", "orientation-6.jpg", "orientation-5.heic", "orientation-6.tif")
    let findings = try run.findings()
    #expect(findings.map(\.width) == [48, 48, 48])
    #expect(findings.map(\.height) == [32, 32, 32])
    #expect(findings.map(\.orientation) == [6, 5, 6])
  }

  @Test("what is no picture fails, and the others are told")
  func noPicture() async throws {
    let place = try Workplace("mp4-named.heic", "empty.jpg", "gray.png")
    let run = try await place.imgtool("info", "mp4-named.heic", "empty.jpg", "none", "gray.png")
    #expect(run.end == .exited(1))
    #expect(run.text == "gray.png: png, 96×64, 8 bits, 223 B\n")
    #expect(
      run.errorLines == [
        "imgtool: mp4-named.heic: an mp4 file, not a still picture",
        "imgtool: empty.jpg: the file is empty",
        "imgtool: none: no such file or folder",
      ])
  }
}
