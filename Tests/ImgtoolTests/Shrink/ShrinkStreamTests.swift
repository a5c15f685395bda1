internal import Foundation
internal import Posix
internal import TestSupport
internal import Testing

@Suite("shrink: standard input and output, and lists of files")
struct ShrinkStreamTests {
  @Test("- reads a picture and writes one, and nothing else comes on the output")
  func picture() async throws {
    let place = try Workplace()
    let run = try await place.imgtool(
      "shrink", "--max", "64", "-", input: Fixtures.bytes("photo.heic"))
    #expect(run.end == .exited(0), "\(run.errorLines)")
    let picture = try Picture(run.output)
    #expect(picture.size == [64, 48])
    #expect(picture.format == "jpeg")
    #expect(try place.files() == [])
  }

  @Test("- reads from a pipe and -o names the file")
  func pipe() async throws {
    let place = try Workplace("photo.jpg")
    let run = try await place.shell("cat photo.jpg | \"$imgtool\" shrink --max 64 - -o out.png")
    #expect(run.end == .exited(0), "\(run.errorLines)")
    #expect(try place.picture("out.png").size == [64, 48])
  }

  @Test("what is no picture on the standard input fails", arguments: [[], Array("text".utf8)])
  func noPicture(input: [UInt8]) async throws {
    let run = try await Workplace().imgtool("shrink", "-", input: input)
    #expect(run.end == .exited(1))
    #expect(run.output.isEmpty)
    #expect(run.errorLines.contains { $0.hasPrefix("imgtool: -: ") }, "\(run.errorLines)")
  }

  @Test(
    "a picture that standard output doesn't take fails, and that is said once",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func fullOutput() async throws {
    let place = try Workplace("photo.jpg")
    let run = try await place.shell(#""$imgtool" shrink --max 64 -o - photo.jpg > /dev/full"#)
    #expect(run.end == .exited(1))
    #expect(
      run.errorLines.filter { !$0.contains(" done (") } == [
        "imgtool: photo.jpg: cannot write standard output: no space left on device"
      ])
  }

  @Test("--files-from takes a path a line")
  func lines() async throws {
    let place = try Workplace("photo.jpg", "quadrants.png")
    try place.put(Array("photo.jpg\nquadrants.png\n".utf8), as: "list")
    let run = try await place.imgtool(
      "shrink", "--max", "64", "--files-from", "list", "--json")
    #expect(run.end == .exited(0), "\(run.errorLines)")
    #expect(try run.records().map(\.input) == ["photo.jpg", "quadrants.png"])
  }

  @Test("-0 takes paths that end in NUL, from the standard input too")
  func nulls() async throws {
    let place = try Workplace("quadrants.png")
    try place.put("photo.jpg", as: "two\nlines.jpg")
    let run = try await place.imgtool(
      "shrink", "--max", "64", "--files-from", "-", "-0", "--json",
      input: Array("two\nlines.jpg\0quadrants.png\0".utf8))
    #expect(run.end == .exited(0), "\(run.errorLines)")
    #expect(try run.records().map(\.input) == ["two\nlines.jpg", "quadrants.png"])
  }

  @Test("an empty list means no work, not the current folder")
  func emptyList() async throws {
    let place = try Workplace("photo.jpg")
    try await place.imgtool("shrink", "--max", "64", "--files-from", "-")
    #expect(try place.files() == ["photo.jpg"])
  }

  @Test("the standard input is left alone where nobody asks for it")
  func unasked() async throws {
    let place = try Workplace("photo.jpg")
    let run = try await place.shell(
      "printf 'left alone' | { \"$imgtool\" shrink --max 64 --quiet photo.jpg; cat; }")
    #expect(run.text == "left alone")
  }
}
