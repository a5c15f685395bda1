import Formats
import Imaging
import Testing

@Suite("FormatChoice")
struct FormatChoiceTests {
  // Not in the attribute: Swift 6.0 crashes on a closure there.
  static let unwritten = ImageFormat.allCases.filter { !$0.canBeWritten }

  private func format(
    _ choice: FormatChoice, _ source: ImageFormat, alpha: Bool
  ) -> ImageFormat {
    var facts = HeaderFacts(kind: .image(source))
    facts.hasAlpha = alpha
    return choice.format(for: facts, source: source)
  }

  @Test(
    "auto makes a JPEG of a HEIF or JPEG XL, and a PNG where it has transparency",
    arguments: [.heic, .heics, .avif, .avis, .heif, .jxl] as [ImageFormat])
  func autoOfHEIF(source: ImageFormat) {
    #expect(format(.auto, source, alpha: false) == .jpeg)
    #expect(format(.auto, source, alpha: true) == .png)
  }

  @Test(
    "auto and keep leave formats that can be written", arguments: [.auto, .keep] as [FormatChoice],
    [.jpeg, .png, .webp, .tiff] as [ImageFormat])
  func kept(choice: FormatChoice, source: ImageFormat) {
    #expect(format(choice, source, alpha: false) == source)
    #expect(format(choice, source, alpha: true) == source)
  }

  @Test(
    "keep leaves HEIC, AVIF and JPEG XL as well", arguments: [.heic, .avif, .jxl] as [ImageFormat])
  func keptHEIF(source: ImageFormat) {
    #expect(format(.keep, source, alpha: false) == source)
    #expect(format(.keep, source, alpha: true) == source)
  }

  @Test(
    "a format that can't be written becomes JPEG, and PNG where there is transparency or a drawing",
    arguments: [.auto, .keep] as [FormatChoice],
    unwritten)
  func replaced(choice: FormatChoice, source: ImageFormat) {
    #expect(format(choice, source, alpha: false) == (source.isDrawing ? .png : .jpeg))
    #expect(format(choice, source, alpha: true) == .png)
  }

  @Test("what is asked for is made, whatever the input is", arguments: ImageFormat.allCases)
  func fixed(source: ImageFormat) {
    #expect(format(.fixed(.webp), source, alpha: false) == .webp)
    #expect(format(.fixed(.jpeg), source, alpha: true) == .jpeg)
  }
}
