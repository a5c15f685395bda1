package import CommandLineOptions
package import ImgtoolKit
package import Posix

/// `imgtool info`: what pictures are, from their headers.
package struct Info: Subcommand {
  /// The word that calls it.
  package let name = "info"
  /// What it does.
  package let abstract = "Tell size, format, colours, camera, date and place from the header."
  /// What else there is to know.
  package let discussion = """
    A table at a terminal, else a line for each picture. Sizes are those as displayed. No pixel is \
    decoded. Without inputs, the images of the current folder are taken.
    """
  /// Command lines worth copying.
  package let examples = [
    (line: "imgtool info", meaning: "the pictures of the current folder"),
    (line: "imgtool info --json -r photos", meaning: "a JSON object for each picture of a tree"),
  ]

  /// The command.
  package init() {}

  /// Looks at every input.
  package func run(
    _ options: InspectionOptions, inputs: [FilePath], in environment: Environment
  ) throws(UsageError) -> ExitStatus {
    let style = options.run.reportStyle
    let columns = style.isJSON || style.isQuiet ? nil : environment.console.outputColumns
    let results = try Inspection(options, in: environment, look: PictureInfo.init(of:))
      .run(inputs, holdsBack: columns != nil)
    let pictures = results.compactMap { try? $0.get() }
    if let columns, !pictures.isEmpty {
      let lines = Self.table(of: pictures).lines(width: columns)
      environment.console.writeText(lines.joined(separator: "\n") + "\n", to: .output)
    }
    return environment.status(or: pictures.count == results.count ? .success : .failure)
  }

  /// The pictures, one on each line; a column that none has anything for is left out.
  private static func table(of pictures: [PictureInfo]) -> TextTable {
    let columns = PictureColumn.allCases.filter { column in
      pictures.contains { column.cell($0) != nil }
    }
    // The name stands before them.
    let places = { (isSo: (PictureColumn) -> Bool) in
      Set(columns.indices.filter { isSo(columns[$0]) }.map { $0 + 1 })
    }
    var table = TextTable(
      headings: ["NAME"] + columns.map(\.heading), rightAligned: places(\.isRightAligned),
      flexible: places(\.isFlexible).union([0]))
    for picture in pictures {
      table.add(["\(picture.input)"] + columns.map { $0.cell(picture) ?? "" })
    }
    return table
  }
}
