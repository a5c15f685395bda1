internal import Posix
internal import Testing

@Suite("shrink: wrong usage")
struct ShrinkUsageTests {
  @Test(
    "the status is 2, the error output says why, and nothing is done",
    arguments: [
      ["--max"], ["--max", "0"], ["--max", "-5"], ["--max", "big"], ["--max", "10x"],
      ["--max", "99999999999999999999"], ["-q", "0"], ["-q", "101"], ["-q", "high"],
      ["--format", "bmp"], ["--metadata", "some"], ["--background", "nocolour"],
      ["-j", "0"], ["-j", "many"], ["--memory", "lots"], ["--memory", "0"], ["--timeout", "-1"],
      ["--max-pixels", "0"], ["--nosuch"], ["--max=64", "--max-edge"], ["-o"],
      ["--in-place", "-o", "out"], ["--files-from"], ["--name", "{nosuch}"],
      ["--max", "64,"], ["--max", "64,32", "--in-place"], ["--max", "64,32", "-o", "out.jpg"],
      ["--format", "jpeg,webp", "-o", "-"], ["--format", "jpeg,bmp"],
      ["--format", "jpeg,webp", "--name", "{stem}-{max}.png"],
    ])
  func wrongUsage(options: [String]) async throws {
    let place = try Workplace("photo.jpg")
    let arguments = (["shrink", "photo.jpg"] + options).map { Argument(stringLiteral: $0) }
    let run = try await place.start(arguments).result()
    #expect(run.end == .exited(2))
    #expect(run.output.isEmpty)
    #expect(!run.errors.isEmpty)
    #expect(try place.files() == ["photo.jpg"])
  }

  @Test("-o cannot be one file for two inputs")
  func oneFileForTwo() async throws {
    let place = try Workplace("photo.jpg", "quadrants.png")
    let run = try await place.imgtool("shrink", "-o", "out.jpg", "photo.jpg", "quadrants.png")
    #expect(run.end == .exited(2))
    #expect(try place.files() == ["photo.jpg", "quadrants.png"])
  }

  @Test("a mistyped option is answered with the nearest one")
  func nearest() async throws {
    let run = try await Workplace().imgtool("shrink", "--qualty", "5")
    #expect(run.end == .exited(2))
    #expect(run.errorLines.joined().contains("--quality"))
  }

  @Test("an unknown command is wrong usage, and so is a mistyped one")
  func unknownCommand() async throws {
    let run = try await Workplace().imgtool("shrnk")
    #expect(run.end == .exited(2))
    #expect(run.errorLines.joined().contains("shrink"))
  }

  @Test("help and version come on the standard output", arguments: ["--help", "--version"])
  func help(option: String) async throws {
    let run = try await Workplace().imgtool("\(option)")
    #expect(run.end == .exited(0))
    #expect(run.errors.isEmpty)
    #expect(run.text.contains("imgtool"))
  }

  @Test("the version names the libraries")
  func version() async throws {
    let text = try await Workplace().imgtool("--version").text
    for library in ["libvips", "libheif", "libexif", "HEVC"] {
      #expect(text.contains(library), "\(library)")
    }
  }

  @Test("each option of shrink is explained")
  func commandHelp() async throws {
    let run = try await Workplace().imgtool("shrink", "--help")
    #expect(run.end == .exited(0))
    let options = [
      "--max", "--format", "--quality", "--metadata", "--srgb", "--background", "--output",
      "--name",
      "--in-place", "--overwrite", "--skip-existing", "--keep-times", "--jobs", "--memory",
      "--timeout", "--max-pixels", "--fail-fast", "--dry-run", "--json", "--quiet", "--verbose",
      "--files-from",
    ]
    for option in options { #expect(run.text.contains(option), "\(option)") }
  }
}
