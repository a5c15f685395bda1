internal import Formats
internal import Imaging
internal import Posix

/// The most bytes that all outputs of a run may have together.
package struct TotalBudget: Sendable, Equatable {
  /// The most bytes of all outputs, those that were there already and are left alone among them.
  package var bytes: Int
  /// The most bytes of each output; nil for no limit of its own.
  package var each: Int?

  /// A total of so many bytes.
  package init(bytes: Int, each: Int? = nil) {
    self.bytes = bytes
    self.each = each
  }

  /// What would fall to each of so many outputs if all were alike.
  func evenShare(of count: Int) -> Int { max(bytes / max(count, 1), 1) }

  /// The most bytes that metadata may take of a picture's output: half of its share by the bytes of the
  /// inputs.
  ///
  /// - Parameters:
  ///   - bytes: Bytes of the input.
  ///   - sum: Bytes of all inputs.
  /// - Returns: Bytes, the same whatever the picture's share will be in the end.
  func metadataRoom(of bytes: Int, in sum: Int) -> Int {
    let share = Double(self.bytes) * Double(bytes) / Double(max(sum, 1))
    return min(each ?? .max, Int(min(share, 1e15))) / 2
  }

  /// What is wanted, by which names and formats are planned before anything is measured.
  ///
  /// Where the inputs have more bytes than the total, one without loss and without transparency that
  /// is larger than an even share becomes JPEG, as it does when it is over a budget of its own.
  func planning(_ inputs: [WantedInput]) -> [WantedInput] {
    var sum = 0
    for case .input(let input) in inputs.map(\.found) {
      sum &+= (try? FileStatus(of: input.path).size) ?? 0
    }
    let outputs = inputs.reduce(0) { $0 + $1.outputs.count }
    let limit = sum > bytes ? evenShare(of: outputs) : bytes
    return inputs.map { input in
      WantedInput(
        input.found,
        input.outputs.map { wanted in
          var recipe = wanted.recipe
          recipe.budget?.bytes = min(each ?? limit, limit)
          return wanted.with(recipe)
        })
    }
  }
}

/// What one picture gets of a total: how it is made, and what measuring it has taken.
struct BudgetShare: Sendable {
  /// What holds for the picture at every level.
  var budget: ByteBudget
  /// How it is made; nil for as good as it can be, untouched if possible.
  var rung: BudgetRung?
  /// The bytes that it may have; nil while it is measured.
  var bytes: Int?
  /// The file as it was measured, where there was room to keep it.
  var kept: Rendering?
  /// How often an encoder and a decoder ran to measure it, and for how long.
  var encodes = 0, decodes = 0, seconds = 0.0
}
