import CommandLineOptions
import Posix
import TestSupport
import Testing

@Suite("OptionParser")
struct OptionParserTests {
  static let spellings: [[FilePath]] = [
    ["--max", "640", "--jobs", "4", "-r", "a"],
    ["--max=640", "-j4", "-r", "a"],
    ["a", "-rj4", "--max", "640"],
    ["-j", "4", "a", "--recursive", "--max=640"],
    ["-j=4", "--max", "1", "-r", "--max", "640", "--", "a"],
  ]

  @Test(
    "an option may be spelled in any usual way, before, between or behind the inputs",
    arguments: spellings)
  func spelling(arguments: [FilePath]) throws {
    let (options, inputs) = try SampleOptions.parse(arguments)
    var wanted = SampleOptions()
    (wanted.max, wanted.jobs, wanted.recursive) = (640, 4, true)
    #expect(options == wanted)
    #expect(inputs == ["a"])
  }

  @Test("of a repeated option the last value counts, or all of them where they add up")
  func repetition() throws {
    let (options, _) = try SampleOptions.parse([
      "-o", "one", "-xa", "--output=two", "--exclude", "b", "--exclude=c=d",
    ])
    #expect(options.output == "two")
    #expect(options.excluded == ["a", "b", "c=d"])
  }

  @Test("two dashes end the options, one dash is an input, and order is kept")
  func dashes() throws {
    let (options, inputs) = try SampleOptions.parse([
      "b", "-", "-o", "-", "a", "--", "-r", "--", "--max",
    ])
    #expect(inputs == ["b", "-", "a", "-r", "--", "--max"])
    #expect(options.output == "-")
    #expect(!options.recursive)
  }

  @Test("names and values that are no text survive byte for byte")
  func bytes() throws {
    let name = FilePath(bytes: [0xFF, 0x20, 0x0A, 0x80])
    let (options, inputs) = try SampleOptions.parse([
      name, FilePath(bytes: Array("--output=".utf8) + name.bytes),
      FilePath(bytes: Array("-x".utf8) + name.bytes),
    ])
    #expect(inputs == [name])
    #expect(options.output == name)
    #expect(options.excluded == [name])
  }

  @Test("an alias is understood")
  func alias() throws {
    #expect(try SampleOptions.parse(["--shape", "plane"]).options.shape == .flat)
  }

  @Test("options of a part work in the whole, less those left out")
  func composition() throws {
    struct Whole: Equatable {
      var sample = SampleOptions()
    }
    var whole = Whole()
    let table = SampleOptions.table.without("jobs").with(default: "800", for: "max").lifted(
      into: \Whole.sample)
    #expect(try OptionParser(table).parse(["-r", "a"], into: &whole) == ["a"])
    #expect(whole.sample.recursive)
    #expect(table.first?.info.helpWithDefault == "Longest side of the result. (default: 800)")
    #expect(throws: UsageError.self) { try OptionParser(table).parse(["-j4"], into: &whole) }
  }

  static let errors: [(id: String, arguments: [FilePath], message: String)] = [
    ("unknown long", ["--colour"], "Unknown option '--colour'"),
    ("unknown with value", ["--colour=red"], "Unknown option '--colour'"),
    ("near miss", ["--maks", "3"], "Unknown option '--maks'. Did you mean '--max'?"),
    (
      "swapped letters", ["--recusrive"],
      "Unknown option '--recusrive'. Did you mean '--recursive'?"
    ),
    ("beginning", ["--rec"], "Unknown option '--rec'. Did you mean '--recursive'?"),
    ("near help", ["--hlp"], "Unknown option '--hlp'. Did you mean '--help'?"),
    ("unknown short", ["-z"], "Unknown option '-z'"),
    (
      "file with a dash", ["-dash.jpg"],
      "Unknown option '-d' in '-dash.jpg'. If this is a file, write './-dash.jpg' or put '--' before it."
    ),
    (
      "unknown behind a flag", ["-rz"],
      "Unknown option '-z' in '-rz'. If this is a file, write './-rz' or put '--' before it."
    ),
    ("no value", ["--max"], "Missing value for '--max <pixels>'"),
    ("no value, short", ["-o"], "Missing value for '-o <path>'"),
    ("option in place of a value", ["--max", "--quiet"], "Missing value for '--max <pixels>'"),
    ("end in place of a value", ["--max", "--", "4"], "Missing value for '--max <pixels>'"),
    (
      "flag with a value", ["--quiet=yes"],
      "The option '--quiet' does not take any value, but 'yes' was specified."
    ),
    (
      "no number", ["--max", "x"],
      "The value 'x' is invalid for '--max <pixels>': a whole number from 1 to 100000 is expected"
    ),
    (
      "out of range", ["-j0"],
      "The value '0' is invalid for '-j <n>': a whole number from 1 to 999 is expected"
    ),
    (
      "more than 64 bits", ["--jobs=99999999999999999999"],
      "The value '99999999999999999999' is invalid for '--jobs <n>': a whole number from 1 to 999 is expected"
    ),
    (
      "no size", ["--under", "1,5MB"],
      """
      The value '1,5MB' is invalid for '--under <size>': \
      a size above zero such as 750000, 500kB, 1.5MB or 2MiB is expected
      """
    ),
    (
      "few choices", ["--shape=Round"],
      "The value 'Round' is invalid for '--shape <shape>'. Please provide one of 'round' or 'square'."
    ),
    (
      "many choices", ["--format=gif"],
      "The value 'gif' is invalid for '--format <format>'. Please provide one of the following:"
    ),
    (
      "empty name", ["--output="],
      "The value '' is invalid for '--output <path>': a name is expected"
    ),
  ]

  @Test("wrong usage is said in the words that users know", arguments: errors)
  func wording(id: String, arguments: [FilePath], message: String) throws {
    let error = try #require(errorThrown(UsageError.self) { try SampleOptions.parse(arguments) })
    #expect(error.message.description == message, "\(id)")
  }

  @Test("many choices stand below the error")
  func choices() throws {
    let error = try #require(
      errorThrown(UsageError.self) { try SampleOptions.parse(["--format=gif"]) })
    #expect(error.choices == ["auto", "jpeg", "png", "webp", "heic", "avif"])
  }

  @Test("an error about a value comes with the option's help")
  func help() throws {
    let error = try #require(
      errorThrown(UsageError.self) { try SampleOptions.parse(["--max", "x"]) })
    #expect(error.help == "--max <pixels>  Longest side of the result.")
  }

  @Test("an error keeps the bytes of the name it shows")
  func errorBytes() throws {
    let error = try #require(
      errorThrown(UsageError.self) {
        try SampleOptions.parse(["--max", FilePath(bytes: [0xFF])])
      })
    #expect(error.message.bytes.contains(0xFF))
  }
}
