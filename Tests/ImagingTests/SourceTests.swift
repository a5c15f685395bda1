import Formats
import TestSupport
import Testing

@testable import Imaging

@Suite("Source")
struct SourceTests {
  @Test(
    "a picture is known by its bytes, whatever it is called",
    arguments: [
      ("photo.jpg", .jpeg, PixelSize(640, 480)), ("png-named.jpg", .png, PixelSize(96, 64)),
      ("jpeg-named.heic", .jpeg, PixelSize(48, 32)), ("lossy.webp", .webp, PixelSize(160, 120)),
      ("photo.heic", .heic, PixelSize(640, 480)), ("small.avif", .avif, PixelSize(160, 120)),
      ("orientation-6.jpg", .jpeg, PixelSize(48, 32)),
    ] as [(String, ImageFormat, PixelSize)])
  func known(fixture: String, format: ImageFormat, size: PixelSize) throws {
    let source = try Files.source(fixture)
    #expect(source.format == format)
    #expect(source.facts.displayedSize == size)
    #expect(try source.bytes == Fixtures.bytes(fixture))
  }

  @Test(
    "what is no picture is refused, and it is said what it is instead",
    arguments: [
      ("empty.jpg", .notAnImage, "the file is empty"),
      ("text-named.heic", .notAnImage, "not an image of a known format"),
      ("mp4-named.heic", .unsupported, "an mp4 file, not a still picture"),
    ] as [(String, ImagingError.Reason, String)])
  func refused(fixture: String, reason: ImagingError.Reason, message: String) {
    let error = imagingError { try Files.source(fixture) }
    #expect(error == ImagingError(.detect, reason, message))
  }

  private func refusal(_ facts: HeaderFacts, maximumPixels: Int = 1000) -> ImagingError? {
    imagingError { try Source.check(facts, PipelineLimits(maximumPixels: maximumPixels)) }
  }

  private func facts(_ size: PixelSize, _ state: FileState = .sound) -> HeaderFacts {
    var facts = HeaderFacts(kind: .image(.png))
    (facts.storedSize, facts.displayedSize, facts.state) = (size, size, state)
    return facts
  }

  @Test("a picture of just as many pixels as allowed passes, one of more is too large")
  func tooLarge() {
    #expect(refusal(facts(PixelSize(40, 25))) == nil)
    let error = refusal(facts(PixelSize(1001, 1)))
    #expect(error?.stage == .read && error?.reason == .tooLarge)
    #expect(error?.message == "1001×1 is more than 1000 pixels (see --max-pixels)")
  }

  @Test("a product beyond all numbers is too large as well")
  func overflow() {
    #expect(refusal(facts(PixelSize(Int.max, Int.max)))?.reason == .tooLarge)
    #expect(
      refusal(facts(PixelSize(1 << 40, 1 << 40)), maximumPixels: Int.max - 1)?.reason == .tooLarge)
  }

  @Test("the size as shown counts too: a crop may be stated larger than what is stored")
  func displayed() {
    var facts = facts(PixelSize(1, 1))
    facts.displayedSize = PixelSize(1000, 1000)
    #expect(refusal(facts)?.reason == .tooLarge)
  }

  @Test("what the header shows to be cut or broken is damaged")
  func damaged() {
    #expect(refusal(facts(PixelSize(1, 1), .truncated))?.message == "the file is cut off")
    #expect(refusal(facts(PixelSize(1, 1), .damaged))?.message == "the file is damaged")
    #expect(refusal(facts(PixelSize(1, 1), .damaged))?.reason == .damaged)
  }

  @Test(
    "a JPEG of a kind that no decoder knows is unsupported, and it is said which",
    arguments: [
      (0xC1, 12, 3, "a JPEG of 12 bits a sample"), (0xC3, 8, 3, "a lossless JPEG"),
      (0xC3, 16, 1, "a lossless JPEG"), (0xC5, 8, 3, "a hierarchical JPEG"),
      (0xF7, 8, 3, "a JPEG-LS picture"), (0xC0, 8, 2, "a JPEG of 2 colour components"),
    ] as [(UInt8, UInt8, UInt8, String)])
  func unknownJPEG(marker: UInt8, bits: UInt8, components: UInt8, what: String) throws {
    var frame: [UInt8] = [bits, 0, 8, 0, 8, components]
    for number in 0..<components { frame += [number, 0x11, 0] }
    var bytes: [UInt8] = [0xFF, 0xD8, 0xFF, marker, 0, UInt8(frame.count + 2)]
    bytes += frame
    bytes += [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 1, 2, 3, 0xFF, 0xD9]
    let error = try refusal(Source(bytes).facts)
    #expect(error == ImagingError(.read, .unsupported, "\(what), which can't be read"))
  }

  @Test("a sequence without a still picture is refused by name, not as damaged")
  func sequence() {
    var sequence = HeaderFacts(kind: .image(.heics))
    var structure = HEIFStructure()
    structure.sequence = ImageSequence(handler: "pict", frameSize: PixelSize(64, 64), frames: 4)
    sequence.heif = structure
    let error = refusal(sequence)
    #expect(error?.reason == .unsupported)
    #expect(error?.message.contains("sequence") == true)
  }
}
