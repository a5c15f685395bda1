import Checksum
import Formats
import Posix
import TestSupport
import Testing

@testable import Build

@Suite("Joining manifests")
struct ManifestMergeTests {
  private func output(_ path: FilePath, bytes: Int = 10) -> Manifest.Output {
    Manifest.Output(
      path: path, size: PixelSize(width: 40, height: 20), format: .jpeg, bytes: bytes,
      digest: ContentDigest(1, 2, 3, 4), quality: 80, recipe: "0123456789abcdef")
  }

  private func input(
    _ path: FilePath, _ outputs: [Manifest.Output], digest: UInt64 = 5
  ) -> Manifest.Input {
    Manifest.Input(
      path: path, digest: ContentDigest(digest, 6, 7, 8), size: PixelSize(width: 80, height: 40),
      color: "#102030", placeholder: nil, outputs: outputs)
  }

  /// The conflicts of these manifests, and the one that they make.
  private func merged(
    _ manifests: [Manifest]
  ) throws -> (conflicts: [ManifestMerge.Conflict], bytes: [UInt8]) {
    var merge = ManifestMerge()
    for (index, manifest) in manifests.enumerated() {
      try merge.add(
        manifest.bytes(at: "public/manifest.json", prefix: "/img/"), from: FilePath("\(index).json")
      )
    }
    return (merge.conflicts, merge.bytes)
  }

  private var parts: [Manifest.Input] {
    (0..<9).map { input(FilePath("photos/\($0).heic"), [output(FilePath("public/\($0)-40.jpg"))]) }
  }

  @Test("shares make the manifest of the whole, byte for byte, in whatever order they come")
  func shares() throws {
    let whole = Manifest(parts).bytes(at: "public/manifest.json", prefix: "/img/")
    let shares = (0..<3).map { share in
      Manifest(parts.enumerated().filter { $0.offset % 3 == share }.map(\.element))
    }
    for order in [[0, 1, 2], [2, 0, 1]] {
      let result = try merged(order.map { shares[$0] })
      #expect(result.conflicts.isEmpty)
      #expect(result.bytes == whole)
    }
  }

  @Test("what two of them say alike is said once")
  func repeated() throws {
    let result = try merged([Manifest(parts), Manifest(parts)])
    #expect(result.conflicts.isEmpty)
    #expect(result.bytes == Manifest(parts).bytes(at: "public/manifest.json", prefix: "/img/"))
  }

  @Test("an output of two inputs, an input of other bytes and one with other outputs are conflicts")
  func conflicts() throws {
    let first = Manifest([
      input("a.heic", [output("o/a.jpg")]), input("c.heic", [output("o/c.jpg")]),
    ])
    let same = try merged([first, Manifest([input("a.png", [output("o/a.jpg")])])])
    #expect(same.conflicts.map(\.path) == ["o/a.jpg"])
    #expect(same.conflicts.first?.message == "it is made of a.heic, and of a.png too")
    let changed = try merged([first, Manifest([input("c.heic", [output("o/c.jpg")], digest: 9)])])
    #expect(changed.conflicts.map(\.message) == ["its bytes are not the same in both"])
    let other = try merged([first, Manifest([input("c.heic", [output("o/c.jpg", bytes: 11)])])])
    #expect(other.conflicts.map(\.message) == ["o/c.jpg is not the same in both"])
    #expect(other.conflicts.map(\.places) == ["0.json, 1.json"])
  }

  @Test(
    "what no build has written is refused",
    arguments: ["", "{}", "[1]", "{\"version\": 2, \"inputs\": []}"])
  func strangers(text: String) {
    var merge = ManifestMerge()
    #expect(throws: ProjectError.self) { try merge.add(Array(text.utf8), from: "a.json") }
  }
}
