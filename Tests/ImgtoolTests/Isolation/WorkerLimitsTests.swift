#if os(Linux)
  internal import Batch
  internal import Formats
  internal import Imaging
  internal import Posix
  internal import TestSupport
  internal import Testing
  internal import Vips

  @testable internal import ImgtoolKit

  /// Workers of the built program, held to limits that a picture goes over.
  @Suite("Limits of workers")
  struct WorkerLimitsTests {
    // Who has workers copied adopts every orphan below it, here those of programs that other tests kill: nobody
    // would reap them, and what waits for processes of tests would find them again and again.
    private let pool = WorkerPool(program: FilePath(BuiltProgram.path), isForking: false)
    private let size = PixelSize(width: 2560, height: 1920)

    private func large() throws -> [UInt8] {
      try VipsImage.loadJPEG(Fixtures.bytes("photo.jpg"), access: .random)
        .resize(scale: 4).saveJPEG(quality: 90)
    }

    private func make(
      _ bytes: [UInt8], _ format: ImageFormat, effort: Int? = nil, seconds: Int = 60,
      addresses: Int = 8 << 30
    ) throws(FileError) -> Rendering {
      var recipe = Recipe(format: .fixed(format))
      recipe.effort = effort
      return try pool.rendering(
        Pipeline(recipe: recipe, limits: PipelineLimits()), bytes,
        ExpectedPicture(format: format, size: size),
        WorkLimits(
          processorSeconds: seconds, addressBytes: addresses, fileBytes: 1 << 30, codecs: .heif),
        Cancellation().token())
    }

    private func failure(_ work: () throws(FileError) -> Rendering) -> FileError? {
      do throws(FileError) {
        _ = try work()
        return nil
      } catch {
        return error
      }
    }

    @Test("a picture that wants more memory than its worker may have fails alone")
    func addresses() throws {
      let bytes = try large()
      let error = failure { () throws(FileError) in
        try make(bytes, .heic, effort: 0, addresses: 4 << 20)
      }
      #expect(error?.code == .damaged)
      #expect(try make(bytes, .png).size == size)
    }

    @Test("a picture that wants more processor time than its worker may have fails alone")
    func processorTime() throws {
      let bytes = try large()
      let error = failure { () throws(FileError) in
        try make(bytes, .heic, effort: 9, seconds: 0)
      }
      #expect(error?.code == .timeout)
      #expect(try make(bytes, .png).size == size)
    }

    @Test("many pictures are made by one worker, whatever size they have")
    func sizes() throws {
      // Small ones lie in memory that both see, large ones don't.
      let small = try Fixtures.bytes("photo.jpg")
      var made: [Rendering] = []
      for (bytes, size) in [(small, PixelSize(width: 640, height: 480)), (try large(), size)] {
        for format in [ImageFormat.png, .jpeg, .tiff, .png] {
          made.append(
            try pool.rendering(
              Pipeline(recipe: Recipe(format: .fixed(format)), limits: PipelineLimits()), bytes,
              ExpectedPicture(format: format, size: size),
              WorkLimits(
                processorSeconds: 60, addressBytes: 8 << 30, fileBytes: 1 << 30, codecs: []),
              Cancellation().token()))
        }
      }
      #expect(made[0].bytes == made[3].bytes)
      #expect(made[4].bytes == made[7].bytes)
      #expect(made[1].isUntouched && made[1].bytes == small)
    }
  }
#endif
