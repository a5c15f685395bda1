import Checksum
import Posix
import TestSupport
import Testing

@testable import ResultCache

@Suite("Taking care of a cache")
struct CareTests {
  let place: Place

  init() throws {
    place = try Place()
  }

  static func picture(_ number: Int) -> [UInt8] {
    [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 1000)
  }

  /// Keeps ten pictures of 1000 bytes, each used a minute after the one before.
  func fill() throws {
    let cache = place.open()
    for number in 0..<10 {
      let key = CacheKey.sample("\(number)")
      let output = cache.store(Self.picture(number), .sample, for: key).output
      let time = FileTime(
        seconds: FileTime.now.seconds - 3600 + Int64(number) * 60, nanoseconds: 0)
      for path in [cache.folder.path(.ac, key.digest), cache.folder.path(.cas, output)] {
        try FileDescriptor(opening: path, .read).setModified(time)
      }
    }
  }

  /// The numbers of the pictures that are still there.
  var left: [Int] { (0..<10).filter { place.open().finds(.sample("\($0)")) } }

  @Test("Trimming keeps what was used last, within the limit")
  func trim() throws {
    try fill()
    let report = try #require(place.open(CacheLimits(bytes: 6000)).trim())
    #expect(report.bytesLeft <= 6000)
    #expect(report.bytesLeft > 4000)
    #expect(left == Array((10 - left.count)..<10))
    #expect(place.open().statistics().bytes == report.bytesLeft)
  }

  @Test("Trimming removes what nobody has used for too long, however little there is")
  func age() throws {
    try fill()
    // A moment's leeway on both sides: pictures 0 to 4 are 60 to 56 minutes old.
    place.open(CacheLimits(age: 55 * 60 + 30)).trim()
    #expect(left == [5, 6, 7, 8, 9])
  }

  @Test("What a run has made or used itself stays")
  func protects() throws {
    try fill()
    let cache = place.open(CacheLimits(bytes: 0))
    #expect(cache.finds(.sample("3")))
    cache.store([1], .sample, for: .sample("new"))
    cache.finish()
    #expect(place.open().finds(.sample("new")))
    #expect(left == [3])
  }

  @Test("Runs that keep something trim by themselves, once it is too much")
  func automatic() throws {
    try fill()
    let roomy = place.open(CacheLimits(bytes: 1_000_000))
    roomy.store([1], .sample, for: .sample("one more"))
    roomy.finish()
    #expect(left.count == 10)

    let narrow = place.open(CacheLimits(bytes: 6000))
    narrow.store([2], .sample, for: .sample("another"))
    narrow.finish()
    #expect(place.open().statistics().bytes <= 6000)
  }

  @Test(
    "Uses are noted once a minute while less than half is full, and once a second otherwise",
    arguments: [(1_000_000, 60), (6000, 1), (1, 1)])
  func noting(limit: Int, seconds: Int64) throws {
    try fill()
    let limits = CacheLimits(bytes: limit)
    place.open(limits).trim()
    #expect(ResultCache.useInterval(CacheFolder(place.root), limits) == seconds)
  }

  @Test("Uses are noted once a second where nobody knows how full a cache is")
  func notingUnknown() {
    #expect(ResultCache.useInterval(CacheFolder(place.root), CacheLimits()) == 1)
  }

  @Test("Processes that trim at once do not trip over each other")
  func together() async throws {
    try fill()
    let root = place.root
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        group.addTask {
          let cache = ResultCache(at: root, limits: CacheLimits(bytes: 6000))
          cache.store([UInt8(number)], .sample, for: .sample("\(number) more"))
          cache.finish()
          cache.trim()
        }
      }
    }
    #expect(place.open().statistics().bytes <= 6000)
    #expect(place.open().verify().removed == 0)
    for number in left { #expect(place.open().finds(.sample("\(number)"))) }
  }

  @Test(
    "Under ten times its load a cache stays within its limit and one run's work, and keeps what is used"
  )
  func load() throws {
    let limits = CacheLimits(bytes: 5_000_000)
    let hot = CacheKey.sample("hot")
    let aRun = 10 * 250_000
    for run in 0..<20 {
      let cache = place.open(limits)
      if run == 0 {
        cache.store([UInt8](repeating: 1, count: 250_000), .sample, for: hot)
      } else {
        #expect(cache.finds(hot))
      }
      for number in 0..<10 {
        var picture = [UInt8](repeating: 0, count: 250_000)
        picture[0] = UInt8(run)
        picture[1] = UInt8(number)
        cache.store(picture, .sample, for: .sample("\(run) \(number)"))
      }
      cache.finish()
      let bytes = place.open().statistics().bytes
      #expect(bytes <= limits.bytes + aRun)
      if run > 3 { #expect(bytes > limits.bytes / 2) }
    }
    #expect(place.open().finds(hot))
    #expect(place.open().finds(.sample("19 9")))
    #expect(!place.open().finds(.sample("0 0")))
    #expect(place.open().verify().removed == 0)
  }

  @Test("Verifying finds a sound cache sound")
  func verifySound() throws {
    try fill()
    #expect(place.open().verify() == VerifyReport(records: 10, results: 10, removed: 0))
    #expect(left.count == 10)
  }

  @Test(
    "What a trim leaves is sound, whatever it takes first",
    arguments: Array(stride(from: 500, to: 6000, by: 250)))
  func trimmedSound(bytes: Int) throws {
    try fill()
    place.open(CacheLimits(bytes: bytes)).trim()
    #expect(place.open().verify().removed == 0)
  }

  @Test("Verifying removes what is damaged, and records whose result is gone")
  func verifyDamaged() throws {
    try fill()
    let folder = CacheFolder(place.root)
    try place.overwrite(folder.path(.ac, CacheKey.sample("0").digest), [1, 2, 3])
    try place.overwrite(folder.path(.cas, SHA256.digest(of: Self.picture(1))), Self.picture(2))
    try FileSystem.remove(folder.path(.cas, SHA256.digest(of: Self.picture(2))))
    // A record and a result; records that were left without a result are no damage.
    #expect(place.open().verify().removed == 2)
    #expect(place.open().verify().removed == 0)
    #expect(left == Array(3..<10))
  }

  @Test("Clearing leaves an empty folder, and nothing of anybody else's is touched")
  func clear() throws {
    try fill()
    try place.folder.write("cache/mine", [1])
    let status = try FileStatus(of: FilePath(place.folder.file("cache/mine")))
    place.open().note(someDigest(1), of: status)
    #expect(place.open().clear().records == 10)
    #expect(try place.files().map(\.name) == ["mine"])
    #expect(place.open().statistics() == CacheStatistics())
  }

  @Test("Says which part of the key is another one")
  func explain() throws {
    try fill()
    let cache = place.open()
    func differing(_ key: CacheKey) -> [String]? {
      if case .differs(let names, _) = cache.explain(key, sharing: "content") { names } else { nil }
    }
    #expect(differing(.sample("1")) == nil)
    #expect(differing(.sample("1", recipe: "large")) == ["recipe"])
    let parts = CacheKey.sample("1").parts.prefix(2) + [CacheKey.Part("libvips", [1])]
    #expect(differing(CacheKey(Array(parts))) == ["libvips", "imgtool"])
    #expect(cache.explain(.sample("unseen"), sharing: "content") == .unknown)
    guard case .hit = cache.explain(.sample("1"), sharing: "content") else {
      Issue.record("it is there")
      return
    }
  }
}
