internal import Posix
internal import TestSupport
internal import Testing

@Suite("shrink: what is never written over")
struct ShrinkOverwriteTests {
  @Test("a file of somebody else's stays, and the input fails")
  func somebodyElses() async throws {
    let place = try Workplace("photo.jpg")
    try place.put(Array("mine".utf8), as: "photo-64.jpg")
    let run = try await place.imgtool("shrink", "--max", "64", "--json", "photo.jpg")
    #expect(run.end == .exited(1))
    #expect(try run.records().map { $0.error?.code } == ["output-exists"])
    #expect(try place.bytes("photo-64.jpg") == Array("mine".utf8))
    #expect(run.errorLines.joined().contains("--overwrite"), "what to do about it")
  }

  @Test(
    "of a file that can't be read that is said", .enabled(if: !Machine.isRoot, "root reads all"))
  func unreadable() async throws {
    let place = try Workplace("photo.jpg")
    try place.put(Array("mine".utf8), as: "photo-64.jpg")
    try await place.shell("chmod 0 photo-64.jpg")
    let run = try await place.imgtool("shrink", "--max", "64", "photo.jpg")
    #expect(run.end == .exited(1))
    #expect(run.errorLines.joined().contains("can't be read (permission denied)"))
  }

  @Test("--overwrite replaces it")
  func overwrite() async throws {
    let place = try Workplace("photo.jpg")
    try place.put(Array("mine".utf8), as: "photo-64.jpg")
    let run = try await place.imgtool("shrink", "--max", "64", "--overwrite", "photo.jpg")
    #expect(run.end == .exited(0), "\(run.errorLines)")
    #expect(try place.picture("photo-64.jpg").size == [64, 48])
    #expect(try place.files() == ["photo-64.jpg", "photo.jpg"])
  }

  @Test("what imgtool wrote is replaced by the next run, unless it was changed since")
  func ownOutput() async throws {
    let place = try Workplace("photo.jpg")
    for quality in [50, 60] {
      let run = try await place.imgtool("shrink", "--max", "64", "-q", "\(quality)", "photo.jpg")
      #expect(run.end == .exited(0), "\(run.errorLines)")
    }
    try await place.shell("printf more >>photo-64.jpg")
    let run = try await place.imgtool("shrink", "--max", "64", "-q", "70", "photo.jpg")
    #expect(run.end == .exited(1))
    #expect(try place.bytes("photo-64.jpg").suffix(4) == Array("more".utf8)[...])
  }

  @Test("--skip-existing leaves whatever is there")
  func skipExisting() async throws {
    let place = try Workplace("photo.jpg", "quadrants.png")
    try place.put(Array("mine".utf8), as: "photo-64.jpg")
    let run = try await place.imgtool(
      "shrink", "--max", "64", "--skip-existing", "--json", "photo.jpg", "quadrants.png")
    #expect(run.end == .exited(0), "\(run.errorLines)")
    #expect(try run.records().map(\.status) == ["skipped", "written"])
    #expect(try place.bytes("photo-64.jpg") == Array("mine".utf8))
  }

  @Test(
    "an input is not written over, by whatever name it is reached",
    arguments: [
      ["-o", "photo.jpg"], ["-o", "./photo.jpg"], ["--name", "{stem}.{ext}"], ["-o", "link.jpg"],
    ],
    [[], ["--overwrite"]])
  func inputs(options: [String], more: [String]) async throws {
    let place = try Workplace("photo.jpg")
    try await place.shell("ln -s photo.jpg link.jpg")
    let arguments = (["shrink", "--max", "64", "photo.jpg"] + options + more)
    let run = try await place.start(arguments.map { Argument(stringLiteral: $0) }).result()
    #expect(run.end == .exited(1) || run.end == .exited(2))
    #expect(try place.bytes("photo.jpg") == Fixtures.bytes("photo.jpg"))
  }

