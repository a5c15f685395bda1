internal import Checksum
internal import Posix

extension FindingsReport {
  /// A log of SARIF 2.1.0 with one run.
  var sarif: JSONObject {
    let described = rules + rulesOfFailures
    var places: [String: Int] = [:]
    for (place, rule) in described.enumerated() { places[rule.name] = place }
    let results = files.flatMap { file in
      file.wrongs.map { JSONValue.object(result($0, of: file.input, place: places[$0.rule])) }
    }
    let driver = JSONObject([
      ("name", .text(Message(Program.name))), ("version", .text(Message(Program.version))),
      ("rules", .list(described.map { .object(descriptor($0)) })),
    ])
    let run = JSONObject([
      ("tool", .object(JSONObject([("driver", .object(driver))]))),
      (
        "invocations",
        .list([.object(JSONObject([("executionSuccessful", .bool(true))]))])
      ),
      ("columnKind", .text("utf16CodeUnits")),
      ("results", .list(results)),
    ])
    return JSONObject([
      ("$schema", .text("https://json.schemastore.org/sarif-2.1.0.json")),
      ("version", .text("2.1.0")), ("runs", .list([.object(run)])),
    ])
  }

  /// Files that could not be looked at are results too, of a rule of that name.
  private var rulesOfFailures: [ReportRule] {
    let codes = Set(files.compactMap { $0.failure?.code.rawValue })
      .subtracting(rules.map(\.name))
    return codes.sorted().map {
      ReportRule(
        $0, summary: "The file can be checked.",
        help: "The file could not be looked at, or not in whole: \($0).")
    }
  }

  private func descriptor(_ rule: ReportRule) -> JSONObject {
    JSONObject([
      ("id", .text(Message(rule.name))),
      ("shortDescription", .object(text(rule.summary))),
      ("fullDescription", .object(text(rule.summary))),
      ("help", .object(text(rule.help))),
      (
        "defaultConfiguration", .object(JSONObject([("level", .text("error"))]))
      ),
    ])
  }

  private func result(
    _ finding: ReportedFinding, of input: FilePath, place: Int?
  ) -> JSONObject {
    let (uri, isRelative) = paths.reference(input)
    let file = JSONObject([
      ("uri", .text(Message(uri))), ("uriBaseId", isRelative ? .text("%SRCROOT%") : nil),
    ])
    let location = JSONObject([
      ("artifactLocation", .object(file)),
      // Pictures have no lines, but services show what is wrong at one.
      ("region", .object(JSONObject([("startLine", .integer(1))]))),
    ])
    let physical = JSONObject([("physicalLocation", .object(location))])
    let what: Message = "\(input): \(finding.message)"
    let command = finding.command.map { "\n" + readable($0.bytes) } ?? ""
    return JSONObject([
      ("ruleId", .text(Message(finding.rule))), ("ruleIndex", place.map { .integer($0) }),
      ("level", .text("error")),
      ("message", .object(text(readable(what.bytes) + command))),
      ("locations", .list([.object(physical)])),
      (
        "partialFingerprints",
        .object(JSONObject([("\(Program.name)/v1", .text(fingerprint(finding.rule, uri)))]))
      ),
    ])
  }

  /// What stays the same as long as the same rule finds the same file wrong, whatever it says of it.
  private func fingerprint(_ rule: String, _ uri: String) -> Message {
    Message(String(SHA256.digest(of: Array("\(rule)\n\(uri)".utf8)).description.prefix(32)))
  }

  /// `{"text": …}`, in characters alone, as programs in other languages know no other text.
  private func text(_ words: String) -> JSONObject {
    JSONObject([("text", .text(Message(words)))])
  }
}
