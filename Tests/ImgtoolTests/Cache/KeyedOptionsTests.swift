internal import Batch
internal import CommandLineOptions
internal import ImgtoolKit
internal import Posix
internal import TestSupport
internal import Testing

@testable internal import imgtool

@Suite("The key of a result")
struct KeyedOptionsTests {
  /// Options that change no byte of an output: where files are, how a run goes, and what fails.
  ///
  /// A new option that is not named here has to change the key.
  static let changingNothing: Set<String> = [
    "recursive", "files-from", "null", "shard", "output", "name", "in-place", "overwrite",
    "skip-existing",
    "keep-times", "durable", "fail-on-loss", "jobs", "memory", "timeout", "max-pixels", "isolate",
    "allow-untrusted-formats", "fail-fast",
    "dry-run", "json", "quiet", "verbose", "cache-dir", "cache-size", "cache-age", "paranoid",
    "help",
    // Each picture has its number in its key.
    "all-images",
  ]
  /// Options without a key: no result is kept.
  static let uncached: Set<String> = ["no-cache", "total-under"]

  /// The commands that make what is kept; others only ask for it.
  static let commands = Subcommands.all.map(\.description)
    .filter { Set($0.options.map(\.long)).isSuperset(of: ["no-cache", "output"]) }
    .map { String($0.shortName) }

  let place: Workplace

  init() throws {
    place = try Workplace("photo.jpg")
    try place.put("photo.jpg", as: "list")
    let list = try FileDescriptor(
      opening: place.path.appending("list"), [.write, .truncate])
    try list.write(Array("\(place.path.appending("photo.jpg"))\n".utf8))
  }

  /// What came of asking for a key.
  enum Found: Hashable {
    case key(String)
    case uncached
  }

  /// The key of a file's result; nil where the line is wrong usage.
  func key(_ command: String, _ options: [String], file: String = "photo.jpg") throws -> Found? {
    let found = Locked<Found?>(nil)
    var environment = Environment(console: RecordingConsole(), variable: { _ in nil })
    environment.explainsCache = { cache, inputs in
      guard let cache, let path = inputs.first?.path else {
        return found.withLock { $0 = .uncached }
      }
      found.withLock { $0 = (try? cache.explain(path)).map { .key($0.key) } }
    }
    let subcommand = try #require(Subcommands.all.first { $0.name == command })
    let isList = options.contains("--files-from")
    let line =
      ["--cache-dir", "\(place.path.appending("cache"))"] + options
      + (isList ? [] : ["\(place.path.appending(FilePath(file)))"])
    do throws(UsageError) {
      _ = try subcommand.run(line.map { FilePath($0) }, in: environment)
    } catch {
      return nil
    }
    return found.withLock { $0 }
  }

  /// Values that the option may take.
  func values(_ option: OptionInfo) -> [[String]] {
    let name = "--\(option.long)"
    guard option.placeholder != nil else { return [[name]] }
    if option.long == "output" { return [[name, "\(place.path.appending("out"))"]] }
    if option.long == "shard" { return [[name, "1/1"]] }
    if option.long == "files-from" { return [[name, "\(place.path.appending("list"))"]] }
    var values = [
      "7", "8", "321x123", "123kB", "456kB", "red", "#123456", "safe", "none", "{stem}",
    ]
    switch option.completion {
    case .choices(let choices), .list(let choices): values = choices
    default: break
    }
    return values.map { [name, $0] }
  }

  /// What comes of every value of every option, and of none.
  ///
  /// Other tests may have libraries loaded meanwhile, which have a say: then it is asked again.
  func asked(
    _ command: String, _ options: [OptionInfo]
  ) throws -> (plain: Found, [(option: OptionInfo, [(line: String, key: Found)])]) {
    while true {
      let plain = try #require(try key(command, []))
      let found = try options.map { option in
        (
          option,
          try values(option).compactMap { line in
            try key(command, line).map { (line: line.joined(separator: " "), key: $0) }
          }
        )
      }
      if try key(command, []) == plain { return (plain, found) }
    }
  }

  @Test("changes with any value of any option that changes a byte", arguments: commands)
  func options(command: String) throws {
    let description = try #require(
      Subcommands.all.map(\.description).first { $0.shortName == command })
    let (plain, found) = try asked(command, description.options.filter { $0.long != "help" })
    var keys = [plain: "nothing"]
    for (option, found) in found {
      if Self.uncached.contains(option.long) {
        #expect(found.allSatisfy { $0.key == .uncached } && !found.isEmpty, "\(option.long)")
      } else if Self.changingNothing.contains(option.long) {
        #expect(found.allSatisfy { $0.key == plain }, "\(option.long)")
      } else {
        // One value may be the default, spelled out.
        let others = found.filter { $0.key != plain }
        #expect(others.count >= max(found.count - 1, 1), "\(option.long)")
        for (line, key) in others {
          let other = keys.updateValue(line, forKey: key)
          #expect(other == nil, "\(line) is taken for \(other ?? "")")
        }
      }
    }
  }

  @Test("is the same under another name and at another time, and another for other bytes")
  func files() throws {
    let other: FilePath = "another name.jpg"
    try place.put("photo.jpg", as: other)
    try FileDescriptor(opening: place.path.appending(other), .read)
      .setModified(FileTime(seconds: 1_000_000_000, nanoseconds: 1))
    func keys() throws -> [Found] {
      try ["photo.jpg", "\(other)", "photo.jpg"].map { file in
        try #require(try key("shrink", [], file: file))
      }
    }
    var equal = try keys()
    while equal[0] != equal[2] { equal = try keys() }
    #expect(equal[0] == equal[1])
    let file = try FileDescriptor(opening: place.path.appending(other), [.write, .append])
    try file.write([0])
    let different = try keys()
    #expect(different[0] != different[1])
  }
}
