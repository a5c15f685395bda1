package import CommandLineOptions
package import ImgtoolKit
package import Posix

/// The options of `cache`.
package struct CacheCareOptions: CommandOptions {
  /// Which cache it is, and how much it may hold.
  package var cache = CacheOptions()
  /// How results are printed.
  package var run = RunOptions()

  /// The user's own cache, results as lines.
  package init() {}

  /// The options in the order of help.
  package static let table: [Option<CacheCareOptions>] =
    RunOptions.table.filter { $0.info.long == "json" }.lifted(into: \.run)
    + CacheOptions.table.without("no-cache", "paranoid").lifted(into: \.cache)

  /// Checks that there is something to do, and that it is known.
  package func validate(inputs: [FilePath]) throws(UsageError) {
    guard let first = inputs.first else {
      throw UsageError(
        "'cache' takes what is to be done: \(CacheAction.names.joined(separator: ", "))")
    }
    guard let action = CacheAction(rawValue: first.description) else {
      let near = nearestName(to: first.description, among: CacheAction.names)
      throw UsageError(
        "Unknown action '\(first)'\(near.map { ". Did you mean '\($0)'?" } ?? "")")
    }
    if action == .explain {
      guard inputs.count > 2 else {
        throw UsageError("'cache explain' takes a file, '--' and a command with its options")
      }
    } else if let more = inputs.dropFirst().first {
      throw UsageError("Unexpected argument '\(more)'")
    }
  }
}

/// What can be done with the cache.
enum CacheAction: String, CaseIterable {
  case stats, path, trim, verify, clear, explain

  static var names: [String] { allCases.map(\.rawValue) }
}
