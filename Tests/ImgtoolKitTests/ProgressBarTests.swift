import Batch
import Posix
import Testing

@testable import ImgtoolKit

@Suite("ProgressBar")
struct ProgressBarTests {
  @Test(
    "the bar fits the terminal",
    arguments: [
      (80, "[####################....................] 34 of 68, 2 failed"),
      (40, "[#########.........] 34 of 68, 2 failed"),
      (25, "34 of 68, 2 failed"),
      (12, ""),
    ])
  func widths(columns: Int, line: String) {
    let drawn = ProgressBar.line(done: 34, failed: 2, of: 68, columns: columns, color: false)
    #expect(drawn == line)
    #expect(drawn.count < columns)
  }

  @Test("colour marks failures where it is wanted")
  func color() {
    #expect(
      ProgressBar.line(done: 1, failed: 1, of: 2, columns: 80, color: true).hasSuffix(
        ", \u{1B}[31m1 failed\u{1B}[0m"))
    #expect(
      !ProgressBar.line(done: 1, failed: 0, of: 2, columns: 80, color: true).contains("\u{1B}"))
  }

  @Test("the bar is drawn at once, then at most ten times a second and taken away at the end")
  func throttle() {
    let console = RecordingConsole(progressColumns: 40)
    let time = Locked(0.0)
    let bar = ProgressBar(total: 4, console: console) { time.withLock { $0 } }
    for second in [0.05, 0.11, 0.12, 0.3] {
      time.withLock { $0 = second }
      bar.advance(failed: false)
    }
    bar.finish()
    #expect(console.progress.map { $0?.suffix(6) } == ["0 of 4", "2 of 4", "4 of 4", nil])
  }

  @Test("nothing is drawn where nobody watches")
  func unwatched() {
    let console = RecordingConsole()
    let bar = ProgressBar(total: 1, console: console)
    bar.advance(failed: false)
    bar.finish()
    #expect(console.progress.isEmpty)
  }
}
