/// What the values of an option look like, for those who describe them in other words than help does.
package indirect enum ValueForm: Hashable, Sendable {
  /// Any text.
  case text
  /// A number, or a text that begins with one, such as a size with its unit.
  case quantity
  /// A whole number.
  case integer(ClosedRange<Int>)
  /// Any number.
  case number(ClosedRange<Double>)
  /// One of these words.
  case choice([String])
  /// One or several of these, in a text with commas between them.
  case list(of: ValueForm)
}
