/// One line of `detect --json` or `info --json`.
struct Finding: Decodable {
  /// A place on earth, in degrees.
  struct Place: Decodable {
    let latitude: Double
    let longitude: Double
  }

  let input: String
  let status: String?
  let kind: String?
  let codec: String?
  let width: Int?
  let height: Int?
  let bits: Int?
  let images: Int?
  let extensionMatches: Bool?
  let state: String?
  let alpha: Bool?
  let icc: Bool?
  let profile: String?
  let orientation: Int?
  let camera: String?
  let date: String?
  let gps: Place?
  let bytes: Int?
  let error: Record.Failure?
}

extension ChildProcess.Result {
  /// The findings on the standard output; throws where a line is none.
  func findings() throws -> [Finding] { try lines() }
}
