import Checksum
import Testing

@Suite("SHA-256")
struct SHA256Tests {
  @Test(
    "Gives the digests of FIPS 180-4's examples",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ])
  func digests(text: String, digest: String) {
    #expect(SHA256.digest(of: Array(text.utf8)).description == digest)
  }

  @Test("Does not depend on the pieces that the bytes come in", arguments: [1, 63, 64, 65, 1000])
  func pieces(size: Int) {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    var state = SHA256()
    for start in stride(from: 0, to: bytes.count, by: size) {
      state.update(Array(bytes[start..<min(start + size, bytes.count)]))
    }
    #expect(state.finish() == SHA256.digest(of: bytes))
  }

  @Test("A digest is the same by its bytes and by its digits")
  func spellings() throws {
    let digest = SHA256.digest(of: [1, 2, 3])
    #expect(ContentDigest(digest.bytes) == digest)
    #expect(ContentDigest(hexadecimal: digest.hexadecimal) == digest)
  }

  @Test(
    "What is no digest is refused", arguments: ["", "00", String(repeating: "G", count: 64)])
  func refuses(text: String) {
    #expect(ContentDigest(hexadecimal: Array(text.utf8)) == nil)
    #expect(ContentDigest(Array(text.utf8)) == nil)
  }
}
