internal import Checksum
package import Imaging

extension Recipe {
  /// 16 hexadecimal digits that are the same for equal recipes, and hardly ever for others.
  package var fingerprint: String {
    let text = CanonicalEncoding.members(of: self)
      .map { Array("\($0.name)=".utf8) + $0.bytes }.joined(separator: [0])
    let digest = SHA256.digest(of: Array(text))
    return String(decoding: digest.hexadecimal.prefix(16), as: UTF8.self)
  }
}
