import Pixels
import Synchronization
import Testing

@testable import Vips

@Suite("Cancelling")
struct CancellationTests {
  @Test("an evaluation that nobody cancels goes through")
  func uncancelled() throws {
    let image = try Pictures.photo(width: 50, height: 50)
    #expect(try image.cancellable { false }.rotate(.d90).samples() == image.rotate(.d90).samples())
  }

  @Test("an evaluation that was cancelled before it began throws")
  func before() throws {
    let image = try Pictures.photo(width: 50, height: 50).cancellable { true }
    #expect(throws: VipsError.self) { try image.pixels() }
    #expect(throws: VipsError.self) { try image.resize(scale: 0.5).pixels() }
  }

  @Test("an evaluation that is cancelled on the way throws, and so does every later one")
  func onTheWay() throws {
    let questions = Mutex(0)
    var result = try Pictures.photo(width: 300, height: 4000).cancellable {
      questions.withLock { count in
        count += 1
        return count > 1
      }
    }
    // Work that takes longer than it can take for the question to be asked again.
    for _ in 0..<20 { result = try result.power([1.01]) }
    #expect(throws: VipsError.self) { try result.pixels() }
    #expect(questions.withLock { $0 } > 1)
    #expect(throws: VipsError.self) { try result.pixels() }
  }

  private static let savers: [@Sendable (VipsImage) throws -> [UInt8]] = [
    { try $0.saveJPEG(quality: 80) }, { try $0.savePNG() },
    { try $0.saveTIFF(compression: .deflate) },
    { try $0.saveWebP(quality: 80) },
  ]

  @Test("encoding can be stopped, and is the same where it isn't", arguments: savers.indices)
  func encoding(saver: Int) throws {
    let save = Self.savers[saver]
    let image = try Pictures.photo(width: 1000, height: 800).inMemory()
    #expect(try save(image.stoppable { false }) == save(image))
    #expect(throws: VipsError.self) { try save(image.stoppable { true }) }
  }

  @Test("the question is forgotten together with the image")
  func lifetime() throws {
    final class Owner: Sendable {}
    weak var weakOwner: Owner?
    do {
      let owner = Owner()
      weakOwner = owner
      let image = try Pictures.photo(width: 20, height: 20).cancellable { owner !== owner }
      #expect(try image.samples().count == 1200)
    }
    VipsLibrary.endJob()
    #expect(weakOwner == nil)
  }
}
