import Batch
import Imaging
import ImgtoolKit
import Metadata
import Posix
import TestSupport
import Testing

extension RunningTests {
  @Suite("Under a total")
  struct Totals {
    private static let fixtures = [
      "photo.heic", "progressive.jpg", "p3.jpg", "rgba.png", "gray.jpg", "cmyk.jpg", "lossy.webp",
    ]

    private func batch() throws -> PictureBatch {
      let batch = try PictureBatch()
      for fixture in Self.fixtures { try batch.put(fixture) }
      return batch
    }

    private func run(
      _ batch: PictureBatch, _ total: TotalBudget, _ budget: ByteBudget = ByteBudget(bytes: 1),
      _ names: [String] = fixtures, cancellation: Cancellation = Cancellation(),
      _ change: (inout PictureBatch.Choices) -> Void = { _ in }
    ) throws -> PictureBatch.Result {
      try batch.run(names, cancellation: cancellation) { settings in
        settings.recipe = Recipe(metadata: .safe, budget: budget)
        settings.total = total
        change(&settings)
      }
    }

    /// The bytes of what was made.
    private func outputs(_ batch: PictureBatch) throws -> [String: [UInt8]] {
      let names = try batch.names().filter { $0.contains("-24.") }
      return try Dictionary(uniqueKeysWithValues: names.map { ($0, try batch.bytes($0)) })
    }

    private func sum(_ outputs: [String: [UInt8]]) -> Int {
      outputs.values.reduce(0) { $0 + $1.count }
    }

