internal import Batch
internal import Formats
internal import Imaging
internal import Metadata
internal import Posix
internal import TestSupport
internal import Testing

@testable internal import ImgtoolKit

/// What the pool makes of processes that are no honest workers: shells that say what the test wants.
@Suite("Workers that can't be trusted")
struct WorkerPoolTests {
  private let folder = try? TemporaryFolder()

  /// A pool whose workers are ready, take a picture and then do what a line of shell says.
  private func pool(_ line: String, isReady: Bool = true) throws -> WorkerPool {
    let folder = try #require(folder)
    let ready = try folder.write(
      "ready", Self.message(ValueTree(of: WorkerReady(walls: 0, addresses: 1 << 33)).bytes))
    let script = """
      #!/bin/sh
      \(isReady ? "cat '\(ready)' >&3; head -c 4 <&3 >/dev/null" : "")
      \(line)
      """
    let path = try folder.write("script", script.utf8)
    try FileDescriptor(opening: FilePath(path), .read)
      .setPermissions(FilePermissions(rawValue: 0o700))
    // Written by a process of its own: what is open for writing, also in a child that is about to become
    // another program, can't be run.
    let program = folder.file("worker")
    _ = try SpawnedProcess(
      "/bin/cp", ["cp", FilePath(path), FilePath(program)], environment: [], descriptors: []
    ).reap()
    return WorkerPool(program: FilePath(program), isForking: false)
  }

