import CommandLineOptions
import Formats
import ImgtoolKit
import Posix
import TestSupport
import Testing

@Suite("NameTemplate")
struct NameTemplateTests {
  static let fields = NameFields(
    stem: "IMG_1", ext: "jpg", max: "1920", size: PixelSize(width: 1920, height: 1440),
    command: "shrink")

  static let names: [(template: String, name: String)] = [
    ("{stem}-{max}.{ext}", "IMG_1-1920.jpg"),
    ("{stem}.{ext}", "IMG_1.jpg"),
    ("{command}/{width}x{height}/{stem}.{ext}", "shrink/1920x1440/IMG_1.jpg"),
    ("{stem}{stem}", "IMG_1IMG_1"),
    ("small.{ext}", "small.jpg"),
    ("100%s $HOME \\ -{stem}", "100%s $HOME \\ -IMG_1"),
    (".{stem}..{ext}", ".IMG_1..jpg"),
  ]

  @Test("fields are filled in and all other bytes stay", arguments: names)
  func filled(template: String, name: String) throws {
    #expect(try NameTemplate(parsing: FilePath(template)).name(Self.fields) == FilePath(name))
  }

  @Test("template and stem keep bytes that are no text")
  func bytes() throws {
    let template = try NameTemplate(parsing: FilePath(bytes: [0xFE] + Array("{stem}.{ext}".utf8)))
    var fields = Self.fields
    fields.stem = FilePath(bytes: [0xFF, 0x0A])
    #expect(try template.name(fields).bytes == [0xFE, 0xFF, 0x0A] + Array(".jpg".utf8))
  }

  static let wrong: [(template: String, reason: String)] = [
    (
      "{stme}.{ext}",
      "there is no field {stme}; did you mean {stem}? known are {stem} {ext} {width} {height} {command}"
    ),
    ("{max}", "there is no field {max}; known are {stem} {ext} {width} {height} {command}"),
    ("{}", "there is no field {}; known are {stem} {ext} {width} {height} {command}"),
    ("{stem", "a brace has no partner"), ("stem}", "a brace has no partner"),
    ("{{stem}}", "a brace has no partner"),
    ("", "it must name a file below the folder"),
    ("/tmp/{stem}", "it must name a file below the folder"),
    ("../{stem}", "it must name a file below the folder"),
    ("a/../{stem}", "it must name a file below the folder"),
    ("{stem}/", "it must name a file below the folder"),
    ("a//{stem}", "it must name a file below the folder"),
    ("./{stem}", "it must name a file below the folder"),
  ]

  @Test("a template that makes no name is wrong usage", arguments: wrong)
  func wrongUsage(template: String, reason: String) throws {
    let error = try #require(
      errorThrown(UsageError.self) {
        try NameTemplate(
          parsing: FilePath(template), fields: [.stem, .ext, .width, .height, .command])
      })
    #expect(
      error.message.description
        == "The value '\(template)' is invalid for '--name <template>': \(reason)")
  }

  @Test("a stem never leads out of the folder", arguments: ["..", ".", ""])
  func hostileStem(stem: String) throws {
    var fields = Self.fields
    fields.stem = FilePath(stem)
    let error = errorThrown(FileError.self) {
      try NameTemplate(parsing: "{stem}/x.{ext}").name(fields)
    }
    #expect(error?.code == .writeFailed)
  }

  @Test("a name longer than file systems take fails and is never cut")
  func length() throws {
    let template = try NameTemplate(parsing: "{stem}-{max}.{ext}")
    var fields = Self.fields
    fields.stem = FilePath(bytes: Array(repeating: 0x61, count: 246))
    #expect(try template.name(fields).bytes.count == 255)
    fields.stem = FilePath(bytes: Array(repeating: 0x61, count: 247))
    let error = errorThrown(FileError.self) { try template.name(fields) }
    #expect(error?.code == .writeFailed)
    #expect(error?.message.description.contains("256 bytes") == true)
  }

  @Test("only templates with the output's size ask for it")
  func needsSize() throws {
    #expect(try !NameTemplate(parsing: "{stem}-{max}.{ext}").needsSize)
    #expect(try NameTemplate(parsing: "{width}").needsSize)
  }
}