  @Test("--in-place replaces the input, keeps its mode and works through a link")
  func inPlace() async throws {
    let place = try Workplace("photo.jpg")
    try await place.shell("chmod 640 photo.jpg; mkdir links; ln -s ../photo.jpg links/link.jpg")
    let run = try await place.imgtool("shrink", "--max", "64", "--in-place", "links/link.jpg")
    #expect(run.end == .exited(0), "\(run.errorLines)")
    #expect(try place.files() == ["links/link.jpg", "photo.jpg"])
    #expect(try place.picture("photo.jpg").size == [64, 48])
    let link = try FileStatus(of: place.path.appending("links/link.jpg"), followingLinks: false)
    #expect(link.kind == .link)
    let status = try FileStatus(of: place.path.appending("photo.jpg"))
    #expect(status.permissions.rawValue & 0o777 == 0o640)
  }

  @Test("--in-place leaves one file where the extension changes")
  func inPlaceOtherFormat() async throws {
    let place = try Workplace("photo.heic")
    let run = try await place.imgtool("shrink", "--max", "64", "--in-place", "photo.heic")
    #expect(run.end == .exited(0), "\(run.errorLines)")
    #expect(try place.files() == ["photo.jpg"])
  }

  @Test("--in-place leaves a link alone that would lead nowhere")
  func inPlaceLinkOtherFormat() async throws {
    let place = try Workplace("photo.heic")
    try await place.shell("ln -s photo.heic link.heic")
    let run = try await place.imgtool("shrink", "--max", "64", "--in-place", "link.heic")
    #expect(run.end == .exited(1))
    #expect(run.errorLines.first?.hasPrefix("imgtool: link.heic: it is a link to ") == true)
    #expect(try place.files() == ["link.heic", "photo.heic"])
    #expect(try place.bytes("photo.heic") == Fixtures.bytes("photo.heic"))
  }

  @Test("--in-place keeps the input where it can't be done")
  func inPlaceDamaged() async throws {
    let place = try Workplace("truncated.jpg")
    let run = try await place.imgtool("shrink", "--max", "64", "--in-place", "truncated.jpg")
    #expect(run.end == .exited(1))
    #expect(try place.bytes("truncated.jpg") == Fixtures.bytes("truncated.jpg"))
    #expect(try place.files() == ["truncated.jpg"])
  }

  @Test("of two inputs that land on one name the first wins, and the other fails and names both")
  func conflict() async throws {
    let place = try Workplace()
    try place.put("photo.jpg", as: "a/same.jpg")
    try place.put("photo.heic", as: "b/same.heic")
    let run = try await place.imgtool(
      "shrink", "--max", "64", "-o", "out", "--json", "a/same.jpg", "b/same.heic")
    #expect(run.end == .exited(1))
    let records = try run.records()
    #expect(records.map(\.status) == ["written", "failed"])
    #expect(records.last?.error?.code == "output-conflict")
    let complaint = run.errorLines.first { $0.hasPrefix("imgtool: b/same.heic: ") } ?? ""
    #expect(complaint.contains("a/same.jpg"))
    #expect(try place.files() == ["a/same.jpg", "b/same.heic", "out/same-64.jpg"])
  }

  @Test("new files follow the umask, and --keep-times keeps the time")
  func modesAndTimes() async throws {
    let place = try Workplace("photo.jpg")
    try await place.shell("touch -d 2020-02-03T04:05:06 photo.jpg; chmod 600 photo.jpg")
    let run = try await place.shell(
      "umask 027; \"$imgtool\" shrink --max 64 --keep-times photo.jpg")
    #expect(run.end == .exited(0), "\(run.errorLines)")
    let before = try FileStatus(of: place.path.appending("photo.jpg"))
    let after = try FileStatus(of: place.path.appending("photo-64.jpg"))
    #expect(after.modified == before.modified)
    #expect(after.permissions.rawValue & 0o777 == 0o640)
  }
}
