import CommandLineOptions
import Posix
import TestSupport
import Testing

@testable import ImgtoolKit

@Suite("A share of the inputs")
struct ShardTests {
  private static let paths: [FilePath] = (0..<4000).map {
    FilePath("photos/\($0 % 7)/IMG_\($0).heic")
  }

  @Test("every path is in exactly one share, and shares are about alike", arguments: [1, 2, 3, 64])
  func partition(count: Int) throws {
    var sizes = [Int](repeating: 0, count: count)
    let shards = try (1...count).map { try #require(Shard(number: $0, of: count)) }
    for path in Self.paths {
      let takers = shards.indices.filter { shards[$0].contains(path) }
      #expect(takers.count == 1)
      for taker in takers { sizes[taker] += 1 }
    }
    let mean = Self.paths.count / count
    #expect(sizes.allSatisfy { abs($0 - mean) <= mean / 2 })
  }

  // A share that changed between versions would let machines of both do some pictures twice and others never.
  @Test(
    "a path's share is the same for ever",
    arguments: [("a.jpg", 4), ("photos/IMG_0001.heic", 6), ("/srv/photos/IMG_0001.heic", 7)]
      as [(FilePath, Int)])
  func stable(path: FilePath, number: Int) throws {
    let takers = (1...8).filter { Shard(number: $0, of: 8)?.contains(path) == true }
    #expect(takers == [number])
  }

  @Test(
    "other spellings of a path are in its share",
    arguments: ["./a/b.jpg", "a//b.jpg", "a/./b.jpg"] as [FilePath])
  func spellings(path: FilePath) throws {
    for number in 1...16 {
      let shard = try #require(Shard(number: number, of: 16))
      #expect(shard.contains(path) == shard.contains("a/b.jpg"))
    }
  }

  @Test("a share is named by its number from 1 and by how many there are")
  func parsing() {
    #expect(Shard(parsing: "2/8") == Shard(number: 2, of: 8))
    for text: FilePath in [
      "0/8", "9/8", "1/0", "8", "/8", "1/", "1/8/2", "-1/8", "a/b", "", "1/1000001",
    ] {
      #expect(Shard(parsing: text) == nil, "\(text)")
    }
  }

  static let engines: [(variables: [String: String], number: Int, count: Int)] = [
    (["JOB_COMPLETION_INDEX": "0", "IMGTOOL_SHARDS": "4"], 1, 4),
    (
      [
        "SLURM_ARRAY_TASK_ID": "12", "SLURM_ARRAY_TASK_COUNT": "3", "SLURM_ARRAY_TASK_MIN": "10",
        "SLURM_ARRAY_TASK_MAX": "14", "SLURM_ARRAY_TASK_STEP": "2",
      ], 2, 3
    ),
    (["CI_NODE_INDEX": "4", "CI_NODE_TOTAL": "4"], 4, 4),
    (["CIRCLE_NODE_INDEX": "3", "CIRCLE_NODE_TOTAL": "4"], 4, 4),
    (["BUILDKITE_PARALLEL_JOB": "1", "BUILDKITE_PARALLEL_JOB_COUNT": "2"], 2, 2),
  ]

  @Test("'auto' asks the variables of the engine that started the program", arguments: engines)
  func automatic(variables: [String: String], number: Int, count: Int) throws {
    let shard = try ShardChoice.automatic.shard { variables[$0].map { Array($0.utf8) } }
    #expect(shard == Shard(number: number, of: count))
  }

  static let refusals: [(variables: [String: String], message: String)] = [
    ([:], "none of the variables"),
    (["JOB_COMPLETION_INDEX": "0"], "not IMGTOOL_SHARDS"),
    (["CI_NODE_INDEX": "5", "CI_NODE_TOTAL": "4"], "CI_NODE_INDEX=5"),
    (["CI_NODE_INDEX": "0", "CI_NODE_TOTAL": "4"], "CI_NODE_INDEX=0"),
    (["CIRCLE_NODE_INDEX": "x", "CIRCLE_NODE_TOTAL": "4"], "no number"),
    (
      [
        "SLURM_ARRAY_TASK_ID": "5", "SLURM_ARRAY_TASK_COUNT": "3", "SLURM_ARRAY_TASK_MIN": "1",
        "SLURM_ARRAY_TASK_MAX": "7", "SLURM_ARRAY_TASK_STEP": "1",
      ], "without gaps"
    ),
  ]

  @Test("'auto' that makes no sense is wrong usage", arguments: refusals)
  func refusal(variables: [String: String], part: String) {
    let error = errorThrown(UsageError.self) {
      try ShardChoice.automatic.shard { variables[$0].map { Array($0.utf8) } }
    }
    #expect(
      error?.message.description.contains(part) == true, "\(error?.message.description ?? "none")")
  }
}
