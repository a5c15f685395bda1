internal import Posix
internal import TestSupport
internal import Testing

/// Each small file gets one clear answer, in little time and memory, in this process and in a worker.
@Suite("Files that ask for much")
struct HostileFileTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: FilePath
    /// The code of the error; nil where the picture is made all the same.
    let code: String?
    let bytes: @Sendable () throws -> [UInt8]

    var testDescription: String { name.description }

    init(_ name: FilePath, _ code: String?, _ bytes: @escaping @Sendable () throws -> [UInt8]) {
      (self.name, self.code, self.bytes) = (name, code, bytes)
    }
  }

  private static let cases: [Case] = [
    Case("profile.png", nil) { try HostileFiles.bombs(in: "iCCP", [0x78, 0, 0], count: 1) },
    Case("texts.png", nil) { try HostileFiles.bombs(in: "zTXt", Array("Comment\0\0".utf8)) },
    Case("exif.png", nil) {
      try HostileFiles.bombs(in: "zTXt", Array("Raw profile type exif\0\0".utf8))
    },
    Case("xmp.png", nil) {
      try HostileFiles.bombs(in: "iTXt", Array("XML:com.adobe.xmp\0\u{1}\0\0\0".utf8), count: 1)
    },
    Case("long-xmp.png", nil) { try HostileFiles.xmp(bytes: 20 << 20) },
    Case("samples.png", nil) { try HostileFiles.png(rows: HostileFiles.bomb()) },
    Case("huge.png", "too-large") { try HostileFiles.png(side: 0x7FFF_FFFF) },
    Case("frames.png", nil) { try HostileFiles.apng() },
    Case("pages.tif", "too-large") { HostileFiles.pages() },
    Case("loop.tif", "damaged") {
      HostileFiles.tiff(HostileFiles.directory(HostileFiles.entries(), next: 264))
    },
    Case("tags.tif", "damaged") {
      let more = (0..<60_000).map { (tag: 34_000 + $0 % 100, type: 4, count: 1, value: $0) }
      return HostileFiles.tiff(HostileFiles.directory(HostileFiles.entries() + more, next: 0))
    },
    Case("huge.tif", "too-large") {
      HostileFiles.tiff(HostileFiles.directory(HostileFiles.entries(side: 0xFFFF_FFFF), next: 0))
    },
    Case("strips.tif", "damaged") {
      HostileFiles.tiff(
        HostileFiles.directory(HostileFiles.entries(side: 10_000, strips: 0x7FFF_FFFF), next: 0))
    },
    Case("samples.tif", "damaged") {
      HostileFiles.tiff(HostileFiles.directory(HostileFiles.entries(samples: 65_535), next: 0))
    },
    Case("frames.gif", "too-large") { HostileFiles.gif(count: HostileFiles.many) },
    Case("huge.gif", "too-large") { HostileFiles.gif(screen: 65_535) },
    Case("frame.gif", "too-large") { HostileFiles.gif(frame: [0, 0, 65_535, 65_535]) },
    Case("frames.webp", "too-large") { try HostileFiles.webp() },
    Case("scans.jpg", "too-large") { try HostileFiles.scans() },
    Case("huge.jpg", "too-large") { try HostileFiles.hugeJPEG() },
    Case("list.jpg", nil) { try HostileFiles.pictureList() },
    Case("loop.jpg", nil) { try HostileFiles.exifLoop() },
    Case("xmp.jpg", nil) { try HostileFiles.extendedXMP() },
    Case("comments.jpg", "damaged") {
      try HostileFiles.jpeg(0xFE, Array(repeating: [], count: 50_000))
    },
    Case("items.heic", "damaged") { HostileFiles.items() },
    Case("grid.heic", "damaged") { HostileFiles.grid(tiles: 20_000) },
    Case("own-tile.heic", "damaged") { HostileFiles.grid(tiles: 0) },
    Case("extents.heic", "damaged") { HostileFiles.extents(length: 500_000) },
    Case("long-extents.heic", "damaged") { HostileFiles.extents(length: 0x7FFF_FFFF) },
    Case("huge.heic", "damaged") { HostileFiles.hugeHEIF() },
  ]

  @Test("get one answer, soon and in little memory", arguments: cases)
  func answer(file: Case) async throws {
    let place = try Workplace()
    try place.put(file.bytes(), as: file.name)
    for more in ["", "--isolate", "--all-images"] {
      let command = more == "--all-images" ? "convert --to webp" : "shrink --max 8 --format jpeg"
      // Seconds of processor time of each process, and addresses in kilobytes: what is mapped by libraries alone
      // is most of these.
      let run = try await place.shell(
        """
        ulimit -t 20; ulimit -v 4000000
        "$imgtool" \(command) --no-cache --json --overwrite \(more) -j 1 -o out '\(file.name)'
        """)
      let records = try run.records()
      #expect(records.count == 1)
      #expect(records.first?.error?.code == file.code)
      #expect(records.first?.error.map { !$0.message.contains("\n") } != false)
      #expect(run.end == .exited(file.code == nil ? 0 : 1))
    }
  }
}
