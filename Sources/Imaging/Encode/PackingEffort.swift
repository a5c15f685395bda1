/// How hard PNG and WebP are packed, where time buys bytes and nothing else.
///
/// Four photographs of 1280 pixels, processor seconds and MB, by libpng with zlib 1.2.13 and all filters, and by
/// libwebp 1.2.4 at quality 80; SSIMULACRA2 of the WebP is the same to half a point:
///
///     compression     1     2     3     4     5     6     7     9
///     seconds      0.28  0.31  0.42  0.46  0.71  1.36  1.98  9.99
///     MB           4.85  4.74  4.45  4.47  4.36  4.16  4.09  3.89
///
///     effort          0     1     2     3     4     5     6
///     seconds      0.10  0.14  0.18  0.50  0.57  0.68  1.03
///     kB            289   273   240   232   233   224   218
struct PackingEffort: Sendable, Equatable {
  /// zlib's level, 0 to 9.
  let compression: Int
  /// libwebp's method, 0 to 6.
  let method: Int

  /// Where more time begins to buy little.
  static let standard = PackingEffort(compression: 3, method: 2)
  /// Where bytes are what counts, as under a budget: a third of the speed, for 3 to 6 % fewer of them.
  static let small = PackingEffort(compression: 6, method: 4)
}
