import Checksum
import Formats
import Posix
import TestSupport
import Testing

@testable import Build

@Suite("A manifest")
struct ManifestTests {
  private let digest = ContentDigest(1, 2, 3, 4)

  private func output(_ path: FilePath, _ width: Int, _ format: ImageFormat) -> Manifest.Output {
    Manifest.Output(
      path: path, size: PixelSize(width: width, height: width / 2), format: format, bytes: 10,
      digest: digest, quality: format == .png ? nil : 80, recipe: "0123456789abcdef")
  }

  private func input(_ path: FilePath, _ outputs: [Manifest.Output]) -> Manifest.Input {
    Manifest.Input(
      path: path, digest: digest, size: PixelSize(width: 800, height: 400), color: "#102030",
      placeholder: "data:image/webp;base64,AA==", outputs: outputs)
  }

  private var sample: Manifest {
    Manifest([
      input("photos/b.jpg", []),
      input(
        "photos/a b,c.jpg",
        [
          output("public/img/a b,c-640.jpg", 640, .jpeg),
          output("public/img/a b,c-320.jpg", 320, .jpeg),
          output("public/img/a b,c-320.png", 320, .png),
        ]),
    ])
  }

  @Test("is sorted, whatever order things were made in")
  func sorted() {
    let other = Manifest(
      sample.inputs.reversed().map { input in
        var input = input
        input.outputs.reverse()
        return input
      })
    #expect(other == sample)
    #expect(other.inputs.map(\.path) == ["photos/a b,c.jpg", "photos/b.jpg"])
  }

  @Test("has a line for each member, and srcset values from its own folder")
  func text() {
    let text = String(
      decoding: sample.bytes(at: "public/manifest.json", prefix: nil), as: UTF8.self)
    #expect(
      text.hasPrefix(
        "{\n  \"version\": 1,\n  \"inputs\": [\n    {\n      \"path\": \"photos/a b,c.jpg\",\n"))
    #expect(
      text.contains(
        "\"sha256\": \"0000000000000001000000000000000200000000000000030000000000000004\",\n"))
    #expect(
      text.contains(
        """
              "srcset": {
                "jpeg": "img/a%20b%2Cc-320.jpg 320w, img/a%20b%2Cc-640.jpg 640w",
                "png": "img/a%20b%2Cc-320.png 320w"
              }

        """))
    #expect(text.hasSuffix("]\n}\n"))
  }

  @Test(
    "names outputs as a page finds them",
    arguments: [
      ("public/img/manifest.json", nil, "a%20b%2Cc-320.png 320w"),
      ("manifest.json", nil, "public/img/a%20b%2Cc-320.png 320w"),
      ("data/x/manifest.json", nil, "../../public/img/a%20b%2Cc-320.png 320w"),
      (
        "public/manifest.json", "https://cdn.example/",
        "https://cdn.example/img/a%20b%2Cc-320.png 320w"
      ),
    ] as [(FilePath, FilePath?, String)])
  func references(path: FilePath, prefix: FilePath?, expected: String) {
    let text = String(decoding: sample.bytes(at: path, prefix: prefix), as: UTF8.self)
    #expect(text.contains("\"png\": \"\(expected)\""))
  }

  @Test("gives no two candidates of one width in a format")
  func equalWidths() {
    let manifest = Manifest([
      input("a.jpg", [output("x/2.jpg", 320, .jpeg), output("x/1.jpg", 320, .jpeg)])
    ])
    let text = String(decoding: manifest.bytes(at: "m.json", prefix: nil), as: UTF8.self)
    #expect(text.contains("\"jpeg\": \"x/1.jpg 320w\""))
  }

  @Test("is read as it was written, names of any bytes too")
  func roundTrip() throws {
    let strange = FilePath(bytes: [0xFF, UInt8(ascii: "\n"), UInt8(ascii: "\""), 0xC3, 0xA9])
    let manifest = Manifest(sample.inputs + [input(strange, [output(strange, 16, .png)])])
    #expect(try Manifest(reading: manifest.bytes(at: "m.json", prefix: nil)) == manifest)
  }

  @Test(
    "is refused where no build wrote it",
    arguments: [
      "[]", "{}", "{\"version\": 2, \"inputs\": []}", "{\"version\": 1, \"inputs\": {}}",
      "{\"version\": 1, \"inputs\": [{\"path\": 3}]}",
    ])
  func refuses(text: String) {
    #expect(errorThrown(ProjectError.self) { try Manifest(reading: Array(text.utf8)) } != nil)
  }
}
