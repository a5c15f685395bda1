internal import Foundation
internal import Posix
internal import Testing

@testable internal import ImgtoolKit

@Suite("Reports in SARIF 2.1.0")
struct SARIFReportTests {
  private typealias Members = [String: Any]

  private func run(_ name: FilePath = SampleReport.hostile) throws -> [String: Any] {
    let log = try SampleReport.sarif(name)
    #expect(log["version"] as? String == "2.1.0")
    #expect((log["$schema"] as? String)?.hasSuffix("sarif-2.1.0.json") == true)
    let runs = try #require(log["runs"] as? [Members])
    #expect(runs.count == 1)
    return runs[0]
  }

  private func rules(_ run: [String: Any]) throws -> [[String: Any]] {
    let tool = try #require(run["tool"] as? Members)
    let driver = try #require(tool["driver"] as? Members)
    #expect(driver["name"] as? String == "imgtool")
    #expect(driver["version"] as? String == Program.version)
    return try #require(driver["rules"] as? [Members])
  }

  private func text(_ value: Any?) -> String? { (value as? Members)?["text"] as? String }

  private func uri(_ result: [String: Any]) -> String? {
    let location = (result["locations"] as? [Members])?.first?["physicalLocation"] as? Members
    return (location?["artifactLocation"] as? Members)?["uri"] as? String
  }

  @Test("rules have names that none shares, descriptions and help")
  func rules() throws {
    let rules = try rules(run())
    let names = rules.compactMap { $0["id"] as? String }
    #expect(names == ["under", "location", "not-found"])
    for rule in rules {
      for part in ["shortDescription", "fullDescription", "help"] {
        #expect(text(rule[part])?.isEmpty == false)
      }
      #expect((rule["defaultConfiguration"] as? Members)?["level"] as? String == "error")
    }
    #expect(text(rules[0]["help"]) == "Make it smaller & better.")
  }

  @Test("a result names its rule and its place among them, a level and a message with the command")
  func results() throws {
    let run = try run("x.jpg")
    let results = try #require(run["results"] as? [Members])
    #expect(results.compactMap { $0["ruleId"] as? String } == ["under", "location", "not-found"])
    #expect(results.compactMap { $0["ruleIndex"] as? Int } == [0, 1, 2])
    #expect(results.allSatisfy { $0["level"] as? String == "error" })
    #expect(
      text(results[0]["message"]) == "x.jpg: it has 2 bytes, more than 1\nimgtool mend x.jpg")
    #expect(results.map(uri) == ["img/x.jpg", "img/x.jpg", "img/missing.png"])
  }

  @Test("a path becomes a relative reference of which every byte can be had back")
  func reference() throws {
    let results = try #require(run()["results"] as? [Members])
    let found = try #require(uri(results[0]))
    // RFC 3986, 2.3, and the slash.
    let allowed = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/%")
    #expect(found.unicodeScalars.allSatisfy { allowed.contains($0) })
    var bytes: [UInt8] = []
    var rest = Array(found.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") {
        bytes.append(
          try #require(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)))
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    #expect(bytes == Array("img/".utf8) + SampleReport.hostile.bytes)
  }

  @Test("fingerprints tell findings apart, and stay when only the words change")
  func fingerprints() throws {
    func prints(_ files: [ReportedFile]) throws -> [String] {
      let report = FindingsReport(
        "t", rules: [], files: files, seconds: 0, paths: SampleReport.paths)
      let log = try JSONSerialization.jsonObject(with: Data(report.document(.sarif))) as? Members
      let results = ((log?["runs"] as? [Members])?.first?["results"] as? [Members]) ?? []
      return results.compactMap {
        ($0["partialFingerprints"] as? [String: String])?["imgtool/v1"]
      }
    }
    let one = try prints(SampleReport.files())
    #expect(Set(one).count == 3)
    var changed = SampleReport.files()
    changed[1].findings[0].message = "it has 3 bytes"
    #expect(try prints(changed) == one)
  }

  @Test("every text is of characters alone, as other languages know no other")
  func characters() throws {
    let bytes = SampleReport.report().document(.sarif)
    let text = try #require(String(bytes: bytes, encoding: .utf8))
    #expect(!text.lowercased().contains("\\ud"))
  }
}
