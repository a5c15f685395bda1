import Pixels
import TestSupport
import Testing
import TurboJPEG
import Vips

@testable import JPEGCoefficients

@Suite("A JPEG's coefficients, encoded at other qualities")
struct CoefficientPictureTests {
  private func picture(_ jpeg: [UInt8]) throws -> CoefficientPicture {
    try CoefficientPicture(jpeg, maximumPixels: 1 << 24)
  }

  private func whole(
    _ picture: CoefficientPicture, _ quality: Int, isProgressive: Bool = false
  ) throws -> [UInt8] {
    guard
      case .whole(let bytes) = try picture.encode(
        quality: quality, isProgressive: isProgressive)
    else { throw CoefficientError(kind: .unsupported, detail: "cut off without a limit") }
    return bytes
  }

  @Test(
    "size, colour and reduction are those of the JPEG, at odd and tiny sizes too",
    arguments: TurboJPEG.Subsampling.allCases, [(1, 1), (7, 9), (17, 33), (200, 120), (131, 77)])
  func layout(subsampling: TurboJPEG.Subsampling, size: (Int, Int)) throws {
    let jpeg = try Pictures.jpeg(size.0, size.1, subsampling)
    let picture = try picture(jpeg)
    #expect((picture.width, picture.height) == size)
    #expect(picture.isGray == (subsampling == .gray))
    #expect(picture.isHalved == (subsampling == .ycbcr420))
    let header = try TurboJPEG.header(of: whole(picture, 80))
    #expect((header.width, header.height) == size)
    #expect(header.subsampling == subsampling)
  }

  @Test(
    "the picture stays the one it was, nearer to it the higher the quality",
    arguments: TurboJPEG.Subsampling.allCases)
  func fidelity(subsampling: TurboJPEG.Subsampling) throws {
    let jpeg = try Pictures.jpeg(203, 117, subsampling)
    let original = try Pictures.planes(jpeg)
    let distances = try [95, 80, 40].map { quality in
      let made = try Pictures.planes(whole(try picture(jpeg), quality))
      return zip(made, original).map { $0.distance(to: $1) }.max() ?? .infinity
    }
    #expect(distances == distances.sorted())
    #expect(distances[0] < 1 && distances[1] < 5 && distances[2] < 12)
  }

  @Test("at its own quality a picture stays as it is, however often")
  func stable() throws {
    let first = try whole(picture(Pictures.jpeg(160, 96, quality: 75)), 75)
    #expect(try whole(picture(first), 75) == first)
  }

  @Test("lower qualities take fewer bytes")
  func order() throws {
    let picture = try picture(Pictures.jpeg(320, 240))
    let sizes = try stride(from: 90, through: 10, by: -10).map { try whole(picture, $0).count }
    #expect(sizes == sizes.sorted(by: >))
  }

  @Test("progressive scans hold the same picture", arguments: [90, 50])
  func progressive(quality: Int) throws {
    let picture = try picture(Pictures.jpeg(203, 117))
    let plain = try whole(picture, quality)
    let scans = try whole(picture, quality, isProgressive: true)
    #expect(plain != scans)
    let pairs = try zip(Pictures.planes(plain), Pictures.planes(scans))
    #expect(pairs.allSatisfy { $0.distance(to: $1) == 0 })
  }

  @Test("a progressive JPEG has the coefficients of the plain one")
  func fromProgressive() throws {
    let plain = try picture(Pictures.jpeg(203, 117))
    let scans = try picture(Pictures.jpeg(203, 117, isProgressive: true))
    #expect(try whole(plain, 60) == whole(scans, 60))
  }