  private static func message(_ bytes: [UInt8]) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: bytes.count >> ($0 * 8)) } + bytes
  }

  /// A line of shell that answers, and leaves a file.
  private func answer(_ made: MadeByWorker, _ bytes: [UInt8]) throws -> String {
    let folder = try #require(folder)
    let reply = WorkReply(result: .made(made), learned: nil)
    let said = try folder.write("reply", Self.message(reply.bytes()))
    let left = try folder.write("left", bytes)
    return "cat '\(said)' '\(left)' >&3; exec sleep 60"
  }

  private static let expected = ExpectedPicture(
    format: .jpeg, size: PixelSize(width: 640, height: 480))
  private static let limits = WorkLimits(
    processorSeconds: 9, addressBytes: 1 << 30, fileBytes: 1 << 20, codecs: [])

  private func render(
    _ pool: WorkerPool, seconds: Double? = 30, _ expected: ExpectedPicture = expected,
    _ limits: WorkLimits = limits
  ) throws(FileError) -> Rendering {
    try pool.rendering(
      Pipeline(recipe: Recipe(), limits: PipelineLimits()), [1, 2, 3], expected, limits,
      Cancellation().token(timeout: seconds))
  }

  private func failure(
    _ pool: WorkerPool, seconds: Double? = 30, _ expected: ExpectedPicture = expected,
    _ limits: WorkLimits = limits
  ) -> FileError.Code? {
    do throws(FileError) {
      _ = try render(pool, seconds: seconds, expected, limits)
      return nil
    } catch {
      return error.code
    }
  }

  private static func made(
    _ change: (inout Rendering) -> Void = { _ in }
  ) throws -> (MadeByWorker, [UInt8]) {
    let bytes = try Fixtures.bytes("photo.jpg")
    var made = Rendering(
      bytes: bytes, format: .jpeg, size: PixelSize(width: 640, height: 480), quality: 80,
      encodes: 1, decodes: 1, isUntouched: false, warnings: [], score: 99)
    change(&made)
    return (MadeByWorker(made), bytes)
  }

  @Test("What is as it is said to be is taken")
  func honest() throws {
    let (made, bytes) = try Self.made()
    let rendering = try render(pool(answer(made, bytes)))
    #expect(rendering.bytes == bytes)
    #expect(rendering.size == PixelSize(width: 640, height: 480))
    #expect(rendering.score == 99)
  }

  @Test("What stays as it was is the input, whatever lies in the output")
  func untouched() throws {
    let (made, bytes) = try Self.made { $0.isUntouched = true }
    #expect(try render(pool(answer(made, bytes))).bytes == [1, 2, 3])
  }

  private static let lies: [@Sendable (inout Rendering) -> Void] = [
    { $0.bytes = [] }, { $0.format = .png }, { $0.size.width = 639 },
    { $0.size.width = -1 }, { $0.quality = 101 }, { $0.quality = -1 }, { $0.encodes = -1 },
    { $0.decodes = .max }, { $0.score = .nan }, { $0.score = 1000 },
    { $0.warnings = [PictureWarning(name: String(repeating: "x", count: 5000), message: "")] },
    { $0.bytes = [UInt8](repeating: 0, count: 2 << 20) },
  ]

  @Test("What can't be so fails the picture", arguments: lies.indices)
  func lie(index: Int) throws {
    let (made, bytes) = try Self.made(Self.lies[index])
    #expect(failure(try pool(answer(made, bytes))) == .damaged)
  }

  @Test("A picture that is not the one wanted fails, however true what is said of it")
  func other() throws {
    // What a worker that was taken over might hand out in place of the next picture.
    let others: [(String, (inout Rendering) -> Void)] = [
      ("quadrants.png", { $0.format = .png }),
      ("orientation-1.jpg", { $0.size = PixelSize(width: 48, height: 32) }),
      ("photo.jpg", { ($0.isUntouched, $0.format) = (true, .png) }),
      ("photo.jpg", { ($0.isUntouched, $0.size.width) = (true, 64) }),
    ]
    for (name, change) in others {
      let bytes = try Fixtures.bytes(name)
      let (made, _) = try Self.made {
        $0.bytes = bytes
        change(&$0)
      }
      #expect(failure(try pool(answer(made, bytes))) == .damaged)
    }
  }

  @Test("A picture that lies on its side, is over the budget, or tells a place, fails")
  func promises() throws {
    let (made, bytes) = try Self.made()
    var small = Self.expected
    small.mostBytes = bytes.count - 1
    #expect(failure(try pool(answer(made, bytes)), small) == .damaged)
    small.mostBytes = bytes.count
    #expect(failure(try pool(answer(made, bytes)), small) == nil)
    let safe = ExpectedPicture(
      format: .jpeg, size: PixelSize(width: 640, height: 480), metadata: .safe)
    #expect(failure(try pool(answer(made, bytes)), safe) == .damaged)
    let turned = ExpectedPicture(format: .jpeg, size: PixelSize(width: 48, height: 32))
    let lying = try Fixtures.bytes("orientation-6.jpg")
    let (side, _) = try Self.made {
      ($0.bytes, $0.size) = (lying, PixelSize(width: 48, height: 32))
    }
    #expect(failure(try pool(answer(side, lying)), turned) == .damaged)
  }

  @Test("A worker that does nothing more, or goes on for ever, is given up without a time limit")
  func hung() throws {
    var limits = Self.limits
    limits.idleSeconds = 0.3
    #expect(failure(try pool("exec sleep 60"), seconds: nil, Self.expected, limits) == .timeout)
    limits.idleSeconds = 60
    limits.wallSeconds = 0.5
    #expect(
      failure(try pool("while :; do :; done"), seconds: nil, Self.expected, limits) == .timeout)
    // Half a file.
    let (made, bytes) = try Self.made()
    let half = try answer(made, Array(bytes.prefix(1000)))
    #expect(failure(try pool(half), seconds: nil, Self.expected, limits) != nil)
  }

  @Test("A file that is no picture fails the picture")
  func noPicture() throws {
    let (made, bytes) = try Self.made()
    #expect(failure(try pool(answer(made, bytes.map { _ in 7 }))) == .damaged)
  }

  @Test(
    "A worker that dies fails its picture, and the next one gets another worker",
    arguments: [
      ("kill -SEGV $$", .damaged), ("kill -KILL $$", .damaged), ("exit 0", .damaged),
      ("kill -24 $$", .timeout), ("printf '\\003\\000\\000\\000zzz' >&3", .damaged),
    ] as [(String, FileError.Code)])
  func death(line: String, code: FileError.Code) throws {
    let pool = try pool(line)
    #expect(failure(pool) == code)
    #expect(failure(pool) == code)
  }

  @Test(
    "A worker that says nothing, or half of it, is out of time",
    arguments: ["exec sleep 60", "printf '\\003\\000\\000\\000z' >&3; exec sleep 60"])
  func silence(line: String) throws {
    #expect(failure(try pool(line), seconds: 0.5) == .timeout)
  }

  @Test("A worker that can't be started is not the picture's fault")
  func unready() throws {
    #expect(failure(WorkerPool(program: "/nowhere")) == .internal)
    #expect(failure(try pool("exit 2", isReady: false)) == .internal)
  }

  @Test("Nothing is made any more once the pool is closed")
  func closed() throws {
    let (made, bytes) = try Self.made()
    let pool = try pool(answer(made, bytes))
    pool.close()
    #expect(failure(pool) == .cancelled)
  }
}
