internal import Foundation

/// One line of `--json`.
struct Record: Decodable {
  /// Why an input failed.
  struct Failure: Decodable {
    let code: String
    let message: String
  }

  let input: String
  let output: String?
  let status: String
  let format: String?
  let width: Int?
  let height: Int?
  let bytesIn: Int?
  let bytesOut: Int?
  let quality: Int?
  let score: Double?
  let encodes: Int?
  let decodes: Int?
  let seconds: Double?
  let warnings: [String]?
  let error: Failure?
}

extension ChildProcess.Result {
  /// The records on the standard output; throws where a line is none.
  func records() throws -> [Record] { try lines() }

  /// What each line on the standard output says in JSON; throws where a line is none.
  func lines<Line: Decodable>() throws -> [Line] {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try output.split(separator: UInt8(ascii: "\n")).map {
      try decoder.decode(Line.self, from: Data($0))
    }
  }
}