  @Test(
    "a limit of its bytes is kept to, one byte less cuts the encoding off", arguments: [85, 30])
  func limit(quality: Int) throws {
    let picture = try picture(Pictures.jpeg(640, 480))
    let bytes = try whole(picture, quality)
    #expect(try picture.encode(quality: quality, limit: bytes.count) == .whole(bytes))
    for limit in [bytes.count - 1, bytes.count / 2, 100, 1, 0] {
      guard case .cutOff(let about) = try picture.encode(quality: quality, limit: limit) else {
        Issue.record("more than \(limit) bytes")
        continue
      }
      #expect(about > limit)
      if limit > bytes.count / 4 {
        #expect(abs(Double(about) / Double(bytes.count) - 1) < 0.25)
      }
    }
    #expect(try whole(picture, quality) == bytes, "nothing is left of what was cut off")
  }

  @Test(
    "no file has fewer bytes than its symbols need, nor many more",
    arguments: TurboJPEG.Subsampling.allCases, [95, 75, 40, 10])
  func leastBytes(subsampling: TurboJPEG.Subsampling, quality: Int) throws {
    for size in [(1, 1), (17, 33), (203, 117), (640, 480)] {
      let picture = try picture(Pictures.jpeg(size.0, size.1, subsampling))
      let bytes = try whole(picture, quality).count
      let least = try picture.leastBytes(quality: quality)
      #expect(least <= bytes)
      // JFIF's header, and codes that are not quite the best.
      #expect(Double(bytes - least) < 60 + 0.01 * Double(bytes), "\(least) of \(bytes)")
    }
  }

  @Test("some rows foretell the bytes that symbols need", arguments: [90, 60, 20])
  func sampledLeastBytes(quality: Int) throws {
    let picture = try picture(Pictures.jpeg(640, 1200))
    let all = try picture.leastBytes(quality: quality)
    let some = try picture.leastBytes(quality: quality, every: 8)
    #expect(abs(Double(some) / Double(all) - 1) < 0.1)
  }

  @Test("some rows foretell the bytes of all", arguments: [90, 60, 20])
  func sample(quality: Int) throws {
    let picture = try picture(Pictures.jpeg(640, 1200))
    let (bytes, share) = try picture.sample(every: 8, quality: quality)
    let all = try whole(picture, quality).count
    #expect(abs(Double(bytes) / share / Double(all) - 1) < 0.15)
  }

  @Test("a sample of a picture of few rows is one of some rows", arguments: [1, 8, 16, 17, 40])
  func smallSample(height: Int) throws {
    let picture = try picture(Pictures.jpeg(64, height))
    let (bytes, share) = try picture.sample(every: 8, quality: 80)
    #expect(bytes > 0 && share > 0)
  }

  @Test(
    "pixels are those that the library makes of the file, before and after encoding",
    arguments: [TurboJPEG.Subsampling.gray, .ycbcr420, .ycbcr444], [(1, 1), (17, 33), (203, 117)])
  func pixels(subsampling: TurboJPEG.Subsampling, size: (Int, Int)) throws {
    for isProgressive in [false, true] {
      let jpeg = try Pictures.jpeg(size.0, size.1, subsampling, isProgressive: isProgressive)
      let wanted = try VipsImage.loadJPEG(jpeg, failOn: .warning).pixels()
      let picture = try picture(jpeg)
      #expect(try picture.pixels().buffer.bytes == wanted.buffer.bytes)
      let first = try whole(picture, 60)
      #expect(try picture.pixels().buffer.bytes == wanted.buffer.bytes, "as often as one likes")
      #expect(try whole(picture, 60) == first)
    }
  }

