import Checksum
import Posix
import TestSupport

@testable import ResultCache

/// A cache in a folder of the test's own, and what tests put into it.
struct Place {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  var root: FilePath { FilePath(folder.file("cache")) }

  /// A cache as another process would open it.
  func open(_ limits: CacheLimits = CacheLimits(), isParanoid: Bool = false) -> ResultCache {
    ResultCache(at: root, limits: limits, isParanoid: isParanoid)
  }

  /// Every file of the cache but the one that says what it is.
  func files() throws -> [FilePath] {
    var pending = [root]
    var found: [FilePath] = []
    while let next = pending.popLast() {
      for entry in try FolderListing.entries(of: next) {
        let path = next.appending(entry.name)
        if entry.kind == .folder { pending.append(path) } else { found.append(path) }
      }
    }
    return found.filter { $0.name != CacheTag.name }.sorted()
  }

  func bytes(_ path: FilePath) throws -> [UInt8] {
    try FileDescriptor(opening: path, .read).readAll(limit: 1 << 20)
  }

  func overwrite(_ path: FilePath, _ bytes: [UInt8]) throws {
    try FileDescriptor(opening: path, [.write, .truncate]).write(bytes)
  }
}

extension CacheKey {
  /// The key of a picture of this content and recipe.
  static func sample(_ content: String, recipe: String = "small") -> CacheKey {
    CacheKey([
      Part("content", Array(content.utf8)), Part("recipe", Array(recipe.utf8)),
      Part("imgtool", Array("1.0".utf8)),
    ])
  }
}

extension CacheRecord.Facts {
  /// Facts of some picture.
  static let sample = CacheRecord.Facts(
    width: 640, height: 480, format: "jpeg", quality: 80, encodes: 3, seconds: 1.5,
    details: [1, 2, 3])
}

/// A digest that stands for nothing.
func someDigest(_ number: UInt64) -> ContentDigest {
  ContentDigest(number, number, number, number)
}
