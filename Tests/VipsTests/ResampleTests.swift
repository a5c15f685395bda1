import Dispatch
import Pixels
import Synchronization
import Testing

@testable import Vips

@Suite("Resampling")
struct ResampleTests {
  @Test(
    "resize multiplies the sides and rounds to the nearest pixel",
    arguments: [(0.5, 50, 30), (0.333, 33, 20), (1.27, 127, 76), (1, 100, 60)])
  func resizes(scale: Double, width: Int, height: Int) throws {
    let image = try Pictures.photo(width: 100, height: 60).resize(scale: scale)
    #expect(image.width == width)
    #expect(image.height == height)
    #expect(try image.samples().count == width * height * 3)
  }

  @Test("resize multiplies the height by a factor of its own")
  func resizesHeight() throws {
    let image = try Pictures.photo(width: 100, height: 60).resize(scale: 0.5, vscale: 0.25)
    #expect(image.width == 50)
    #expect(image.height == 15)
  }

  @Test("resize by nothing or less throws", arguments: [-1.0, .nan, .infinity])
  func refusesScale(scale: Double) throws {
    let image = try Pictures.photo(width: 10, height: 10)
    #expect(throws: VipsError.self) { try image.resize(scale: scale) }
  }

  @Test("pictures that are reduced side by side come out as each does alone")
  func reducesSideBySide() throws {
    let image = try Pictures.photo(width: 64, height: 64)
    let alone = try image.reduce(horizontally: 1.7, vertically: 1.7).samples()
    let wrong = Mutex(0)
    // Code that is made and thrown away by several threads at once used to break the heap, in one
    // run of a few at this number.
    DispatchQueue.concurrentPerform(iterations: 2000) { _ in
      let samples = try? image.reduce(horizontally: 1.7, vertically: 1.7).samples()
      if samples != alone { wrong.withLock { $0 += 1 } }
    }
    #expect(wrong.withLock { $0 } == 0)
  }

  @Test("every kernel makes pixels of its own", arguments: [true, false])
  func kernels(reduces: Bool) throws {
    let image = try Pictures.photo(width: 64, height: 64)
    let results = try VipsImage.Kernel.allCases.map { kernel in
      reduces
        ? try image.reduce(horizontally: 1.7, vertically: 1.7, kernel: kernel).samples()
        : try image.resize(scale: 0.6, kernel: kernel).samples()
    }
    #expect(Set(results).count == VipsImage.Kernel.allCases.count)
    let unasked =
      try reduces
      ? image.reduce(horizontally: 1.7, vertically: 1.7).samples()
      : image.resize(scale: 0.6).samples()
    #expect(
      try unasked == #require(results.last), "lanczos3 is the one unless another is asked for")
  }

  @Test("lanczos3 swings over at an edge, linear does not")
  func overshoot() throws {
    let rows = Array(
      repeating: Array(repeating: UInt8(60), count: 32) + Array(repeating: 200, count: 32), count: 8
    )
    let image = try Pictures.bytes(rows.flatMap(\.self), width: 64, height: 8, bands: 1)
    #expect(try image.resize(scale: 0.6, kernel: .lanczos3).max() > 200)
    #expect(try image.resize(scale: 0.6, kernel: .linear).max() == 200)
  }

  @Test("the gap decides how much of the way boxes go")
  func gap() throws {
    let image = try Pictures.photo(width: 300, height: 300)
    let kernelAlone = try image.resize(scale: 0.1, gap: 0).samples()
    let boxesFirst = try image.resize(scale: 0.1, gap: 1).samples()
    #expect(kernelAlone != boxesFirst)
    #expect(try image.resize(scale: 0.1).samples() == image.resize(scale: 0.1, gap: 2).samples())
  }

  @Test("reduce divides each side by its factor")
  func reduces() throws {
    let image = try Pictures.photo(width: 90, height: 40).reduce(horizontally: 3, vertically: 2.5)
    #expect(image.width == 30)
    #expect(image.height == 16)
  }

  @Test("shrink averages boxes")
  func shrinks() throws {
    let image = try Pictures.bytes(
      [10, 20, 50, 70, 30, 40, 90, 110], width: 4, height: 2, bands: 1)
    #expect(try image.shrink(horizontally: 2, vertically: 2).samples() == [25, 80])
  }

  @Test("shrink rounds to the nearest size, or up", arguments: [(false, 2), (true, 3)])
  func shrinkEdges(roundingUp: Bool, width: Int) throws {
    let image = try Pictures.bytes([1, 1, 1, 2, 2, 2, 3], width: 7, height: 1, bands: 1)
    let small = try image.shrink(horizontally: 3, vertically: 1, roundingUp: roundingUp)
    #expect(try small.samples() == Array([1, 2, 3].prefix(width)))
  }
}