  @Test(
    "a stored orientation is undone without loss, as the library's own transform does",
    arguments: TurboJPEG.Subsampling.allCases,
    Array(
      zip(
        1...8,
        [
          TurboJPEG.Operation.none, .flipHorizontally, .rotate180, .flipVertically, .transpose,
          .rotate90, .transverse, .rotate270,
        ])))
  func turned(
    subsampling: TurboJPEG.Subsampling, orientation: (value: Int, operation: TurboJPEG.Operation)
  ) throws {
    let jpeg = try Pictures.jpeg(96, 64, subsampling, quality: 80)
    let wanted = try TurboJPEG.transform(
      jpeg, orientation.operation, edges: .refuse, isProgressive: false, keepsMarkers: false,
      maximumPixels: 1 << 20)
    let made = try CoefficientPicture(
      jpeg, orientation: orientation.value, maximumPixels: 1 << 20)
    let isTurned = orientation.value > 4
    #expect((made.width, made.height) == (isTurned ? (64, 96) : (96, 64)))
    #expect(try whole(made, 60) == whole(picture(wanted), 60))
    #expect(
      try made.pixels(isTurned: isTurned).buffer.bytes == picture(jpeg).pixels().buffer.bytes)
  }

  @Test("an edge within a block can't be turned to the front", arguments: [2, 3, 4, 6, 7, 8])
  func imperfect(orientation: Int) throws {
    let jpeg = try Pictures.jpeg(90, 70)
    #expect(
      errorThrown(CoefficientError.self) {
        try CoefficientPicture(jpeg, orientation: orientation, maximumPixels: 1 << 20)
      }?.kind == .unsupported)
  }

  @Test(
    "pixels are transformed as a whole encoder at its best quality does it",
    arguments: [1, 3], [(1, 1), (7, 9), (17, 33), (203, 117), (128, 64)])
  func transformed(bands: Int, size: (Int, Int)) throws {
    let waves = try Pictures.waves(size.0, size.1, bands: bands)
    let jpeg = try TurboJPEG.encode(
      waves, subsampling: .ycbcr420, quality: 100, isProgressive: false)
    let made = try CoefficientPicture(transforming: waves)
    #expect((made.width, made.height) == size && made.isGray == (bands == 1))
    for quality in [90, 30] { #expect(try whole(made, quality) == whole(picture(jpeg), quality)) }
    #expect(
      errorThrown(CoefficientError.self) { try made.pixels() }?.kind == .unsupported,
      "whoever has them needs none")
  }

  @Test("so are planes", arguments: [(1, 1), (7, 9), (17, 33), (203, 117), (128, 64)])
  func transformedPlanes(size: (Int, Int)) throws {
    let planes = try Pictures.planes(Pictures.jpeg(size.0, size.1))
    let jpeg = try TurboJPEG.encode(
      planes: planes, width: size.0, height: size.1, subsampling: .ycbcr420, quality: 100,
      isProgressive: false)
    let made = try CoefficientPicture(transforming: planes)
    #expect((made.width, made.height) == size && made.isHalved)
    for quality in [90, 30] { #expect(try whole(made, quality) == whole(picture(jpeg), quality)) }
  }

  @Test("a JPEG that is cut off or broken is damaged", arguments: [0.1, 0.5, 0.9])
  func damaged(share: Double) throws {
    let jpeg = try Pictures.jpeg(200, 120)
    let cut = Array(jpeg.prefix(Int(Double(jpeg.count) * share)))
    #expect(errorThrown(CoefficientError.self) { try picture(cut) }?.kind == .damaged)
    #expect(errorThrown(CoefficientError.self) { try picture([]) }?.kind == .damaged)
    #expect(
      errorThrown(CoefficientError.self) { try picture(Array(repeating: 7, count: 1000)) }?.kind
        == .damaged)
  }

  @Test("no change of a byte crashes, and what is read can be written")
  func mutants() throws {
    let jpeg = try Pictures.jpeg(48, 40, isProgressive: true)
    var state: UInt32 = 3
    for _ in 0..<2000 {
      var mutant = jpeg
      for _ in 0..<3 {
        state = state &* 1_664_525 &+ 1_013_904_223
        mutant[Int(state >> 8) % mutant.count] = UInt8(truncatingIfNeeded: state)
      }
      guard let picture = try? CoefficientPicture(mutant, maximumPixels: 1 << 20) else { continue }
      #expect(try !whole(picture, 90).isEmpty)
    }
  }

  @Test("more pixels than allowed are not read")
  func tooLarge() throws {
    let jpeg = try Pictures.jpeg(200, 120)
    #expect(
      errorThrown(CoefficientError.self) {
        try CoefficientPicture(jpeg, maximumPixels: 200 * 120 - 1)
      }?.kind == .tooLarge)
  }
}
