internal import Batch
internal import Checksum
internal import Formats
internal import Imaging

/// The work for one picture: its outputs, one after the other, of one decode.
struct InputJob: Sendable {
  /// An output and the place of its step in the plan.
  struct Part: Sendable {
    let index: Int
    let job: PictureJob
  }

  /// The outputs that are still to be made.
  private(set) var parts: [Part]
  /// The output that stands for all of them among those that other jobs make.
  private let lead: PlannedPicture
  /// What other jobs are making.
  private let inFlight: InFlight<ContentDigest>

  /// Nil where there is nothing to do.
  init?(_ parts: [Part], _ inFlight: InFlight<ContentDigest>) {
    guard let lead = parts.first?.job.picture else { return nil }
    self.parts = parts
    self.lead = lead
    self.inFlight = inFlight
  }

  /// Does the work.
  ///
  /// - Parameters:
  ///   - token: Asked whether it is still wanted.
  ///   - console: Takes a picture that goes to standard output.
  ///   - again: Begins what is left anew, once what another job is making is there.
  ///   - report: Gets the place and the outcome of each output.
  func run(
    _ token: CancellationToken, console: any Console,
    again: @escaping @Sendable (InputJob) -> Void, report: (Int, Outcome) -> Void
  ) {
    let shared = SharedInput(lead.wanted.sharing)
    let turn = TwinTurn(lead, in: inFlight)
    defer {
      turn.end()
      shared.end()
    }
    for (place, part) in parts.enumerated() {
      turn.again = { [rest = rest(from: place)] in again(rest) }
      guard let outcome = part.job.run(token, shared, turn, console: console) else { return }
      report(part.index, outcome)
    }
  }

  private func rest(from place: Int) -> InputJob {
    var rest = self
    rest.parts.removeFirst(place)
    return rest
  }
}
