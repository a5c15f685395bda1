internal import Foundation
internal import Posix
internal import TestSupport
internal import Testing

@Suite("build")
struct BuildTests {
  private static let project = """
    // The pictures of a site
    {
      "sets": [
        { "inputs": ["photos/**/*.{heic,jpg,png}"], "exclude": ["**/drafts/**"], "to": "public/img",
          "make": [ { "max": [40, 160, 4000], "format": ["webp", "jpeg"], "metadata": "color" } ] }
      ],
      "manifest": "public/img/manifest.json"
    }
    """

  /// A project with two pictures, and one that is a draft.
  private static func site(_ project: String = project) throws -> Workplace {
    let place = try Workplace()
    try place.put("photo.heic", as: "photos/lake.heic")
    try place.put("orientation-6.jpg", as: "photos/trip/a b.jpg")
    try place.put("photo.jpg", as: "photos/drafts/d.jpg")
    try place.put(Array("no picture".utf8), as: "photos/not.jpg")
    try place.put(Array(project.utf8), as: "imgtool.json")
    return place
  }

  private static let outputs: [FilePath] = [
    "public/img/lake-160.jpg", "public/img/lake-160.webp", "public/img/lake-40.jpg",
    "public/img/lake-40.webp", "public/img/lake-640.jpg", "public/img/lake-640.webp",
    "public/img/manifest.json", "public/img/trip/a b-40.jpg", "public/img/trip/a b-40.webp",
    "public/img/trip/a b-48.jpg", "public/img/trip/a b-48.webp",
  ]

  /// Everything below the folder of outputs, by path.
  private static func tree(_ place: Workplace) throws -> [FilePath: [UInt8]] {
    var tree: [FilePath: [UInt8]] = [:]
    for path in try place.files() where path.bytes.starts(with: "public".utf8) {
      tree[path] = try place.bytes(path)
    }
    return tree
  }

