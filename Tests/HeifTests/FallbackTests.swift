import Testing

@testable import Heif

@Suite("Which decoder comes after one that failed")
struct FallbackTests {
  private static let decoderFailed = HeifError(
    .damaged, "decoder", code: 7, subcode: 0)

  /// Runs a list of decoders of which each fails with its error, and tells which were tried.
  private func tried(
    _ installed: [String], startingWith preferred: String? = nil, failures: [String: HeifError]
  ) -> (names: [String?], result: Result<String, HeifError>) {
    var names: [String?] = []
    let result = Result { () throws(HeifError) in
      try Fallback.first(of: installed, startingWith: preferred) {
        name throws(HeifError) -> String in
        names.append(name)
        if let failure = failures[name ?? ""] { throw failure }
        return name ?? "the library's choice"
      }
    }
    return (names, result)
  }

  @Test("the best is tried first, and alone when it succeeds")
  func best() {
    let (names, result) = tried(["ffmpeg", "libde265"], failures: [:])
    #expect(names == ["ffmpeg"])
    #expect(result == .success("ffmpeg"))
  }

  @Test("a wish comes before the best")
  func wish() {
    let (names, _) = tried(
      ["ffmpeg", "libde265"], startingWith: "libde265", failures: ["libde265": Self.decoderFailed])
    #expect(names == ["libde265", "ffmpeg"])
  }

  @Test(
    "the next is tried where it may do better",
    arguments: [
      decoderFailed, HeifError(.unsupported, ""), HeifError(.codecMissing, ""),
      HeifError(.other, ""),
    ])
  func next(failure: HeifError) {
    let (names, result) = tried(["ffmpeg", "libde265"], failures: ["ffmpeg": failure])
    #expect(names == ["ffmpeg", "libde265"])
    #expect(result == .success("libde265"))
  }

  @Test(
    "none is tried where it can't",
    arguments: [
      HeifError(.damaged, "the file is cut", code: 2, subcode: 100), HeifError(.tooLarge, ""),
      HeifError(.cancelled, ""),
    ])
  func end(failure: HeifError) {
    let (names, result) = tried(["ffmpeg", "libde265"], failures: ["ffmpeg": failure])
    #expect(names == ["ffmpeg"])
    #expect(result == .failure(failure))
  }

  @Test("when all fail, damage is what is told")
  func allFail() {
    let lacking = HeifError(.unsupported, "4:2:2")
    let (_, result) = tried(
      ["ffmpeg", "libde265"], failures: ["ffmpeg": lacking, "libde265": Self.decoderFailed])
    #expect(result == .failure(Self.decoderFailed))
    let (_, other) = tried(
      ["ffmpeg", "libde265"], failures: ["ffmpeg": Self.decoderFailed, "libde265": lacking])
    #expect(other == .failure(Self.decoderFailed))
  }

  @Test("without a list the library chooses")
  func noList() {
    let (names, result) = tried([], failures: [:])
    #expect(names == [nil])
    #expect(result == .success("the library's choice"))
  }
}
