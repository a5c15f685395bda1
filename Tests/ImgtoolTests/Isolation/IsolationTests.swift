internal import Foundation
internal import Posix
internal import TestSupport
internal import Testing
internal import Vips

@Suite("--isolate")
struct IsolationTests {
  private static let fixtures = [
    "photo.jpg", "photo.heic", "rgba.png", "orientation-6.jpg", "progressive.jpg", "p3.jpg",
    "pages.tif", "truncated.heic", "truncated.jpg",
  ]

  @Test(
    "makes the same bytes and says the same",
    arguments: [
      "shrink --max 100", "shrink --max 20,300,100 --format jpeg,avif",
      "shrink --max 90 --format heic --score", "upload-prep --under 4kB",
      "upload-prep --total-under 40kB", "jpeg", "heic", "convert --to png --all-images",
      "convert --to avif --metadata safe", "shrink --max 100 --fail-on-loss alpha,frames",
    ])
  func equal(command: String) async throws {
    let place = try Workplace()
    for fixture in Self.fixtures { try place.put(fixture, as: FilePath("in/\(fixture)")) }
    var runs: [[String]] = []
    for more in ["", "--isolate"] {
      let run = try await place.shell(
        """
        mkdir run && cd run && cp -r ../in . &&
        "$imgtool" \(command) --no-cache --json \(more) -o out in; echo "status $?"
        find out -type f -exec cksum {} + | sort; cd .. && rm -r run
        """)
      let lines = run.text.replacing(/"seconds": [0-9.]+/, with: "") + "\n"
      let errors = run.errorLines.filter { !$0.contains(" done (") }
      runs.append(lines.split(separator: "\n").map(String.init) + errors)
    }
    #expect(runs[0] == runs[1])
    #expect(runs[0].count > 3)
  }

  @Test("keeps what was made in the cache, and finds it there")
  func cache() async throws {
    let place = try Workplace("photo.jpg")
    for (more, status) in [("--isolate", "written"), ("--quiet", "cached")] {
      let run = try await place.imgtool(
        "shrink", "--max", "50", "--json", "-o", "\(status)", "\(more)", "photo.jpg")
      #expect(try run.records().map(\.status) == [status])
    }
  }

  #if os(Linux)
    /// A picture that keeps an encoder busy for seconds, and two that don't.
    private func workplace() throws -> Workplace {
      let place = try Workplace("p3.jpg", "rgba.png")
      let large = try VipsImage.loadJPEG(Fixtures.bytes("photo.jpg"), access: .random)
        .resize(scale: 4).saveJPEG(quality: 90)
      try place.put(large, as: "a-large.jpg")
      return place
    }

    private func start(_ place: Workplace, _ more: Argument...) throws -> ChildProcess {
      try place.start(
        ["heic", "--effort", "9", "-j", "1", "--isolate", "--json", "-o", "out"] + more,
        environment: ["SECRET": "x"])
    }

    /// A worker of a run that was at work, and is stopped there.
    private func worker(of run: ChildProcess) async throws -> WorkerProcess {
      let number = run.number
      // A thread of its own, as those of tests may be busy until the work is done.
      let found: WorkerProcess? = await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          continuation.resume(returning: WorkerProcess.stoppedAtWork(of: number))
        }
      }
      guard let found else { throw ChildProcess.Failure(description: "no worker came to work") }
      return found
    }

    @Test(
      "fails one picture where a worker dies, and makes the others",
      arguments: [(SIGSEGV, "damaged"), (SIGKILL, "damaged"), (SIGXCPU, "timeout")])
    func death(signal: Int32, code: String) async throws {
      let place = try workplace()
      let run = try start(place)
      let worker = try await worker(of: run)
      kill(worker.number, signal)
      kill(worker.number, SIGCONT)
      let result = try await run.result()
      let records = try result.records()
      #expect(records.map(\.status) == ["failed", "written", "written"])
      #expect(records.first?.error?.code == code)
      #expect(result.end == .exited(1))
      #expect(try place.files().filter { $0.description.hasPrefix("out/") }.count == 2)
    }

    @Test("ends the work on a picture at its time limit, wherever it is")
    func timeout() async throws {
      let place = try workplace()
      let run = try await start(place, "--timeout", "0.7").result()
      // What is quick as a rule may be slow on a busy machine.
      let records = try run.records()
      #expect(records.count == 3)
      #expect(records.first?.error?.code == "timeout")
      #expect(records.allSatisfy { $0.error?.code ?? "timeout" == "timeout" })
      #expect(try place.files().filter { $0.description.hasPrefix("out/") }.count < 3)
    }

    @Test("gives a worker a line and a pipe, no secrets, and no way out")
    func confined() async throws {
      let place = try workplace()
      let run = try start(place)
      let worker = try await worker(of: run)
      #expect(worker.isShutOff)
      // The process that workers are copies of has one thread, and so had they when they shut themselves off.
      let nurseries = WorkerProcess.children(of: run.number).filter { !$0.isShutOff }
      #expect(nurseries.map(\.threads) == [1])
      // Beyond those, what threads wake each other by.
      #expect(worker.descriptors.prefix(5) == [0, 1, 2, 3, 4])
      #expect(worker.variables.contains("SWIFT_BACKTRACE"))
      #expect(!worker.variables.contains("SECRET"))
      #expect(!worker.variables.contains("HOME"))
      kill(worker.number, SIGKILL)
      #expect(try await run.result().end == .exited(1))
      #expect(try place.files().count > 3)
    }

    @Test("walls that stand keep a worker from files and programs")
    func walls() async throws {
      let place = try Workplace()
      let run = try await place.imgtool("--isolated-worker-trial", ".")
      #expect(run.end == .exited(0))
      let lines = run.text.split(separator: "\n")
      let walls = lines.first.flatMap { Int($0.dropFirst("walls ".count)) } ?? 0
      // One of the two is in every kernel of these years, unless a container forbids them.
      guard walls & 6 != 0 else { return }
      let kept = ["read", "create", "rename", "remove"].map { "\($0) refused" }
      #expect(lines[1...4].map(String.init) == kept)
      #expect(walls & 4 == 0 || lines[5] == "start refused")
      #expect(try place.files() == ["before"])
    }

    @Test("the wall around files counts only where it stands around every thread")
    func crowd() async throws {
      let place = try Workplace()
      let run = try await place.imgtool("--isolated-worker-trial", ".", "crowd")
      #expect(run.end == .exited(0))
      let walls = run.text.split(separator: "\n").first.flatMap { Int($0.dropFirst(6)) }
      #expect(walls.map { $0 & 2 } == 0)
      // The other one stands around all.
      #expect(walls.map { $0 & 4 } == 0 || run.text.contains("read refused"))
    }

    @Test("leaves no worker behind, however the run ends", arguments: [SIGINT, SIGTERM, SIGKILL])
    func ends(signal: Int32) async throws {
      let place = try workplace()
      let run = try start(place)
      let worker = try await worker(of: run)
      kill(run.number, signal)
      let end = try await run.result().end
      #expect(end == .killed(by: signal) || end == .exited(128 + signal))
      for _ in 0..<1000 where worker.isThere { try await Task.sleep(for: .milliseconds(10)) }
      #expect(!worker.isThere)
      #expect(try place.files().filter { $0.description.hasPrefix("out/") } == [])
    }
  #endif
}
