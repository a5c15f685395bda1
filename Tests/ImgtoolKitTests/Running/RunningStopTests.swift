import Batch
import Imaging
import ImgtoolKit
import Posix
import TestSupport
import Testing

extension RunningTests {
  @Suite("Stopping")
  struct Stopping {
    /// A picture that looks sound until its pixels are read, among others.
    private func batch() throws -> PictureBatch {
      let batch = try PictureBatch("photo.jpg", "quadrants.png", "lossy.webp")
      var broken = try Fixtures.bytes("quadrants.png")
      // Pixel data that is none, under a checksum that nobody but a decoder looks at.
      let data = try #require(broken.firstRange(of: Array("IDAT".utf8)))
      for place in data.upperBound..<data.upperBound + 20 { broken[place] ^= 0x5A }
      try batch.folder.write("broken.png", broken)
      return batch
    }

    private let names = ["photo.jpg", "broken.png", "quadrants.png", "lossy.webp"]

    @Test("the first failure ends the run where that is asked for; the records tell of the rest")
    func failFast() throws {
      let batch = try batch()
      let run = try batch.run(names) { $0.failsFast = true }
      #expect(run.status == .failure)
      let records = try run.records()
      #expect(records.map(\.name) == names)
      #expect(records.map(\.status) == ["written", "failed", "failed", "failed"])
      #expect(records.map(\.error?.code) == [nil, "damaged", "cancelled", "cancelled"])
      #expect(
        try batch.names() == [
          "broken.png", "lossy.webp", "photo-24.jpg", "photo.jpg", "quadrants.png",
        ])
    }

    @Test("in text only the failure itself is told")
    func failFastText() throws {
      let batch = try batch()
      let run = try batch.run(names) { ($0.failsFast, $0.style.isJSON) = (true, false) }
      #expect(run.lines.count == 1)
      #expect(run.complaints.count == 2, "the failure and the summary")
      #expect(run.complaints.first?.contains("broken.png: ") == true)
      #expect(run.complaints.last?.contains("1 done") == true)
      #expect(run.complaints.last?.contains("3 failed") == true)
    }

    @Test("without that all others are made")
    func failSlow() throws {
      let run = try batch().run(names)
      #expect(try run.records().map(\.status) == ["written", "failed", "written", "written"])
    }

    @Test("a failure that shows before any work ends the run as well")
    func failFastEarly() throws {
      let run = try batch().run(["missing.jpg"] + names) { $0.failsFast = true }
      #expect(
        try run.records().map(\.error?.code) == [
          "not-found", "cancelled", "cancelled", "cancelled", "cancelled",
        ])
    }

    @Test(
      "a run that is stopped before it starts makes nothing, and its status tells by whom",
      arguments: [(.interrupted, .interrupted), (.terminated, .terminated)]
        as [(CancellationReason, ImgtoolKit.ExitStatus)])
    func cancelled(reason: CancellationReason, status: ImgtoolKit.ExitStatus) throws {
      let batch = try batch()
      let before = try batch.names()
      let cancellation = Cancellation()
      cancellation.cancel(reason)
      let run = try batch.run(names, cancellation: cancellation) { $0.jobs = 3 }
      #expect(run.status == status)
      #expect(try batch.names() == before)
      #expect(
        try run.records().map(\.error?.code) == Array(repeating: "cancelled", count: names.count))
      #expect(try run.records().map(\.name) == names)
    }

    @Test("who stops a run is not told in text what is left undone")
    func cancelledText() throws {
      let cancellation = Cancellation()
      cancellation.cancel(.interrupted)
      let run = try batch().run(names, cancellation: cancellation) { $0.style.isJSON = false }
      #expect(run.lines.isEmpty)
      #expect(run.complaints.count == 1)
    }
  }
}