    @Test(
      "the sum of all outputs is never above it, and not far below where there is more to have",
      arguments: [2500, 5000, 8000, 12_000, 20_000, 33_333, 50_000, 80_000, 1_000_000])
    func under(bytes: Int) throws {
      let batch = try batch()
      let run = try run(batch, TotalBudget(bytes: bytes))
      let records = try run.records()
      #expect(run.status == .success, "\(run.complaints)")
      let outputs = try outputs(batch)
      #expect(outputs.count == Self.fixtures.count)
      #expect(sum(outputs) <= bytes)
      #expect(records.compactMap(\.bytesOut).reduce(0, +) == sum(outputs))
      // Of files that are mostly headers too little is foretold.
      let decodes = bytes < 10_000 ? 5 : 2
      #expect(records.allSatisfy { $0.decodes <= decodes }, "to foretell it, and to make it")
      if bytes < 50_000 { #expect(sum(outputs) * 4 > bytes * 3) }
      let qualities = records.filter { $0.status == "written" }.compactMap(\.quality)
      #expect((qualities.max() ?? 0) - (qualities.min() ?? 0) <= 10, "\(qualities)")
    }

    @Test("all are as they would be alone where they all fit")
    func roomy() throws {
      let batch = try batch()
      _ = try run(batch, TotalBudget(bytes: 1_000_000))
      let together = try outputs(batch)
      let alone = try self.batch()
      _ = try alone.run(Self.fixtures) {
        $0.recipe = Recipe(metadata: .safe, budget: ByteBudget(bytes: 1_000_000))
      }
      #expect(try outputs(alone) == together)
    }

    @Test(
      "neither the number of jobs nor room for what was measured changes a byte",
      arguments: [3000, 30_000])
    func independent(bytes: Int) throws {
      let changes: [@Sendable (inout PictureBatch.Choices) -> Void] = [
        { $0.jobs = 1 }, { $0.jobs = 4 }, { $0.memory = MemoryBudget(limit: 0) },
      ]
      let made = try changes.map { change in
        let batch = try batch()
        let run = try run(batch, TotalBudget(bytes: bytes)) { change(&$0) }
        #expect(run.status == .success)
        return try outputs(batch)
      }
      #expect(made[0] == made[1] && made[1] == made[2])
    }

    @Test("finer steps come nearer, and qualities differ by one of them at most")
    func fine() throws {
      let batch = try batch()
      let run = try run(batch, TotalBudget(bytes: 33_333), ByteBudget(bytes: 1, step: 1))
      let outputs = try outputs(batch)
      #expect(sum(outputs) <= 33_333 && sum(outputs) > 32_500)
      let qualities = try run.records().filter { $0.status == "written" }.compactMap(\.quality)
      #expect((qualities.max() ?? 0) - (qualities.min() ?? 0) <= 1, "\(qualities)")
    }

    @Test("below the lowest quality all are scaled down alike")
    func scaled() throws {
      let batch = try batch()
      let run = try run(
        batch, TotalBudget(bytes: 6000), ByteBudget(bytes: 1, minimumQuality: 50),
        ["photo.heic", "progressive.jpg"])
      let records = try run.records()
      #expect(records.map(\.quality) == [50, 50])
      let widths = records.compactMap(\.width)
      #expect(widths.allSatisfy { $0 < 640 })
      #expect(Double(widths.min() ?? 0) / Double(widths.max() ?? 1) > 0.93, "\(widths)")
      #expect(sum(try outputs(batch)) <= 6000)
    }

    @Test("each has a limit of its own as well, where one is given")
    func each() throws {
      let batch = try batch()
      _ = try run(batch, TotalBudget(bytes: 40_000, each: 10_000))
      let outputs = try outputs(batch)
      #expect(outputs.count == Self.fixtures.count && sum(outputs) <= 40_000)
      #expect(outputs.values.allSatisfy { $0.count <= 10_000 })
    }

    @Test(
      "one that is too small fails every input, and nothing is written",
      arguments: [(1, false), (6, false), (300, false), (5000, true)])
    func tooSmall(bytes: Int, keepsSize: Bool) throws {
      let batch = try batch()
      let before = try batch.names()
      let run = try run(
        batch, TotalBudget(bytes: bytes), ByteBudget(bytes: 1, keepsSize: keepsSize))
      #expect(run.status == .failure)
      let records = try run.records()
      #expect(records.map(\.name) == Self.fixtures)
      #expect(records.allSatisfy { $0.error?.code == "over-budget" })
      #expect(records.allSatisfy { $0.error?.message.contains("\(bytes) bytes") == true })
      #expect(try batch.names() == before)
    }

    @Test("what fails takes nothing from the others")
    func failures() throws {
      let batch = try batch()
      try batch.folder.write("broken.jpg", Fixtures.bytes("progressive.jpg").prefix(9000))
      let names = ["broken.jpg", "missing.jpg"] + Self.fixtures
      let run = try run(batch, TotalBudget(bytes: 20_000), ByteBudget(bytes: 1), names)
      let records = try run.records()
      #expect(records.map(\.error?.code).prefix(2) == ["damaged", "not-found"])
      #expect(records.dropFirst(2).allSatisfy { $0.error == nil })
      let alone = try self.batch()
      _ = try self.run(alone, TotalBudget(bytes: 20_000))
      #expect(try outputs(batch).keys == outputs(alone).keys)
      #expect(sum(try outputs(batch)) <= 20_000)
    }

    @Test("the first failure ends the run where that is asked for, and nothing is written")
    func failFast() throws {
      let batch = try batch()
      try batch.folder.write("broken.jpg", Fixtures.bytes("progressive.jpg").prefix(9000))
      for broken in ["broken.jpg", "missing.jpg"] {
        let run = try run(
          batch, TotalBudget(bytes: 20_000), ByteBudget(bytes: 1), [broken] + Self.fixtures
        ) { $0.failsFast = true }
        #expect(run.status == .failure)
        let codes = try run.records().map(\.error?.code)
        #expect(codes.first != "cancelled")
        #expect(codes.dropFirst().allSatisfy { $0 == "cancelled" })
        #expect(try outputs(batch).isEmpty)
      }
    }

    @Test("a run that is stopped before it begins writes nothing")
    func stopped() throws {
      let batch = try batch()
      let cancellation = Cancellation()
      cancellation.cancel(.interrupted)
      let run = try run(batch, TotalBudget(bytes: 20_000), cancellation: cancellation)
      #expect(try run.records().allSatisfy { $0.error?.code == "cancelled" })
      #expect(try outputs(batch).isEmpty)
    }

    @Test("what is there already and stays counts")
    func skipped() throws {
      let batch = try batch()
      try batch.folder.write("p3-24.jpg", [UInt8](repeating: 0, count: 15_000))
      let run = try run(batch, TotalBudget(bytes: 20_000)) {
        $0.existing.skipsExisting = true
      }
      #expect(try run.records().map(\.status).contains("skipped"))
      #expect(sum(try outputs(batch)) <= 20_000)
    }

    @Test("a dry run measures nothing and writes nothing")
    func dry() throws {
      let batch = try batch()
      let run = try run(batch, TotalBudget(bytes: 1)) { $0.isDryRun = true }
      #expect(try run.records().allSatisfy { $0.status == "planned" && $0.decodes == 0 })
      #expect(try outputs(batch).isEmpty)
    }

    @Test("in place too the sum is kept to, what stays as it is counted")
    func inPlace() throws {
      let batch = try batch()
      let run = try batch.run(Self.fixtures, to: .inPlace) {
        $0.recipe = Recipe(metadata: .safe, budget: ByteBudget(bytes: 1))
        $0.total = TotalBudget(bytes: 30_000)
      }
      #expect(run.status == .success, "\(run.complaints)")
      let names = try batch.names()
      #expect(names.count == Self.fixtures.count)
      #expect(try names.reduce(0) { try $0 + batch.bytes($1).count } <= 30_000)
    }
  }
}