  @Test("makes every size and format of each picture from one decode, and lists them")
  func makes() async throws {
    let place = try Self.site()
    let run = try await place.imgtool("build", "--json")
    #expect(run.end == .exited(0), "\(run.errorLines)")
    #expect(try Self.tree(place).keys.sorted() == Self.outputs)
    #expect(try run.records().compactMap(\.decodes).reduce(0, +) == 2)
    let manifest = try JSONSerialization.jsonObject(
      with: Data(place.bytes("public/img/manifest.json")))
    let inputs = try #require((manifest as? [String: Any])?["inputs"] as? [[String: Any]])
    #expect(inputs.map { $0["path"] as? String } == ["photos/lake.heic", "photos/trip/a b.jpg"])
    #expect(inputs[1]["width"] as? Int == 48 && inputs[1]["height"] as? Int == 32)
    let placeholder = try #require(inputs[0]["placeholder"] as? String)
    #expect(placeholder.hasPrefix("data:image/webp;base64,") && placeholder.utf8.count <= 200)
    let text = try #require(placeholder.split(separator: ",").last)
    let tiny = try Picture(Array(#require(Data(base64Encoded: String(text)))))
    #expect(tiny.format == "webp" && max(tiny.size.width, tiny.size.height) == 16)
    #expect((inputs[0]["color"] as? String)?.wholeMatch(of: /#[0-9a-f]{6}/) != nil)
    let candidates = try #require(inputs[1]["srcset"] as? [String: String])
    #expect(candidates["jpeg"] == "trip/a%20b-40.jpg 40w, trip/a%20b-48.jpg 48w")
    let made = try #require(inputs[0]["outputs"] as? [[String: Any]])
    #expect(made.count == 6)
    for output in made {
      let bytes = try place.bytes(FilePath(try #require(output["path"] as? String)))
      #expect(output["bytes"] as? Int == bytes.count)
      let picture = try Picture(bytes)
      #expect(output["width"] as? Int == picture.size.width)
      #expect(output["format"] as? String == picture.format)
    }
  }

  @Test("a second time makes nothing, and writes nothing")
  func again() async throws {
    let place = try Self.site()
    try await place.imgtool("build")
    let before = try Self.tree(place)
    let time = try FileStatus(of: place.path.appending("public/img/manifest.json")).modified
    let run = try await place.imgtool("build", "--json")
    #expect(try run.records().compactMap(\.decodes).reduce(0, +) == 0)
    #expect(try Self.tree(place) == before)
    #expect(try FileStatus(of: place.path.appending("public/img/manifest.json")).modified == time)
  }

  /// What a build does to the files in the folder of inputs: `open`, `read` and so on.
  private static func calls(_ place: Workplace) async throws -> [Substring] {
    let log = place.path.appending("calls")
    let variables = FailingCalls.environment(
      in: "\(place.path.appending("photos"))", log: "\(log)")
    let project = Argument(place.path.appending("imgtool.json"))
    let run = try await place.imgtool("build", "-f", project, environment: variables)
    #expect(run.end == .exited(0), "\(run.errorLines)")
    guard try place.files().contains("calls") else { return [] }
    defer { try? FileSystem.remove(log) }
    return try String(decoding: place.bytes("calls"), as: UTF8.self).split(separator: "\n")
  }

  @Test(
    "a second time opens no picture",
    .enabled(if: FailingCalls.isThere, "needs a loader with LD_PRELOAD"))
  func opensNothing() async throws {
    let place = try Self.site()
    // What is no picture is looked at each time.
    try FileSystem.remove(place.path.appending("photos/not.jpg"))
    #expect(try await Self.calls(place).contains("read"))
    // The first run may be within the time in which a file can change without its times telling.
    CurrentProcess.sleep(milliseconds: 2100)
    _ = try await Self.calls(place)
    #expect(try await Self.calls(place) == [])
  }

  @Test("makes anew what is made of an input that has changed, and nothing else")
  func changesOne() async throws {
    let place = try Self.site()
    try await place.imgtool("build")
    try await place.shell("cp photos/drafts/d.jpg photos/new.jpg && touch photos/new.jpg")
    try await place.imgtool("build")
    try await place.shell("printf x >>photos/lake.heic")
    let records = try await place.imgtool("build", "--json").records()
    // Others are known, though perhaps too young for their times to say that they are unchanged.
    let made = records.filter { $0.status == "written" }
    #expect(made.count == 6 && made.allSatisfy { $0.input == "photos/lake.heic" })
    #expect(records.allSatisfy { ["written", "cached", "unchanged"].contains($0.status) })
    #expect(records.compactMap(\.decodes).reduce(0, +) == 1)
    #expect(records.count == 16)
  }

  @Test(
    "what it says of conflicts names no option that it lacks",
    arguments: [
      (#"sed -i.old 's/"metadata"/"name": "{ext}", "metadata"/' imgtool.json"#, #""name""#),
      ("mkdir -p public/img && printf mine >public/img/lake-40.jpg", "--overwrite"),
      (
        #"sed -i.old 's/"metadata"/"name": "{path}\/{stem}.{ext}", "metadata"/; s/public.img"/photos"/' imgtool.json"#,
        #""name""#
      ),
    ])
  func remedies(change: String, remedy: String) async throws {
    let place = try Self.site()
    try await place.shell(change)
    let said = try await place.imgtool("build").errorLines.joined(separator: "\n")
    #expect(said.contains(remedy))
    let help = try await place.imgtool("build", "--help").text
    for match in said.matches(of: /(?:^|\s)(--?[a-z][-a-z]*)/) {
      #expect(help.contains(match.1), "\(said)")
    }
  }

  @Test("takes what the manifest names for its own where a repository brought it")
  func cloned() async throws {
    let place = try Self.site()
    try await place.imgtool("build")
    let before = try Self.tree(place)
    // Contents travel, marks and caches don't.
    let clone = try Self.site()
    for (path, bytes) in before { try clone.put(bytes, as: path) }
    let check = try await clone.imgtool("build", "--check", "--no-cache")
    #expect(check.end == .exited(0), "\(check.text)")
    let run = try await clone.imgtool("build")
    #expect(run.end == .exited(0), "\(run.errorLines)")
    #expect(try Self.tree(clone) == before)
  }

  @Test("finds pictures and places from the folder of the project file")
  func elsewhere() async throws {
    let place = try Self.site()
    let run = try await place.shell(
      #"mkdir other && cd other && "$imgtool" build -f ../imgtool.json && "$imgtool" build --check -f ../imgtool.json"#
    )
    #expect(run.end == .exited(0), "\(run.errorLines)")
    #expect(try Self.tree(place).keys.sorted() == Self.outputs)
  }

  @Test("--check says which output is missing, stale or altered, and how that is mended")
  func checks() async throws {
    let place = try Self.site()
    func check() async throws -> ChildProcess.Result {
      try await place.imgtool("build", "--check")
    }
    #expect(try await check().end == .exited(1))
    try await place.imgtool("build")
    #expect(try await check().text == "")
    var bytes = try place.bytes("public/img/lake-40.jpg")
    bytes[bytes.count / 2] ^= 1
    try FileSystem.remove(place.path.appending("public/img/lake-40.jpg"))
    try place.put(bytes, as: "public/img/lake-40.jpg")
    try FileSystem.remove(place.path.appending("public/img/trip/a b-48.webp"))
    let before = try Self.tree(place)
    let found = try await check()
    #expect(found.end == .exited(1))
    #expect(
      found.text == """
        public/img/lake-40.jpg: altered: its bytes are not those that the manifest names
          imgtool build --overwrite
        public/img/trip/a b-48.webp: missing: it is not there
          imgtool build

        """)
    #expect(try Self.tree(place) == before)
    try await place.imgtool("build", "--overwrite")
    #expect(try await check().end == .exited(0))
  }

  @Test(
    "--check sees that an input, the settings or the list of inputs have changed",
    arguments: [
      ("cp photos/drafts/d.jpg 'photos/trip/a b.jpg'", "public/img/trip/a b-40.webp: missing"),
      ("printf x >>photos/lake.heic", "stale: its input photos/lake.heic has changed since"),
      ("sed -i.old 's/color/none/' imgtool.json", "stale: it was made by other settings"),
      ("sed -i.old 's/160/200/' imgtool.json", "public/img/lake-200.jpg: missing"),
      ("rm photos/lake.heic", "stale: the manifest names it, but nothing asks for it any more"),
      ("cp photos/lake.heic photos/new.heic", "public/img/new-40.webp: missing"),
      (
        "printf ' ' >>public/img/manifest.json",
        "manifest.json: altered: it is not as a build writes it"
      ),
      ("rm public/img/manifest.json", "public/img/manifest.json: missing"),
    ])
  func staleness(change: String, finding: String) async throws {
    let place = try Self.site()
    try await place.imgtool("build")
    try await place.shell(change)
    let run = try await place.imgtool("build", "--check")
    #expect(run.end == .exited(1))
    if !finding.contains("a b-40.webp") { #expect(run.text.contains(finding), "\(run.text)") }
    try await place.imgtool("build", "--prune")
    #expect(try await place.imgtool("build", "--check").end == .exited(0))
  }

  @Test("--prune removes what nothing asks for any more, and nothing that somebody changed")
  func prunes() async throws {
    let place = try Self.site()
    try await place.imgtool("build")
    try await place.shell(
      "sed -i.old 's/40, 160/40/' imgtool.json && printf x >>public/img/lake-160.jpg")
    try await place.imgtool("build")
    #expect(try place.files().contains("public/img/lake-160.webp"))
    // The manifest names what the last build made, and so knows nothing of the older ones.
    try await place.shell(
      "sed -i.old 's/40, 4000/4000/' imgtool.json && printf x >>public/img/lake-40.jpg")
    let run = try await place.imgtool("build", "--prune")
    #expect(run.end == .exited(0))
    let files = try place.files()
    #expect(!files.contains("public/img/lake-40.webp"))
    #expect(files.contains("public/img/lake-40.jpg"))
    #expect(
      run.errorLines.contains {
        $0.contains("lake-40.jpg: warning: is left: it is not as it was made")
      })
  }

  @Test("--prune keeps the outputs of an input that fails this time")
  func prunesNoFailures() async throws {
    let place = try Self.site()
    try await place.imgtool("build")
    try await place.shell("head -c 2000 photos/lake.heic >cut && mv cut photos/lake.heic")
    let run = try await place.imgtool("build", "--prune")
    #expect(run.end == .exited(1))
    #expect(try place.files().contains("public/img/lake-160.webp"))
  }

  @Test(
    "does nothing where two outputs would have one name, or one that is somebody else's",
    arguments: [
      #"sed -i.old 's/"metadata"/"name": "{ext}", "metadata"/' imgtool.json"#,
      "mkdir -p public/img && printf mine >public/img/lake-40.jpg",
    ])
  func conflicts(change: String) async throws {
    let place = try Self.site()
    try await place.shell(change)
    let before = try Self.tree(place)
    let run = try await place.imgtool("build")
    #expect(run.end == .exited(1))
    #expect(try Self.tree(place) == before)
  }

  @Test(
    "writes no manifest over an input, the project, an output or somebody else's file",
    arguments: [
      ("photos/lake.heic", 2), ("photos/../photos/trip/a b.jpg", 2), ("imgtool.json", 2),
      ("link.json", 2), ("public/img/lake-40.jpg", 1), ("notes.txt", 1), ("photos", 1),
    ] as [(String, Int32)])
  func manifestPlaces(manifest: String, status: Int32) async throws {
    let place = try Self.site(
      Self.project.replacingOccurrences(of: "public/img/manifest.json", with: manifest))
    try place.put(Array("mine".utf8), as: "notes.txt")
    try await place.shell("ln imgtool.json link.json")
    func files() throws -> [FilePath: [UInt8]] {
      let paths = try place.files()
      return try Dictionary(uniqueKeysWithValues: paths.map { ($0, try place.bytes($0)) })
    }
    let before = try files()
    let run = try await place.imgtool("build")
    #expect(run.end == .exited(status), "\(run.errorLines)")
    #expect(run.errorLines.first?.hasPrefix("imgtool: ") == true)
    #expect(try files() == before)
  }

  @Test("replaces a file that is no manifest where it is told to")
  func manifestOverwritten() async throws {
    let place = try Self.site()
    try place.put(Array("<<<<<<< HEAD".utf8), as: "public/img/manifest.json")
    #expect(try await place.imgtool("build").end == .exited(1))
    #expect(try await place.imgtool("build", "--overwrite").end == .exited(0))
    #expect(try await place.imgtool("build", "--check").end == .exited(0))
  }

  @Test(
    "one line and status 2 for a project file that is wrong or missing",
    arguments: ["{\n  \"sets\": 3 }", nil])
  func wrongProject(text: String?) async throws {
    let place = try Workplace()
    if let text { try place.put(Array(text.utf8), as: "imgtool.json") }
    let run = try await place.imgtool("build")
    #expect(run.end == .exited(2))
    #expect(run.errorLines.count == 1)
    #expect(run.errorLines[0].hasPrefix("imgtool: imgtool.json:"))
    #expect(run.text == "")
  }

  @Test("the command line goes over the project file")
  func precedence() async throws {
    let place = try Self.site(
      Self.project.replacingOccurrences(
        of: "\"manifest\"", with: "\"max-pixels\": 10, \"manifest\""))
    #expect(try await place.imgtool("build").end == .exited(1))
    #expect(try await place.imgtool("build", "--max-pixels", "1000000").end == .exited(0))
  }

  @Test("a build that was killed anywhere is made whole by the next one")
  func kills() async throws {
    let whole = try Self.site()
    try await whole.imgtool("build")
    let expected = try Self.tree(whole)
    let place = try Self.site()
    for milliseconds in stride(from: 5, to: 200, by: 45) {
      let run = try place.start(["build", "-j", "2"])
      run.send(SIGKILL) {
        CurrentProcess.sleep(milliseconds: milliseconds)
        return true
      }
      _ = try await run.result()
      if milliseconds % 2 == 0 { try await place.shell("rm -r public") }
    }
    try await place.imgtool("build")
    #expect(try Self.tree(place) == expected)
    #expect(try await place.imgtool("build", "--check").end == .exited(0))
  }

  @Test("--watch builds as inputs come, and stops at a signal")
  func watches() async throws {
    let place = try Self.site()
    let run = try place.start(["build", "--watch", "--quiet"])
    func wait(for path: FilePath) throws {
      for _ in 0..<1200 where !(try place.files().contains(path)) {
        CurrentProcess.sleep(milliseconds: 50)
      }
      #expect(try place.files().contains(path))
    }
    try wait(for: "public/img/manifest.json")
    try place.put("photo.jpg", as: "photos/new.jpg")
    try wait(for: "public/img/new-160.webp")
    run.send(SIGINT) { true }
    #expect(try await run.result().end == .killed(by: SIGINT))
  }
}
