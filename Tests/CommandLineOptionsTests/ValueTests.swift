import CommandLineOptions
import Posix
import Testing

@Suite("Values of options")
struct ValueTests {
  static let sizes: [(text: String, bytes: Int)] = [
    ("1MB", 1_000_000), ("1MiB", 1_048_576), ("500kB", 500_000), ("40k", 40_000), ("40K", 40_000),
    ("750000", 750_000), ("0.05MB", 50_000), ("1", 1), ("17B", 17), ("90KiB", 92_160),
    ("90kib", 92_160),
    ("1.5GB", 1_500_000_000), ("2GiB", 2_147_483_648), ("1.0000000000000000001kB", 1000),
    ("0.1KiB", 102), ("2TB", 2_000_000_000_000), ("007", 7), ("9223372036854775807", .max),
    ("3.000000000000000000000000000000kB", 3000),
  ]

  @Test("a size is a number of bytes or of decimal or binary units", arguments: sizes)
  func size(text: String, bytes: Int) {
    #expect(ByteSize(parsing: Array(text.utf8))?.bytes == bytes)
  }

  static let noSizes = [
    "", "0", "0MB", "0.0000001MB", "-1", "+1", "-1MB", "1.2.3MB", "1,5MB", "1.MB", ".5MB", ".",
    "MB", "1 MB", " 1MB",
    "1MB ", "1e6", "0x10", "1XB", "1MBB", "1.5", "1.5B", "9223372036854775808",
    "99999999999999999999",
    "9223372036855TB", "99999999999TiB", "١MB", "1MB\0", "inf", "nan", "1µB", "1_000",
  ]

  @Test("anything else is no size", arguments: noSizes)
  func noSize(text: String) {
    #expect(ByteSize(parsing: Array(text.utf8)) == nil)
  }

  static let shown: [(bytes: Int, text: String)] = [
    (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (1949, "1.9 kB"), (1950, "2.0 kB"),
    (9949, "9.9 kB"), (9950, "10 kB"),
    (412_345, "412 kB"), (999_499, "999 kB"), (999_500, "1.0 MB"), (1_900_000, "1.9 MB"),
    (12_345_678, "12 MB"),
    (3_000_000_000, "3.0 GB"), (5_000_000_000_000, "5.0 TB"), (5_000_000_000_000_000, "5000 TB"),
  ]

  @Test("a size is shown in two or three digits", arguments: shown)
  func sizeShown(bytes: Int, text: String) {
    #expect(ByteSize(bytes: bytes).description == text)
  }

  @Test(
    "a percentage is a number up to 100, whatever the locale",
    arguments: [
      ("20", 20.0), ("20%", 20), ("0.5", 0.5), ("0", 0), ("100%", 100), ("101", nil), ("5%%", nil),
      ("0,5", nil),
    ])
  func percentage(text: String, wanted: Double?) {
    #expect(ValueKind.percentage.convert(FilePath(text)) == wanted)
  }

  @Test(
    "a time is a number of seconds above zero",
    arguments: [
      ("20", Duration.seconds(20)), ("0.5", .milliseconds(500)), ("0", nil), ("-1", nil),
      ("1s", nil), ("99999999999", nil),
    ])
  func seconds(text: String, wanted: Duration?) {
    #expect(ValueKind.seconds.convert(FilePath(text)) == wanted)
  }
}
