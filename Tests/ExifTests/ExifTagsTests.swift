import Testing

@testable import Exif

@Suite("Reading EXIF tags")
struct ExifTagsTests {
  /// What a camera writes.
  private func camera(isLittle: Bool) -> [UInt8] {
    TIFFBuilder(isLittle: isLittle).build(
      [
        (0x010f, .ascii("Acme")), (0x0110, .ascii("Camera One  ")), (0x0112, .short([6])),
        (
          0x8769,
          .directory([
            (0x829a, .rational([(1, 250)])), (0x829d, .rational([(28, 10)])),
            (0x8827, .short([400])), (0x9003, .ascii("2024:05:01 18:30:05")),
            (0x9011, .ascii("-03:30")), (0x9204, .signedRational([(-2, 3)])),
            (0x920a, .rational([(50, 1)])), (0xa002, .long([4032])), (0xa003, .short([3024])),
            (0xa434, .ascii("Äcme 50 mm")),
          ])
        ),
        (
          0x8825,
          .directory([
            (1, .ascii("S")), (2, .rational([(33, 1), (51, 1), (3540, 100)])),
            (3, .ascii("E")), (4, .rational([(151, 1), (12, 1), (0, 0)])),
          ])
        ),
        (0xc4a5, .bytes([1, 2, 3, 4, 5], format: .undefined)),
      ],
      thumbnail: [(0x0112, .short([1]))])
  }

  @Test("the facts of a camera are read in either byte order", arguments: [true, false])
  func facts(isLittle: Bool) throws {
    let tags = try ExifTags(tiff: camera(isLittle: isLittle))
    #expect(tags.orientation == 6)
    #expect(tags.make == "Acme")
    #expect(tags.model == "Camera One")
    #expect(tags.lens == "Äcme 50 mm")
    #expect(tags.exposureTime == ExifTag.Rational(numerator: 1, denominator: 250))
    #expect(tags.fNumber == 2.8)
    #expect(tags.isoSpeed == 400)
    #expect(tags.focalLength == 50)
    #expect(tags.pixelWidth == 4032)
    #expect(tags.pixelHeight == 3024)
    #expect(tags.date?.iso8601 == "2024-05-01T18:30:05-03:30")
    let latitude = try #require(tags.latitude)
    #expect(abs(latitude - -(33 + 51.0 / 60 + 35.4 / 3600)) < 1e-9)
    let longitude = try #require(tags.longitude)
    #expect(abs(longitude - (151 + 12.0 / 60)) < 1e-9)
  }

  @Test("every tag is there, with its directory, name, text and values", arguments: [true, false])
  func tags(isLittle: Bool) throws {
    let tags = try ExifTags(tiff: camera(isLittle: isLittle))
    #expect(tags[.thumbnail, 0x0112]?.integers == [1])
    #expect(tags[.image, 0x0112]?.name == "Orientation")
    #expect(tags[.image, 0x0112]?.text == "Right-top")
    #expect(tags[.exif, 0x829a]?.name == "ExposureTime")
    #expect(tags[.exif, 0x829a]?.text == "1/250 sec.")
    let bias = try #require(tags[.exif, 0x9204])
    #expect(bias.format == .signedRational)
    #expect(bias.rationals == [ExifTag.Rational(numerator: -2, denominator: 3)])
    #expect(bias.rationals[0].value == -2.0 / 3)
    #expect(tags[.gps, 2]?.rationals.count == 3)
    #expect(tags[.image, 0x9999] == nil)
    #expect(Set(tags.all.map(\.group)) == [.image, .thumbnail, .exif, .gps])
  }

  @Test("a tag that nobody knows is kept")
  func unknown() throws {
    let tags = try ExifTags(tiff: camera(isLittle: true))
    let tag = try #require(tags[.image, 0xc4a5])
    #expect(tag.bytes == [1, 2, 3, 4, 5])
    #expect(tag.integers == [1, 2, 3, 4, 5])
    let other = try ExifTags(
      tiff: TIFFBuilder(isLittle: false).build([(0xfe12, .short([7]))]))
    #expect(other[.image, 0xfe12]?.name == "0xfe12")
  }

  @Test("nothing is added to what the file says")
  func nothingAdded() throws {
    let tags = try ExifTags(
      tiff: TIFFBuilder(isLittle: true).build([(0x0112, .short([3]))]))
    #expect(tags.all.count == 1)
    #expect(tags.orientation == 3)
    #expect(tags.date == nil)
    #expect(tags.latitude == nil)
    #expect(tags.make == nil)
    #expect(tags.pixelWidth == nil)
  }

  @Test("an orientation that isn't one is none", arguments: [0, 9, 65_535])
  func orientation(value: Int) throws {
    let tags = try ExifTags(
      tiff: TIFFBuilder(isLittle: true).build([(0x0112, .short([value]))]))
    #expect(tags.orientation == nil)
  }

