internal import Posix

extension ValueKind where Value: Sendable {
  /// Several values of a kind with commas between them, such as `320,960`.
  ///
  /// - Parameters:
  ///   - kind: The kind of each.
  ///   - wanted: What is expected; empty where words are offered to choose from.
  /// - Returns: The kind of a list, which holds no value twice and is never empty.
  package static func list<Member: Equatable & Sendable>(
    of kind: ValueKind<Member>, wanted: String = ""
  ) -> Self where Value == [Member] {
    let convert = kind.convert
    var list = ValueKind(kind.placeholder, wanted: wanted) { text in
      var values: [Member] = []
      for part in text.bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
        guard let value = convert(FilePath(bytes: part)) else { return nil }
        if !values.contains(value) { values.append(value) }
      }
      return values
    }
    if case .choices(let names) = kind.completion {
      list.completion = .list(names)
      list.hint = ". Please provide some of the following, with commas between them:"
    }
    return list.with(form: .list(of: kind.form))
  }
}
