import CommandLineOptions
import Formats
import Foundation
import ImgtoolKit
import Posix
import TestSupport
import Testing

@Suite("OutputNaming")
struct OutputNamingTests {
  static func naming(_ place: OutputPlace, _ template: FilePath = "{stem}-{max}.{ext}") throws
    -> OutputNaming
  {
    OutputNaming(
      place, template: try NameTemplate(parsing: template), command: "shrink", max: "100")
  }

  static let stems: [(input: String, format: ImageFormat, output: String)] = [
    ("a.jpg", .jpeg, "a-100.jpg"), ("photos/a.jpeg", .jpeg, "photos/a-100.jpg"),
    ("./a.jpg", .jpeg, "./a-100.jpg"),
    ("/a.jpg", .jpeg, "/a-100.jpg"), ("v1.2.final.JPG", .jpeg, "v1.2.final-100.jpg"),
    (".hidden.jpg", .jpeg, ".hidden-100.jpg"), ("noext", .jpeg, "noext-100.jpg"),
    (".dot", .png, ".dot-100.png"),
    ("trail .jpg", .jpeg, "trail -100.jpg"), ("-dash.jpg", .jpeg, "-dash-100.jpg"),
    ("IMG.heic", .jpeg, "IMG-100.jpg"),
    ("a.tif", .png, "a-100.png"), ("a.webp", .webp, "a-100.webp"), ("a.heif", .heic, "a-100.heic"),
    ("a.avif", .avif, "a-100.avif"), ("line\nbreak.jpg", .jpeg, "line\nbreak-100.jpg"),
    ("dots..jpg", .jpeg, "dots.-100.jpg"), ("end.", .jpeg, "end.-100.jpg"),
  ]

  @Test(
    "an output lies beside its input with the stem byte for byte and its format's extension",
    arguments: stems)
  func beside(input: String, format: ImageFormat, output: String) throws {
    let naming = try Self.naming(.beside)
    #expect(
      try naming.output(for: Input(path: FilePath(input)), format: format) == FilePath(output))
  }

  @Test(
    "from the second picture of an input on, its number stands before the extension",
    arguments: [
      (.beside, "{stem}.{ext}", "in/v1.2-2.jpg"),
      (.folder("out"), "{stem}.{ext}", "out/v1.2-2.jpg"),
      (.folder("out"), "{stem}-web.{ext}", "out/v1.2-web-2.jpg"),
      (.folder("out"), "pic.{ext}", "out/pic-2.jpg"), (.folder("out"), "{stem}", "out/v1.2-2"),
      (.folder("out"), "{ext}/{stem}.{ext}", "out/jpg/v1.2-2.jpg"),
      (.file("a.b/one.jpeg"), "{stem}", "a.b/one-2.jpeg"),
      (.file("one.jpg"), "{stem}", "one-2.jpg"),
    ] as [(OutputPlace, FilePath, FilePath)])
  func pictures(place: OutputPlace, template: FilePath, output: FilePath) throws {
    let naming = try Self.naming(place, template)
    let input = Input(path: "in/v1.2.heic")
    #expect(try naming.output(for: input, picture: 1, format: .jpeg) == output)
    let first = try naming.output(for: input, picture: 0, format: .jpeg)
    #expect(try first == naming.output(for: input, format: .jpeg) && first != output)
  }

  @Test("a name that the number makes too long is refused")
  func longNumber() throws {
    let input = Input(path: FilePath(String(repeating: "a", count: 251) + ".tif"))
    let naming = try Self.naming(.beside, "{stem}.{ext}")
    #expect(throws: Never.self) { try naming.output(for: input, format: .png) }
    #expect(throws: FileError.self) { try naming.output(for: input, picture: 1, format: .png) }
  }

  @Test("composed and decomposed letters stay what they are")
  func composition() throws {
    let names = try ["Zürich.jpg", "Zu\u{308}rich.jpg"].map {
      try Self.naming(.beside).output(for: Input(path: FilePath($0)), format: .jpeg)
    }
    #expect(names[0] != names[1])
  }

  @Test("in a folder an input keeps the sub-folders it was found in, and a template may add some")
  func folder() throws {
    var input = Input(path: "photos/2024/a.heic")
    #expect(try Self.naming(.folder("out")).output(for: input, format: .jpeg) == "out/a-100.jpg")
    input = Input(path: input.path, below: "2024")
    #expect(
      try Self.naming(.folder("out")).output(for: input, format: .jpeg) == "out/2024/a-100.jpg")
    #expect(
      try Self.naming(.folder("out/"), "{command}/{stem}.{ext}").output(for: input, format: .jpeg)
        == "out/2024/shrink/a.jpg")
  }

  @Test("one file is that file, and stdout is a dash")
  func fixed() throws {
    #expect(
      try Self.naming(.file("b.png")).output(for: Input(path: "a.jpg"), format: .png) == "b.png")
    #expect(try Self.naming(.standardOutput).output(for: .standardInput, format: .png) == "-")
    #expect(
      try Self.naming(.folder("out")).output(for: .standardInput, format: .png)
        == "out/stdin-100.png")
  }

  @Test(
    "in place the file itself is replaced, its extension changed only where it lies",
    arguments: [
      ("a.jpg", ImageFormat.jpeg, "a.jpg"), ("a.JPEG", .jpeg, "a.JPEG"), ("noext", .jpeg, "noext"),
      ("a.heic", .jpeg, "a.jpg"),
      ("a.b.png", .webp, "a.b.webp"), ("a.heif", .heic, "a.heif"),
    ])
  func inPlace(name: String, format: ImageFormat, wanted: String) throws {
    let folder = try TemporaryFolder()
    let real = try FileSystem.realPath(FilePath(folder.path))
    try folder.write(name, [])
    let output = try Self.naming(.inPlace).output(
      for: Input(path: FilePath(folder.file(name))), format: format)
    #expect(output == real.appending(FilePath(wanted)))
  }

  @Test(
    "in place the file behind a link is replaced, unless its name changes and the link led nowhere",
    arguments: [("a.jpg", "a.jpg"), ("a.png", nil)] as [(String, FilePath?)])
  func inPlaceLink(name: String, wanted: FilePath?) throws {
    let folder = try TemporaryFolder()
    let real = try FileSystem.realPath(FilePath(folder.path))
    try folder.write(name, [])
    let link = FilePath(folder.file("link"))
    try FileSystem.makeLink(at: link, to: FilePath(name))
    let naming = try Self.naming(.inPlace)
    let input = Input(path: link)
    guard let wanted else {
      let error = errorThrown(FileError.self) { try naming.output(for: input, format: .jpeg) }
      #expect(error?.code == .unsupported)
      return
    }
    #expect(try naming.output(for: input, format: .jpeg) == real.appending(wanted))
  }

  @Test("in place, what has gone is not found")
  func gone() throws {
    let error = errorThrown(FileError.self) {
      try Self.naming(.inPlace).output(for: Input(path: "/none/a.jpg"), format: .jpeg)
    }
    #expect(error?.code == .notFound)
  }
}

