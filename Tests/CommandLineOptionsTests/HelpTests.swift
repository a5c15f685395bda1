import CommandLineOptions
import Testing

@Suite("Help")
struct HelpTests {
  static let command = CommandDescription(
    name: "tool draw", arguments: "[<input> ...]", abstract: "Draw shapes.",
    discussion: """
      A shape is drawn from what stands in its file, which may be long, and the words of this paragraph go on until the line is full.
      Nothing is overwritten.
      """,
    options: SampleOptions.table.map(\.info),
    examples: [("tool draw --max 640 a.txt", "Draws one shape.")])

  @Test("help shows the usage, what it does, the options by heading, and examples")
  func text() {
    #expect(
      Self.command.helpText == """
        Usage: tool draw [<options>] [<input> ...]

        Draw shapes.

        A shape is drawn from what stands in its file, which may be long, and the words
        of this paragraph go on until the line is full.

        Nothing is overwritten.

        Options:
              --max <pixels>      Longest side of the result. (default: 1920)
              --under <size>      Most bytes of the result.
              --shape <shape>     Shape of the result.

        Inputs:
          -x, --exclude <file>    A file to leave out.
          -r, --recursive         Go down into sub-folders.

        Outputs:
              --format <format>   Format of the result.
          -o, --output <path>     Where the result goes.

        Running:
          -j, --jobs <n>          How many at once.
              --quiet             Say nothing.

        Help:
          -h, --help              Show help for this command.

        Examples:
          tool draw --max 640 a.txt
              Draws one shape.

        """)
  }

  @Test("what stands left of a description moves to a line of its own when it is long")
  func longRow() {
    #expect(
      helpRows([("--a-name-of-many-letters <value>", "What it does.")]) == """
          --a-name-of-many-letters <value>
                                  What it does.

        """)
  }

  @Test("the README's tables hold the same options, with bars escaped")
  func markdown() {
    let bar = CommandDescription(
      name: "t", arguments: "", abstract: "",
      options: [
        Option("mode", .text("a|b"), .command, help: "Either | or.", to: \OddOptions.mode).info
      ])
    #expect(
      bar.helpMarkdown == """
        **Options**

        | option | what it does |
        |---|---|
        | `--mode <a\\|b>` | Either \\| or. |

        **Help**

        | option | what it does |
        |---|---|
        | `-h, --help` | Show help for this command. |

        """)
  }
}
