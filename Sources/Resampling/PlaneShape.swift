/// What is made of a plane of 8-bit samples.
package struct PlaneShape: Sendable, Hashable {
  /// Samples in a row.
  package var width: Int
  /// Rows.
  package var height: Int
  /// Where the first and the last edge of a row lie in the plane, in samples.
  package var across: Span
  /// Where those of a column lie, in rows.
  package var down: Span

  /// A plane of a size, of a part of another one.
  package init(width: Int, height: Int, across: Span, down: Span) {
    self.width = width
    self.height = height
    self.across = across
    self.down = down
  }
}
