import Pixels
import Testing

@testable import Vips

#if compiler(>=6.2)
  // Each in a process of its own: what they look at belongs to the process as a whole.
  @Suite("A whole process")
  struct ProcessTests {
    @Test("holds no object and no pixel when its images are gone")
    func leaks() async {
      await #expect(processExitsWith: .success) {
        try VipsLibrary.start()
        let before = VipsLibrary.liveObjects
        for _ in 0..<3 { try Jobs.all() }
        VipsLibrary.endJob()
        #expect(VipsLibrary.liveObjects == before)
        #expect(VipsLibrary.allocatedBytes == 0)
      }
    }

    @Test("that starts without modules loads the one that a picture needs")
    func modules() async {
      await #expect(processExitsWith: .success) {
        VipsLibrary.leaveModulesOut()
        let image = try Pictures.photo(width: 16, height: 8)
        let bytes = try image.saveJXL(.quality(90), effort: 3, keepProfile: false)
        #expect(try VipsImage.loadJXL(bytes).width == 16)
        #expect(try VipsLibrary.hasOperation("jxlsave_buffer"))
        #expect(try !VipsLibrary.hasOperation("magickload_buffer"))
      }
    }

    @Test("sees its objects while they live")
    func counts() async {
      await #expect(processExitsWith: .success) {
        let image = try Pictures.photo(width: 8, height: 8)
        let with = VipsLibrary.liveObjects
        #expect(with > 0)
        let another = try image.rotate(.d90)
        #expect(VipsLibrary.liveObjects > with)
        #expect(another.width == 8)
      }
    }

    @Test("evaluates one image with as many threads as it is told")
    func threads() async {
      await #expect(processExitsWith: .success) {
        for count in [1, 3, 2] {
          try VipsLibrary.setThreads(count)
          #expect(try VipsLibrary.threads() == count)
        }
        try VipsLibrary.setThreads(0)
        #expect(try VipsLibrary.threads() >= 1)
      }
    }

    @Test("fails on a cut file every time, however many threads there are")
    func alwaysTruncated() async {
      await #expect(processExitsWith: .success) {
        try VipsLibrary.setThreads(4)
        for format in [EncodedFormat.jpeg, .png] {
          let whole = try format.encode(Pictures.photo(width: 200, height: 160))
          let cut = Array(whole.dropLast(whole.count / 20))
          for _ in 0..<40 {
            #expect(throws: VipsError.self) { try format.load(cut).pixels() }
            #expect(throws: VipsError.self) { try format.load(cut).resize(scale: 0.5).avg() }
            #expect(throws: VipsError.self) { try format.load(cut).saveJPEG(quality: 50) }
            #expect(throws: VipsError.self) { try format.load(cut, access: .random).pixels() }
          }
        }
      }
    }

    @Test("prints nothing, whatever its input is")
    func silence() async throws {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        // libjxl 0.7, as Debian 12 builds it, reports damage on the error stream by itself.
        for format in EncodedFormat.allCases where format != .jxl {
          let whole = try format.encode(Pictures.photo(width: 40, height: 30))
          for seed in 0..<60 {
            _ = try? format.load(Jobs.damaged(whole, seed: seed), access: .random).pixels()
            _ = try? format.load(Jobs.damaged(whole, seed: seed), failOn: .none).pixels()
          }
        }
      }
      let printed = try #require(result).standardErrorContent
      #expect(String(decoding: printed, as: UTF8.self) == "")
    }
  }
#endif

/// Work that touches every kind of operation, in success and in failure.
enum Jobs {
  static func all() throws {
    let photo = try Pictures.photo(width: 60, height: 40, bands: 4)
    let profiled = try photo.iccTransform(from: .builtIn(.p3), to: .builtIn(.srgb))
    for format in EncodedFormat.allCases {
      let bytes = try format.encode(profiled)
      let image = try format.load(bytes, access: .random)
      _ = try image.resize(scale: 0.5).rotate(.d90).cancellable { false }.pixels()
      _ = try? format.load(Array(bytes.prefix(bytes.count / 2))).pixels()
      _ = try? format.load(damaged(bytes, seed: 1)).pixels()
    }
    let mixed = try profiled.premultiply().unpremultiply().flatten(background: [255])
    _ = try VipsImage.bandjoin([mixed, mixed]).recomb([[1, 1, 1, 1, 1, 1]]).pixels()
    _ = try profiled.withoutMetadata().inMemory().iccTransform(
      from: .builtIn(.srgb), to: .bytes(VipsImage.BuiltInProfile.p3.bytes())
    ).avg()
    _ = try? photo.cancellable { true }.pixels()
    _ = try? Operation.image("rot", [("in", .image(photo)), ("angle", .word("none"))])
    _ = try? photo.extractArea(left: 50, top: 0, width: 50, height: 1)
  }

  /// The file with some of its bytes changed, always the same ones for the same seed.
  static func damaged(_ file: [UInt8], seed: Int) -> [UInt8] {
    var file = file
    var state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1
    for _ in 0..<(1 + seed % 8) {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      file[Int(state >> 33) % file.count] = UInt8(truncatingIfNeeded: state >> 24)
    }
    return file
  }
}
