import Foundation
import ImgtoolKit
import Posix
import TestSupport
import Testing

@Suite("OutputPlan")
struct OutputPlanTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["a.jpg", "b.jpg", "old.jpg", "ours.jpg"] {
      try folder.write(name, Array(name.utf8))
    }
    try FileSystem.makeFolders(path("sub"))
  }

  func path(_ name: String) -> FilePath { FilePath(folder.file(name)) }

  func request(_ input: String, _ output: String, fromFolder: Bool = false) -> OutputPlan.Request {
    let found = fromFolder ? Input(path: path(input), below: "") : Input(path: path(input))
    return OutputPlan.Request(found, output: path(output))
  }

  func decide(
    _ requests: [OutputPlan.Request], besides others: [Input] = [],
    ours: Set<String> = ["ours.jpg"],
    folds: Bool = false, _ change: (inout OutputPlan.Policy) -> Void = { _ in }
  ) -> [String] {
    var policy = OutputPlan.Policy()
    change(&policy)
    let plan = OutputPlan(
      policy, wasWrittenByUs: { path, _ in ours.contains(path.name.description) },
      foldsCase: { _ in folds })
    return plan.decide(requests, besides: others).map { decision in
      switch decision {
      case .write(let replaces): replaces ? "replace" : "write"
      case .skip: "skip"
      case .drop: "drop"
      case .fail(let error):
        "\(error.code.rawValue): \(error.message)".replacingOccurrences(
          of: folder.path + "/", with: "")
      }
    }
  }

  @Test("what is not there yet is written, also below folders to be made")
  func fresh() {
    #expect(
      decide([request("a.jpg", "a-1.jpg"), request("b.jpg", "new/deep/b.jpg")]) == [
        "write", "write",
      ])
  }

  static let conflict = """
    output-conflict: its output x.jpg is that of a.jpg as well, which comes first; \
    --name can tell them apart, and -r with -o keeps their folders
    """

  @Test("of two inputs with one output the first gets it, however it is spelled")
  func conflict() throws {
    try FileSystem.makeLink(at: path("link"), to: ".")
    let wanted = ["write", Self.conflict]
    #expect(decide([request("a.jpg", "x.jpg"), request("b.jpg", "x.jpg")]) == wanted)
    #expect(
      decide([request("a.jpg", "x.jpg"), request("b.jpg", "link/sub/../x.jpg")])[1].hasPrefix(
        "output-conflict: "))
    #expect(
      decide([request("a.jpg", "new/x.jpg"), request("b.jpg", "link/new/x.jpg")])[1].hasPrefix(
        "output-conflict: "))
  }

  @Test("names that differ in case alone are one where the file system folds them")
  func folding() {
    let requests = [
      request("a.jpg", "x.jpg"), request("b.jpg", "X.JPG"), request("b.jpg", "Zürich"),
      request("b.jpg", "Zu\u{308}rich"),
    ]
    #expect(decide(requests) == ["write", "write", "write", "write"])
    #expect(
      decide(requests, folds: true).map { $0.prefix(8) } == [
        "write", "output-c", "write", "output-c",
      ])
  }

  @Test(
    "an output that is an input is refused, also with --overwrite and under another name",
    arguments: ["a.jpg", "sub/../a.jpg", "link/a.jpg", "symbolic.jpg", "hard.jpg"])
  func input(output: String) throws {
    try FileSystem.makeLink(at: path("link"), to: ".")
    try FileSystem.makeLink(at: path("symbolic.jpg"), to: "a.jpg")
    try FileSystem.link(path("a.jpg"), to: path("hard.jpg"))
    let own =
      """
      output-exists: its output \(output) would replace the input itself; --in-place does that, \
      -o writes elsewhere
      """
    #expect(decide([request("a.jpg", output)]) { $0.overwrites = true } == [own])
    let other = "output-exists: its output \(output) would replace the input a.jpg"
    #expect(
      decide([request("b.jpg", output), request("a.jpg", "new.jpg")]) { $0.overwrites = true } == [
        other, "write",
      ])
  }

  @Test("inputs that failed already are protected as well")
  func others() {
    #expect(
      decide([request("b.jpg", "a.jpg")], besides: [Input(path: path("a.jpg"))]) {
        $0.overwrites = true
      }
        == ["output-exists: its output a.jpg would replace the input a.jpg"])
  }

  @Test("a file is replaced where the program made it or the user says so")
  func existing() {
    let requests = [request("a.jpg", "old.jpg"), request("b.jpg", "ours.jpg")]
    let refused = """
      output-exists: its output old.jpg is there already and not known to be imgtool's own; \
      --overwrite replaces it, --skip-existing leaves it
      """
    #expect(decide(requests) == [refused, "replace"])
    #expect(decide(requests) { $0.overwrites = true } == ["replace", "replace"])
    #expect(decide(requests) { $0.skipsExisting = true } == ["skip", "skip"])
  }

  @Test("a link that leads nowhere is there, and a folder is never replaced")
  func odd() throws {
    try FileSystem.makeLink(at: path("dangling.jpg"), to: "none")
    #expect(decide([request("a.jpg", "dangling.jpg")])[0].hasPrefix("output-exists: "))
    #expect(
      decide([request("a.jpg", "sub")]) { $0.overwrites = true } == [
        "output-exists: its output sub is a folder"
      ])
  }

  @Test("in place an input is replaced, through links too, but no other input is")
  func inPlace() throws {
    try FileSystem.makeLink(at: path("link.jpg"), to: "a.jpg")
    try FileSystem.link(path("a.jpg"), to: path("hard.jpg"))
    let real = try FileSystem.realPath(path("a.jpg"))
    let link = OutputPlan.Request(Input(path: path("link.jpg")), output: real)
    #expect(
      decide([request("hard.jpg", "hard.jpg"), link]) { $0.isInPlace = true } == [
        "replace", "replace",
      ])
    #expect(
      decide([request("a.jpg", "b.jpg"), request("b.jpg", "b.jpg")]) { $0.isInPlace = true }[0]
        == "output-exists: its output b.jpg would replace the input b.jpg")
    #expect(
      decide([request("a.jpg", "old.jpg")]) { $0.isInPlace = true }[0].hasPrefix("output-exists: "))
  }

  @Test("an earlier output that lies in a walked folder is no input when it is made again")
  func ownOutputs() throws {
    try folder.write("a-1.jpg", [])
    try folder.write("a-1-1.jpg", [])
    let requests = [
      request("a-1-1.jpg", "a-1-1-1.jpg", fromFolder: true),
      request("a-1.jpg", "a-1-1.jpg", fromFolder: true),
      request("a.jpg", "a-1.jpg", fromFolder: true),
    ]
    let all: Set = ["a-1.jpg", "a-1-1.jpg"]
    #expect(decide(requests, ours: all) == ["drop", "drop", "replace"])
    // What the program did not make is somebody's picture.
    let foreign = decide(requests, ours: [])
    #expect(foreign[0] == "write")
    #expect(foreign[2] == "output-exists: its output a-1.jpg would replace the input a-1.jpg")
  }

  @Test("a named file stays an input")
  func namedOutput() throws {
    try folder.write("a-1.jpg", [])
    #expect(
      decide([request("a.jpg", "a-1.jpg"), request("a-1.jpg", "a-1-1.jpg")], ours: ["a-1.jpg"])
        == ["output-exists: its output a-1.jpg would replace the input a-1.jpg", "write"])
  }

  @Test("stdout takes an image without any question")
  func standardOutput() {
    let request = OutputPlan.Request(.standardInput, output: "-")
    #expect(decide([request]) == ["write"])
  }

  @Test("whether a file system folds case is found out from what is there")
  func probe() throws {
    try folder.write("A.JPG", [])
    // Where both spellings are two files, case counts.
    let isSensitive = try folder.names().contains("a.jpg")
    #expect(CaseFolding.isDone(in: path("")) == !isSensitive)
    #expect(CaseFolding.isDone(in: path("missing")) == !isSensitive)
  }
}
