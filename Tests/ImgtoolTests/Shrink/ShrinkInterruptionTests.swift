internal import Foundation
internal import Posix
internal import TestSupport
internal import Testing
internal import Vips

@Suite("shrink: whole pictures or none", .serialized)
struct ShrinkInterruptionTests {
  /// A folder of pictures that take a while, and the number of them.
  private func batch() throws -> (Workplace, count: Int) {
    let place = try Workplace()
    let large = try VipsImage.loadJPEG(Fixtures.bytes("photo.jpg"), access: .random)
      .resize(scale: 4).saveJPEG(quality: 80)
    let count = 300
    for number in 1...count { try place.put(large, as: FilePath("in/\(number).jpg")) }
    return (place, count)
  }

  /// Runs the batch, and sends a signal when the first picture is written.
  private func run(_ place: Workplace, until signal: Int32) async throws -> ChildProcess.End {
    let child = try place.start(["shrink", "--max", "1000", "-o", "out", "-j", "2", "in"])
    let folder = place.path.appending("out")
    child.send(signal) { (try? FolderListing.entries(of: folder).isEmpty) == false }
    return try await child.result().end
  }

  private func outputs(of place: Workplace) throws -> [FilePath] {
    try place.files().filter { $0.description.hasPrefix("out/") }
  }

  @Test(
    "an interrupted batch keeps what is finished, leaves nothing of the rest, and tells by its status",
    arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
  func interrupted(signal: Int32, status: Int32) async throws {
    let (place, count) = try batch()
    let end = try await run(place, until: signal)
    #expect(end == .exited(status) || end == .killed(by: signal))
    try expectWholePictures(place, fewerThan: count)
  }

  @Test("a batch that is killed leaves whole pictures and nothing else")
  func killed() async throws {
    let (place, count) = try batch()
    #expect(try await run(place, until: SIGKILL) == .killed(by: SIGKILL))
    try expectWholePictures(place, fewerThan: count)
  }

  private func expectWholePictures(_ place: Workplace, fewerThan count: Int) throws {
    let outputs = try outputs(of: place)
    #expect(!outputs.isEmpty)
    #expect(outputs.count < count)
    for output in outputs {
      #expect(output.description.hasSuffix("-1000.jpg"))
      #expect(try place.picture(output).size == [1000, 750], "\(output)")
    }
  }

  @Test(
    "a full disk fails the files that don't fit, whole ones stay, and nothing is left of the others",
    .enabled(if: Machine.canMount))
  func fullDisk() async throws {
    let place = try Workplace()
    for number in 1...6 { try place.put("photo.jpg", as: FilePath("in/\(number).jpg")) }
    let run = try await place.shell(
      """
      mkdir small found
      \(Machine.unshare) sh -c '
        mount -t tmpfs -o size=100k tmpfs small
        "$imgtool" shrink --max 600 -q 90 --json -j 1 -o small in
        echo $? >status
        cp -a small/. found'
      """)
    let status = try String(decoding: place.bytes("status"), as: UTF8.self)
    #expect(status == "1\n")
    let records = try run.records()
    let written = records.filter { $0.status == "written" }.count
    #expect(records.count == 6)
    #expect((1..<6).contains(written))
    #expect(
      records.compactMap { $0.error?.code } == Array(repeating: "write-failed", count: 6 - written))
    let found = try place.files().filter { $0.description.hasPrefix("found/") }
    #expect(found.count == written)
    for picture in found { #expect(try place.picture(picture).size == [600, 450]) }
  }

  @Test("a folder that can't be written to fails its file", .enabled(if: !Machine.isRoot))
  func readOnlyFolder() async throws {
    let place = try Workplace("photo.jpg")
    try await place.shell("mkdir closed; chmod 500 closed")
    let run = try await place.imgtool("shrink", "--json", "-o", "closed", "photo.jpg")
    #expect(run.end == .exited(1))
    #expect(try run.records().map { $0.error?.code } == ["write-failed"])
    try await place.shell("chmod 700 closed")
  }
}
