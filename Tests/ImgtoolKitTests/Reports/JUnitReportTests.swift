internal import Foundation
internal import Posix
internal import Testing

@testable internal import ImgtoolKit

#if canImport(FoundationXML)
  internal import FoundationXML
#endif

@Suite("Reports in JUnit's XML")
struct JUnitReportTests {
  private func attribute(_ name: String, _ node: XMLNode) -> String? {
    (node as? XMLElement)?.attribute(forName: name)?.stringValue
  }

  @Test("one suite counts its cases, one for each file, and what is wrong with them")
  func counts() throws {
    let document = try SampleReport.xml()
    let suites = try document.nodes(forXPath: "/testsuites/testsuite")
    #expect(suites.count == 1)
    let suite = try #require(suites.first)
    #expect(attribute("name", suite) == "imgtool check")
    #expect(attribute("tests", suite) == "3")
    #expect(attribute("failures", suite) == "2")
    #expect(attribute("errors", suite) == "1")
    #expect(attribute("skipped", suite) == "0")
    #expect(attribute("time", suite) == "1.500")
    #expect(try document.nodes(forXPath: "//testcase").count == 3)
    #expect(
      try document.nodes(forXPath: "//testcase[not(*)]/@name").map(\.stringValue) == [
        "img/clean.jpg"
      ])
  }

  @Test("a finding is a failure whose type is the rule, with the command in its text")
  func failures() throws {
    let document = try SampleReport.xml("x y.jpg")
    let failures = try document.nodes(forXPath: "//testcase[@name='img/x y.jpg']/failure")
    #expect(failures.map { attribute("type", $0) } == ["under", "location"])
    #expect(
      failures.map { attribute("message", $0) }
        == ["it has 2 bytes, more than 1", "it tells <where>"])
    #expect(
      failures.first?.stringValue == "it has 2 bytes, more than 1\nimgtool mend 'x y.jpg'")
    let errors = try document.nodes(forXPath: "//testcase[@file='img/missing.png']/error")
    #expect(errors.map { attribute("type", $0) } == ["not-found"])
  }

  @Test("a name with characters that XML can't hold is spelled, and the XML can be read")
  func hostileName() throws {
    let document = try SampleReport.xml()
    let names = try document.nodes(forXPath: "//testcase/@name").map(\.stringValue)
    #expect(names[1] == "img/a\\nb%41,c:'d\"<&>\\x1b\\é \\xff")
  }

  @Test(
    "no byte stands in the XML that may not",
    arguments: [
      FilePath(bytes: [0xEF, 0xBF, 0xBE]), FilePath(bytes: [0xED, 0xA0, 0x80]),
      FilePath(bytes: Array(1...255)),
    ])
  func validCharacters(name: FilePath) throws {
    let text = try #require(
      String(bytes: SampleReport.report(name).document(.junit), encoding: .utf8))
    // XML 1.0, 2.2.
    let isValid = text.unicodeScalars.allSatisfy { scalar in
      [0x9, 0xA, 0xD].contains(scalar.value)
        || (0x20...0xFFFD).contains(scalar.value) || scalar.value >= 0x10000
    }
    #expect(isValid)
    #expect(try SampleReport.xml(name).nodes(forXPath: "//failure").count == 2)
  }
}
