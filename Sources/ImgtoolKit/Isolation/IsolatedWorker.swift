internal import Imaging
package import Posix

/// The other side: a process that makes one picture after the other for the one that started it.
///
/// Before it is given the first one, it shuts itself off from everything but the line to that one.
package struct IsolatedWorker: ~Copyable {
  /// The numbers under which a worker finds what it was given.
  enum Descriptor {
    static let messages: Int32 = 3
    static let lifeline: Int32 = 4
    static let behind: Int32 = 5
  }

  /// The first argument of a worker, which is no command that a user could give.
  static let argument: FilePath = "--isolated-worker"
  /// The most bytes of a message.
  static let mostMessageBytes = 4 << 20

  private let messages = MessageSocket(adopting: Descriptor.messages)
  /// Addresses that are in use before the first picture.
  private let addresses: Int
  private let memory = SizeMemory()
  private var order: WorkOrder?
  private var last: Picture?

  /// A picture, and what its outputs share.
  private struct Picture {
    let source: Result<Source, ImagingError>
    let decode: SharedDecode?
  }

  /// Whether these arguments, without the program's own name, make a worker of the process.
  package static func isMeant(by arguments: [FilePath]) -> Bool {
    arguments.first == argument
  }

  /// Works until nobody wants anything any more.
  package static func run(_ arguments: [FilePath]) -> ExitStatus {
    guard Lifeline.dieWithHolder(of: Descriptor.lifeline) else { return .wrongUsage }
    CurrentProcess.closeDescriptors(from: Descriptor.behind)
    Libraries.start(with: codecs(arguments))
    let addresses = CurrentProcess.addressBytes
    try? ResourceLimit.crashReport.set(to: 0, forGood: true)
    try? ResourceLimit.fileBytes.set(to: 0, forGood: true)
    try? ResourceLimit.openFiles.set(to: mostOpenFiles, forGood: true)
    let walls = Confinement.enter()
    var worker = IsolatedWorker(addresses: addresses)
    return worker.serve(walls)
  }

  /// The arguments of a worker, the program's own name first.
  static func arguments(_ codecs: Libraries.Codecs) -> [FilePath] {
    [FilePath(Program.name), argument, FilePath("\(codecs.rawValue)")]
  }

  private static func codecs(_ arguments: [FilePath]) -> Libraries.Codecs {
    Libraries.Codecs(rawValue: arguments.last.flatMap { Int($0.description) } ?? 0)
  }

  /// Beyond its own descriptors, those by which threads wake each other.
  private static let mostOpenFiles = 64

  private init(addresses: Int) {
    self.addresses = addresses
  }

  private mutating func serve(_ walls: Confinement) -> ExitStatus {
    do {
      try messages.send(ValueTree(of: walls.rawValue).bytes)
      while let message = try messages.receive(limit: Self.mostMessageBytes) {
        let request = try WorkRequest(message)
        if let new = request.order { order = new }
        if !request.isAgain {
          // Its memory is wanted for the next one.
          last = nil
          guard let bytes = try messages.receiveBytes(request.byteCount) else { return .failure }
          last = picture(bytes)
        }
        try answer(request)
        // What others share is kept until the next picture comes.
        if last?.decode == nil { last = nil }
      }
      return .success
    } catch {
      return .failure
    }
  }

  private func picture(_ bytes: [UInt8]) -> Picture {
    let source = Result { () throws(ImagingError) in try Source(bytes) }
    return Picture(source: source, decode: order?.sharing.map { SharedDecode(for: $0) })
  }

  private func answer(_ request: WorkRequest) throws {
    guard let order, let picture = last else { throw SystemError.notFound }
    try set(request.limits)
    let rungs = RungMemory(request.known)
    let pipeline = Pipeline(
      recipe: order.recipe,
      limits: PipelineLimits(maximumPixels: order.maximumPixels, threads: order.threads),
      refusing: order.refused, memory: memory, rungs: rungs)
    let result: WorkReply.Result
    let files: [Rendering]
    do throws(ImagingError) {
      (result, files) = try make(picture, pipeline, request.survey)
    } catch {
      (result, files) = (.failed(error), [])
    }
    let reply = WorkReply(result: result, learned: rungs.hasNews ? rungs.sizes : nil)
    try messages.send(reply.bytes())
    for file in files where !file.isUntouched { try messages.sendBytes(file.bytes) }
  }

  private func make(
    _ picture: Picture, _ pipeline: Pipeline, _ survey: SurveyRequest?
  ) throws(ImagingError) -> (WorkReply.Result, [Rendering]) {
    let source = try picture.source.get()
    guard let survey else {
      let made = try pipeline.run(source, sharing: picture.decode)
      return (.made(MadeByWorker(made)), [made])
    }
    let made = try pipeline.survey(source, survey.rungs, forecasts: survey.forecasts)
    return (
      .surveyed(SurveyedByWorker(made)), (made.untouched.map { [$0] } ?? []) + made.rungs
    )
  }

  private func set(_ limits: WorkLimits) throws(SystemError) {
    let spent = Int(CurrentProcess.processorSeconds.rounded(.up))
    try ResourceLimit.processorSeconds.set(to: spent &+ limits.processorSeconds)
    try ResourceLimit.addresses.set(to: addresses &+ limits.addressBytes)
  }
}
