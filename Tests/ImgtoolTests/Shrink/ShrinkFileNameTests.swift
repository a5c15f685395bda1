internal import Posix
internal import Testing

@Suite("shrink: names are bytes")
struct ShrinkFileNameTests {
  private static let names = [
    "with space.jpg", "two\nlines.jpg", "100%.jpg", "a[page=1].jpg", "x[Q=5].jpg", "'quoted\".jpg",
    "ünïcode.jpg", "tab\t.jpg", "star*.jpg", "semi;colon.jpg", "$HOME.jpg", "a,b=c.jpg",
    "no-extension",
    ".hidden.jpg", "-dash.jpg", "..jpg", "{stem}.jpg", "%s%n.jpg",
  ]

  @Test("an odd name works, and gives an output of its own kind", arguments: names)
  func oddNames(name: String) async throws {
    let place = try Workplace()
    try place.put("photo.jpg", as: FilePath(name))
    let run = try await place.imgtool("shrink", "--max", "64", "-o", "out", "--", "\(name)")
    #expect(run.end == .exited(0), "\(run.errorLines)")
    let stem = FilePath(name).stem
    let output = FilePath("out").appending(FilePath(bytes: stem.bytes + Array("-64.jpg".utf8)))
    #expect(try place.picture(output).size == [64, 48])
    #expect(run.text.split(separator: "\n").count == 1, "one file is one line")
  }

  @Test("a name that is no UTF-8 works byte for byte", .enabled(if: Machine.namesAreBytes))
  func noUTF8() async throws {
    let place = try Workplace()
    let name = FilePath(bytes: [0x66, 0xff, 0xfe, 0x80] + Array(".jpg".utf8))
    try place.put("photo.jpg", as: name)
    let run = try await place.imgtool("shrink", "--max", "64", Argument(name))
    #expect(run.end == .exited(0), "\(run.errorLines)")
    let output = FilePath(bytes: [0x66, 0xff, 0xfe, 0x80] + Array("-64.jpg".utf8))
    #expect(try place.files().contains(output))
  }

  @Test(
    "a name as long as names can be works, and the output's is cut to fit or its file fails cleanly"
  )
  func longName() async throws {
    let place = try Workplace()
    let name = FilePath(String(repeating: "n", count: 251) + ".jpg")
    try place.put("photo.jpg", as: name)
    let given = try await place.imgtool("shrink", "--max", "64", "-o", "out.jpg", Argument(name))
    #expect(given.end == .exited(0), "\(given.errorLines)")
    try await place.imgtool("shrink", "--max", "64", "-o", "out", Argument(name))
    let made = try place.files().filter { $0.description.hasPrefix("out/") }
    for output in made { #expect(try place.picture(output).size == [64, 48]) }
  }

  @Test("a name of 255 bytes can be written over in place")
  func longNameInPlace() async throws {
    let place = try Workplace()
    let name = FilePath(String(repeating: "n", count: 251) + ".jpg")
    try place.put("photo.jpg", as: name)
    let run = try await place.imgtool("shrink", "--max", "64", "--in-place", Argument(name))
    #expect(run.end == .exited(0), "\(run.errorLines)")
    #expect(try place.files() == [name])
    #expect(try place.picture(name).size == [64, 48])
  }

  @Test("control characters never reach a person as they are")
  func escaped() async throws {
    let place = try Workplace()
    try place.put("truncated.jpg", as: "bad\u{1b}[31m\nname.jpg")
    let run = try await place.imgtool("shrink", "--max", "24", "--", "bad\u{1b}[31m\nname.jpg")
    #expect(run.end == .exited(1))
    #expect(!run.errors.contains(0x1b))
    #expect(run.errorLines.filter { $0.hasPrefix("imgtool: bad") }.count == 1, "\(run.errorLines)")
  }
}
