/// The error of this kind that `body` throws, nil where it throws none or another one.
///
/// `#require(throws:)` gives the error only from Swift 6.1 on.
public func errorThrown<Failure: Error, Result>(
  _ kind: Failure.Type = Failure.self, by body: () throws -> Result
) -> Failure? {
  do {
    _ = try body()
    return nil
  } catch {
    return error as? Failure
  }
}