  @Test("places that aren't on earth are none")
  func nowhere() throws {
    for (side, degrees) in [
      ("N", (91, 1)), ("Q", (12, 1)), ("N", (1, 0)), ("N", (4_294_967_295, 1)),
    ] {
      let place = TIFFBuilder.Value.directory([
        (1, .ascii(side)), (2, .rational([degrees, (0, 1), (0, 1)])),
      ])
      let tags = try ExifTags(tiff: TIFFBuilder(isLittle: true).build([(0x8825, place)]))
      #expect(tags.latitude == nil)
    }
  }

  @Test("text that is no UTF-8 is read as Latin-1")
  func latin1() throws {
    let tags = try ExifTags(
      tiff: TIFFBuilder(isLittle: true).build([
        (0x010f, .bytes([0x4c, 0xe9, 0x6f, 0x6e, 0x64, 0], format: .ascii))
      ]))
    #expect(tags.make == "Léond")
  }
}

@Suite("Damaged and hostile EXIF")
struct ExifDamageTests {
  @Test(
    "what has no tags is an error, not an empty answer",
    arguments: [
      [], [0], [0x49, 0x49, 42, 0], [0x49, 0x49, 42, 0, 8, 0, 0, 0, 0, 0],
      [UInt8](repeating: 0, count: 300), [UInt8](repeating: 0xff, count: 300),
      Array("MM\0*\0\0\0\u{8}".utf8),
    ])
  func noTags(tiff: [UInt8]) {
    #expect(throws: ExifTags.Failure.noTags) { try ExifTags(tiff: tiff) }
  }

  private let whole = TIFFBuilder(isLittle: false).build([
    (0x010f, .ascii("Acme Corporation")), (0x0112, .short([6])),
    (0x8769, .directory([(0x9003, .ascii("2024:05:01 18:30:05")), (0x829a, .rational([(1, 2)]))])),
    (0x8825, .directory([(1, .ascii("N")), (2, .rational([(1, 1), (2, 1), (3, 1)]))])),
  ])

  @Test("data cut anywhere gives the tags that are whole, or an error")
  func cut() throws {
    let all = try ExifTags(tiff: whole).all.count
    for length in 0..<whole.count {
      if let tags = try? ExifTags(tiff: Array(whole.prefix(length))) {
        #expect(tags.all.count <= all)
        #expect(tags.make == nil || tags.make == "Acme Corporation")
      }
    }
  }

  @Test("a changed byte never ends the process", arguments: [0x00, 0x01, 0x7f, 0xff] as [UInt8])
  func changed(value: UInt8) {
    for position in whole.indices {
      var bytes = whole
      bytes[position] = value
      guard let tags = try? ExifTags(tiff: bytes) else { continue }
      // All that is computed from the bytes.
      for tag in tags.all { _ = (tag.integers, tag.rationals, tag.string, tag.text) }
      _ = (tags.latitude, tags.date, tags.exposureTime?.value)
      #expect(tags.all.count < 20)
    }
  }

  @Test("a directory that leads back to itself ends")
  func loop() throws {
    var bytes = TIFFBuilder(isLittle: true).build([(0x0112, .short([6])), (0x8769, .long([8]))])
    bytes += [UInt8](repeating: 0, count: 32)
    let tags = try ExifTags(tiff: bytes)
    #expect(tags.orientation == 6)
    #expect(tags.all.count < 20)
  }
}

@Suite("Dates of cameras")
struct ExifDateTests {
  @Test(
    "a date is written as ISO 8601",
    arguments: [
      ("2024:05:01 18:30:05", "+02:00", "2024-05-01T18:30:05+02:00"),
      ("1999:12:31 23:59:59", nil, "1999-12-31T23:59:59"),
      ("0001:01:01 00:00:00", "-00:30", "0001-01-01T00:00:00-00:30"),
      ("2024:02:29 00:00:60", "+00:00", "2024-02-29T00:00:60+00:00"),
      ("2024:05:01 18:30:05", "Z", "2024-05-01T18:30:05"),
      ("2024:05:01 18:30:05", "+2:00", "2024-05-01T18:30:05"),
      ("2024:05:01 18:30:05", "+24:00", "2024-05-01T18:30:05"),
    ] as [(String, String?, String)])
  func iso(text: String, offset: String?, iso: String) {
    #expect(ExifDate(text, offset: offset)?.iso8601 == iso)
  }

  @Test(
    "a clock that was never set gives no date",
    arguments: [
      "", "    :  :     :  :  ", "0000:00:00 00:00:00", "2024:13:01 00:00:00",
      "2024:05:01 24:00:00", "2024-05-01 18:30:05", "2024:05:01T18:30:05", "2024:05:01 18:30",
      "2024:05:01 18:30:05 ", "２024:05:01 18:30:05", "2024:+5:01 18:30:05",
    ])
  func none(text: String) {
    #expect(ExifDate(text, offset: nil) == nil)
  }
}
