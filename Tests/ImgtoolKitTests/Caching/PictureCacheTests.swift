import Checksum
import Formats
import Imaging
import Metadata
import Posix
import ResultCache
import TestSupport
import Testing

@testable import ImgtoolKit

@Suite("PictureCache")
struct PictureCacheTests {
  static let content = SHA256.digest(of: [1, 2, 3])
  static let versions = [("imgtool", "1.0"), ("libvips", "8.14.1"), ("processor", "x86-64 avx2")]

  static func key(
    _ recipe: Recipe = Recipe(), _ content: ContentDigest = content, picture: Int? = nil,
    versions: [(name: String, version: String)] = versions
  ) -> ContentDigest {
    PictureCache(ResultCache(at: "/nowhere"), recipe: recipe, versions: versions)
      .key(content, picture: picture).digest
  }

  @Test("Every choice of a recipe makes another key")
  func recipes() {
    let recipes = [
      Recipe(), Recipe(size: .longEdge(100)), Recipe(size: .longEdge(101)),
      Recipe(size: .box(width: 100, height: 101)), Recipe(size: .box(width: 101, height: 100)),
      Recipe(format: .keep), Recipe(format: .fixed(.jpeg)), Recipe(format: .fixed(.png)),
      Recipe(quality: 80), Recipe(quality: 81), Recipe(effort: 80), Recipe(addsThumbnail: true),
      Recipe(limitsQuality: true), Recipe(metadata: .safe), Recipe(metadata: .color),
      Recipe(metadata: .none), Recipe(convertsToSRGB: true),
      Recipe(background: RGBColor(red: 255, green: 255, blue: 254)),
      Recipe(budget: ByteBudget(bytes: 1000)), Recipe(budget: ByteBudget(bytes: 1001)),
      Recipe(budget: ByteBudget(bytes: 1000, step: 1)),
      Recipe(budget: ByteBudget(bytes: 1000, minimumQuality: 20)),
      Recipe(budget: ByteBudget(bytes: 1000, keepsSize: true)),
    ]
    #expect(Set(recipes.map { Self.key($0) }).count == recipes.count)
  }

  @Test("So does another content, another picture in the file, and every version")
  func others() {
    var keys: Set<ContentDigest> = [
      Self.key(), Self.key(Recipe(), SHA256.digest(of: [1, 2, 4])), Self.key(picture: 0),
      Self.key(picture: 1),
    ]
    for index in Self.versions.indices {
      var versions = Self.versions
      versions[index].1 += "x"
      keys.insert(Self.key(versions: versions))
    }
    #expect(keys.count == 4 + Self.versions.count)
  }

  @Test("Every library has a say, the program and the kind of processor too")
  func libraries() {
    let cache = ResultCache(at: "/nowhere")
    let recipe = Recipe(format: .fixed(.heic))
    let versions = ProgramVersions.all(cache, recipe: recipe)
    #expect(
      versions.map(\.name) == [
        "imgtool", "program", "processor", "libvips", "libheif", "libexif", "HEVC decoder",
        "libraries", "HEIF encoders",
      ])
    #expect(versions.allSatisfy { !$0.version.isEmpty })
    var keys = [Self.key(recipe, versions: versions)]
    for index in versions.indices {
      var others = versions
      others[index].version += "x"
      keys.append(Self.key(recipe, versions: others))
      others.remove(at: index)
      keys.append(Self.key(recipe, versions: others))
    }
    #expect(Set(keys).count == 1 + 2 * versions.count)
  }

  @Test("Equal things make equal keys")
  func equal() {
    #expect(Self.key(Recipe(quality: 80)) == Self.key(Recipe(quality: 80)))
    #expect(Self.key(Recipe(picture: 1), picture: 1) == Self.key(Recipe(), picture: 1))
  }

  @Test("A recipe is spelled with all its members, those that are nil too")
  func spelling() {
    let members = CanonicalEncoding.members(of: Recipe(size: .longEdge(9), quality: 7))
    let names = Mirror(reflecting: Recipe()).children.compactMap(\.label)
    #expect(members.map(\.name) == names.sorted())
    let spelled = Dictionary(
      members.map { ($0.name, String(decoding: $0.bytes, as: UTF8.self)) }
    ) { one, _ in one }
    #expect(spelled["budget"] == "null")
    #expect(spelled["quality"] == "7")
    #expect(spelled["size"] == #"{"longEdge":{"_0":9}}"#)
    #expect(spelled["metadata"] == #""all""#)
    #expect(spelled["background"] == #"{"blue":255,"green":255,"red":255}"#)
  }

  @Test("What is said of a picture comes back as it was")
  func facts() throws {
    let batch = try PictureBatch("photo.heic")
    let planned = try PlannedPicture(
      Input(path: batch.path("photo.heic")),
      WantedOutput(
        Recipe(size: .longEdge(24)),
        OutputNaming(.beside, template: NameTemplate(parsing: "{stem}"), command: "shrink")),
      standardInput: nil)
    for warnings in [[], [PictureWarning(name: "frames", message: "two")]] {
      let rendering = Rendering(
        bytes: [1], format: .jpeg, size: PixelSize(width: 24, height: 18), quality: 80, encodes: 1,
        decodes: 1, isUntouched: false, warnings: warnings)
      let picture = CachedPicture(planned, rendering)
      let facts = picture.facts(encodes: 1, seconds: 0.5)
      #expect(CachedPicture(facts) == picture)
      var cut = facts
      cut.details.removeLast()
      #expect(CachedPicture(cut) == nil)
    }
  }

  @Test(
    "The folder is that of the option, else of the variable, else the user's",
    arguments: [
      ("/o", ["IMGTOOL_CACHE_DIR": "/v", "XDG_CACHE_HOME": "/x", "HOME": "/h"], "/o"),
      (nil, ["IMGTOOL_CACHE_DIR": "/v", "XDG_CACHE_HOME": "/x", "HOME": "/h"], "/v"),
      (nil, ["IMGTOOL_CACHE_DIR": "", "XDG_CACHE_HOME": "/x", "HOME": "/h"], "/x/imgtool"),
      (nil, ["XDG_CACHE_HOME": "relative", "HOME": "/h"], "/h/.cache/imgtool"), (nil, [:], nil),
    ] as [(String?, [String: String], String?)])
  func folder(option: String?, variables: [String: String], expected: String?) {
    var options = CacheOptions()
    options.folder = option.map { FilePath($0) }
    let found = options.folder { name in variables[name].map { Array($0.utf8) } }
    #expect(found == expected.map { FilePath($0) })
  }
}