@Suite("OutputPlace")
struct OutputPlaceTests {
  let folder: TemporaryFolder
  let one: [FoundInput] = [.input(Input(path: "a.jpg"))]
  let two: [FoundInput] = [.input(Input(path: "a.jpg")), .input(Input(path: "b.jpg"))]

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("file.jpg", [])
    try folder.write("file.txt", [])
    try FileSystem.makeFolders(FilePath(folder.file("folder.jpg")))
  }

  func place(_ output: String?, _ found: [FoundInput], inPlace: Bool = false) throws -> OutputPlace
  {
    try OutputPlace(output: output.map { FilePath($0) }, isInPlace: inPlace, found: found)
  }

  func refusal(_ output: String?, _ found: [FoundInput], inPlace: Bool = false) -> String? {
    errorThrown(UsageError.self) { try place(output, found, inPlace: inPlace) }?.message.description
  }

  @Test("without -o outputs lie beside their inputs, or go to stdout from stdin")
  func none() throws {
    #expect(try place(nil, two) == .beside)
    #expect(try place(nil, [.input(.standardInput)]) == .standardOutput)
    #expect(try place(nil, two, inPlace: true) == .inPlace)
    #expect(
      refusal(nil, [.input(.standardInput)], inPlace: true)
        == "'--in-place' needs a file, standard input has no place")
  }

  @Test("-o is a folder unless one input goes into a name with an image's extension")
  func output() throws {
    #expect(try place("out", one) == .folder("out"))
    #expect(try place("out.d", one) == .folder("out.d"))
    #expect(try place("b.JPG/", two) == .folder("b.JPG/"))
    #expect(try place("b.JPG", one) == .file("b.JPG"))
    #expect(try place(folder.file("file.jpg"), one) == .file(FilePath(folder.file("file.jpg"))))
    #expect(
      try place(folder.file("folder.jpg"), one) == .folder(FilePath(folder.file("folder.jpg"))))
    #expect(try place("-", one) == .standardOutput)
  }

  @Test("one file can't take several inputs, and a file is no folder")
  func impossible() {
    #expect(refusal("b.jpg", two) == "'--output b.jpg' names one file, but there are 2 inputs")
    #expect(refusal("-", two) == "'--output -' writes one image, but there are 2 inputs")
    #expect(refusal("b.gif", one) == "'--output b.gif' asks for gif, which cannot be written")
    let text = folder.file("file.txt")
    #expect(
      refusal(text, one)
        == "'--output \(text)' is a file, not a folder, and its extension is that of no image")
  }

  @Test("the extension of one file sets the format")
  func format() throws {
    #expect(try place("b.JPG", one).format == .jpeg)
    #expect(try place("b.avif", one).format == .avif)
    #expect(try place("out", one).format == nil)
  }
}
