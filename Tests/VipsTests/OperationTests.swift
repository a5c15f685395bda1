import Testing

@testable import Vips

@Suite("The door to the library")
struct OperationTests {
  @Test("an operation that does not exist throws and is named")
  func unknownOperation() {
    #expect {
      try Operation.image("no_such_operation", [])
    } throws: { error in
      (error as? VipsError)?.operation == "no_such_operation"
    }
  }

  @Test("an argument that the operation does not have throws")
  func unknownArgument() throws {
    let image = try Pictures.plain([1])
    #expect(throws: VipsError.self) {
      try Operation.image("rot", [("in", .image(image)), ("no-such-argument", .integer(1))])
    }
  }

  @Test(
    "an argument of another kind throws and is named",
    arguments: [
      ("rot", "in", Argument.integer(1)), ("rot", "angle", .integer(1)),
      ("rot", "angle", .word("d91")), ("resize", "scale", .integer(1)),
      ("resize", "scale", .word("1")), ("extract_area", "left", .number(1)),
      ("extract_area", "left", .integer(.max)), ("cast", "shift", .number(1)),
      ("cast", "shift", .bytes([1])), ("linear", "a", .number(1)),
      ("pngload_buffer", "buffer", .word("x")), ("pngload_buffer", "buffer", .bytes([])),
      ("bandjoin", "in", .numbers([1])), ("copy", "in", .images([])),
      ("copy", "in", .flag(true)), ("pngsave_buffer", "filter", .word("no-such-filter")),
    ])
  func wrongKind(operation: String, name: String, value: Argument) {
    #expect {
      try Operation.image(operation, [(name, value)])
    } throws: { error in
      (error as? VipsError)?.detail.hasPrefix("\(name) cannot be") == true
    }
  }

  @Test(
    "a value out of range throws instead of being left out",
    arguments: [
      ("jpegsave_buffer", "Q", Argument.integer(101)), ("jpegsave_buffer", "Q", .integer(0)),
      ("jpegload_buffer", "shrink", .integer(17)), ("resize", "scale", .number(-1)),
      ("resize", "scale", .number(.nan)), ("resize", "scale", .number(.infinity)),
    ])
  func outOfRange(operation: String, name: String, value: Argument) {
    #expect {
      try Operation.image(operation, [(name, value)])
    } throws: { error in
      (error as? VipsError)?.detail.hasPrefix("\(name) cannot be") == true
    }
  }

  @Test("an operation that lacks an argument throws")
  func missingArgument() {
    #expect(throws: VipsError.self) { try Operation.image("rot", []) }
  }

  @Test("what the library says about a failure comes along, on one line")
  func detail() {
    #expect {
      try VipsImage.loadPNG([1, 2, 3])
    } throws: { error in
      guard let error = error as? VipsError else { return false }
      return error.operation == "pngload_buffer" && !error.detail.isEmpty
        && !error.detail.contains(where: \.isNewline)
    }
  }
}
