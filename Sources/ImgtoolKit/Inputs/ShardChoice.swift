package import CommandLineOptions
internal import Posix

/// Which share of the inputs a run takes, as `--shard` says it.
package enum ShardChoice: Hashable, Sendable {
  /// This one.
  case one(Shard)
  /// The one that the engine which started the program gives it.
  case automatic

  /// The share that a run takes.
  ///
  /// - Parameter variable: The value of an environment variable, nil where it is not set.
  /// - Returns: One of the shares.
  /// - Throws: Wrong usage where no engine is known by its variables, or they make no sense.
  package func shard(_ variable: (String) -> [UInt8]?) throws(UsageError) -> Shard {
    switch self {
    case .one(let shard): return shard
    case .automatic:
      for engine in ShardEngine.all {
        if let shard = try engine.shard(variable) { return shard }
      }
      let names = ShardEngine.all.map { "\($0.index) (\($0.name))" }.joined(separator: ", ")
      throw UsageError(
        "'--shard auto' finds none of the variables \(names); '--shard 2/8' names a share itself")
    }
  }
}

/// What starts many processes and tells each by variables which of them it is.
struct ShardEngine {
  /// What people call it.
  let name: String
  /// The variable with the number of the process.
  let index: String
  /// The variable with how many there are.
  let count: String
  /// The number of the first process, where no variable tells.
  var first = 0
  /// The variable with the number of the first process; nil where that is always the same.
  var least: String?
  /// The variable with the number of the last process.
  var most: String?
  /// The variable with the step from one number to the next.
  var step: String?

  /// In the order in which they are looked for: those that run inside another's jobs before it.
  static let all = [
    // Kubernetes tells a pod of an indexed job its number, but not how many there are.
    ShardEngine(
      name: "Kubernetes", index: "JOB_COMPLETION_INDEX", count: "IMGTOOL_SHARDS"),
    ShardEngine(
      name: "Slurm", index: "SLURM_ARRAY_TASK_ID", count: "SLURM_ARRAY_TASK_COUNT",
      least: "SLURM_ARRAY_TASK_MIN", most: "SLURM_ARRAY_TASK_MAX", step: "SLURM_ARRAY_TASK_STEP"),
    ShardEngine(name: "CircleCI", index: "CIRCLE_NODE_INDEX", count: "CIRCLE_NODE_TOTAL"),
    ShardEngine(
      name: "Buildkite", index: "BUILDKITE_PARALLEL_JOB", count: "BUILDKITE_PARALLEL_JOB_COUNT"),
    ShardEngine(name: "GitLab", index: "CI_NODE_INDEX", count: "CI_NODE_TOTAL", first: 1),
  ]

  /// The share that the variables name; nil where the engine's are not set.
  func shard(_ variable: (String) -> [UInt8]?) throws(UsageError) -> Shard? {
    guard let index = try number(index, variable) else { return nil }
    guard let count = try number(count, variable) else {
      throw UsageError(
        "'--shard auto' finds \(self.index), but not \(self.count), which says how many shares there are"
      )
    }
    let least = try least.flatMap { name throws(UsageError) in try number(name, variable) } ?? first
    let step = try step.flatMap { name throws(UsageError) in try number(name, variable) } ?? 1
    if let most = try most.flatMap({ name throws(UsageError) in try number(name, variable) }),
      step < 1 || most < least || (most - least) / step + 1 != count
    {
      throw UsageError(
        "'--shard auto' needs an array of \(name) without gaps, such as 0-7, not a list of numbers")
    }
    guard index >= least, (index - least).isMultiple(of: step),
      let shard = Shard(number: (index - least) / step + 1, of: count)
    else {
      throw UsageError(
        "'--shard auto' finds \(self.index)=\(index), which is none of \(count) shares")
    }
    return shard
  }

  private func number(
    _ name: String, _ variable: (String) -> [UInt8]?
  ) throws(UsageError) -> Int? {
    guard let bytes = variable(name), !bytes.isEmpty else { return nil }
    guard
      let number = ValueKind<Int>.integer("number", in: 0...Shard.most)
        .convert(FilePath(bytes: bytes))
    else { throw UsageError("'--shard auto' finds \(name), which is no number") }
    return number
  }
}

extension ValueKind where Value == ShardChoice {
  /// A share such as `2/8`, or `auto`.
  package static var shard: ValueKind<ShardChoice> {
    ValueKind("I/N|auto", wanted: "a share such as 2/8, counted from 1, or 'auto',") { text in
      text == "auto" ? .automatic : Shard(parsing: text).map { .one($0) }
    }
  }
}
