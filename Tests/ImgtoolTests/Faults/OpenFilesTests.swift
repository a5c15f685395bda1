internal import Posix
internal import Testing

@Suite("Room for open files")
struct OpenFilesTests {
  @Test("too little is said in one line, and nothing is done", arguments: [5, 8, 11, 15])
  func tooFew(count: Int) async throws {
    let place = try Workplace("photo.jpg")
    let run = try await place.shell(
      "ulimit -n \(count); exec \"$imgtool\" shrink --in-place --max 24 photo.jpg")
    #expect(run.end == .exited(2))
    #expect(
      run.errorLines == [
        "imgtool: no more than \(count) files may be open at once, and 16 are needed; "
          + "'ulimit -n 16' allows them"
      ])
    #expect(try place.picture("photo.jpg").size == [640, 480])
  }

  @Test("a limit that may be raised is")
  func raised() async throws {
    let place = try Workplace("photo.jpg")
    let run = try await place.shell(
      "ulimit -S -n 10; exec \"$imgtool\" shrink --in-place --max 24 photo.jpg")
    #expect(run.end == .exited(0), "\(run.errorLines)")
  }

  @Test("is shared out among many jobs")
  func manyJobs() async throws {
    let place = try Workplace()
    for number in 0..<24 { try place.put("rgba.png", as: FilePath("in/\(number).png")) }
    let run = try await place.shell(
      "ulimit -n 64; exec \"$imgtool\" convert --to webp -j 16 --no-cache -o out in")
    #expect(run.end == .exited(0), "\(run.errorLines)")
    #expect(try place.files().count == 48)
  }
}
