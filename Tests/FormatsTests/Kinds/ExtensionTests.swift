import Formats
import Posix
import Testing

@Suite("File name extensions")
struct ExtensionTests {
  @Test("Each format writes its usual extension", arguments: ImageFormat.allCases)
  func written(format: ImageFormat) {
    let usual: [ImageFormat: String] = [
      .jpeg: "jpg", .png: "png", .webp: "webp", .gif: "gif", .tiff: "tif", .jxl: "jxl", .jp2: "jp2",
      .bmp: "bmp", .svg: "svg", .pdf: "pdf", .heic: "heic", .heics: "heics", .avif: "avif",
      .avis: "avifs", .heif: "heif",
    ]
    #expect(format.fileNameExtension == usual[format])
    let name = FilePath("a.b." + format.fileNameExtension)
    #expect(Formats.FileKind.image(format).extensionMatches(name))
    // `.heif` is said of all HEIF, most of which is HEIC.
    #expect(ImageFormat(extensionOf: name) == (format == .heif ? .heic : format))
  }

  @Test(
    "Names that fit",
    arguments: [
      ("jpeg", "a.JPG"), ("jpeg", "a.jpeg"), ("jpeg", "a.jpe"), ("jpeg", "a.jfif"),
      ("jpeg", "a.MPO"), ("heic", "a.HIF"), ("heic", "a.heif"), ("heics", "a.heic"),
      ("heics", "a.heifs"), ("avis", "a.avif"), ("heif", "a.hej2"), ("heif", "a.avci"),
      ("tiff", "a.TIFF"), ("mp4", "a.mp4"), ("mov", "a.qt"), ("mp4", "a.m4v"), ("cr3", "a.CR3"),
      ("jpeg", "noextension"), ("jpeg", ".hidden"), ("jpeg", "dot."), ("unknown", "a.jpg"),
      ("empty", "a.heic"),
    ])
  func fits(kind: String, name: String) throws {
    #expect(try #require(Self.kind(kind)).extensionMatches(FilePath(name)))
  }

  @Test(
    "Names that lie",
    arguments: [
      ("jpeg", "a.heic"), ("png", "a.HEIC"), ("mp4", "a.heic"), ("heic", "a.jpg"),
      ("heic", "a.avif"), ("avif", "a.heic"), ("heic", "a.heics"), ("webp", "a.jpg.png"),
    ])
  func lies(kind: String, name: String) throws {
    #expect(try !#require(Self.kind(kind)).extensionMatches(FilePath(name)))
  }

  @Test("A name that isn't UTF-8 is read up to its point")
  func bytes() {
    #expect(
      Formats.FileKind.image(.jpeg).extensionMatches(FilePath(bytes: [0xFF, 0xFE] + ascii(".JPG"))))
    #expect(!Formats.FileKind.image(.jpeg).extensionMatches(FilePath(bytes: [0x61, 0x2E, 0xFF])))
  }

  @Test("What can be written, and what holds transparency")
  func abilities() {
    #expect(
      ImageFormat.allCases.filter(\.canBeWritten) == [
        .jpeg, .png, .webp, .tiff, .jxl, .heic, .avif,
      ])
    #expect(ImageFormat.allCases.filter { !$0.holdsAlpha } == [.jpeg, .bmp])
    #expect(ImageFormat.allCases.filter(\.isHEIF) == [.heic, .heics, .avif, .avis, .heif])
  }

  private static func kind(_ name: String) -> Formats.FileKind? {
    switch name {
    case "unknown": .unknown
    case "empty": .empty
    default: ImageFormat(rawValue: name).map(Formats.FileKind.image) ?? .media(name)
    }
  }
}
