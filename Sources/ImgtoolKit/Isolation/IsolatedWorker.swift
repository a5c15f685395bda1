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
    /// The memory shared with the one that started it, where there is such.
    static let pages: Int32 = 5
    static let behind: Int32 = 5
  }

  /// The first argument of a worker, which is no command that a user could give.
  static let argument: FilePath = "--isolated-worker"
  /// The most bytes of a message.
  static let mostMessageBytes = 4 << 20

  private let line: WorkLine
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

  /// Whether these arguments, without the program's own name, make a worker of the process, or a nursery of such.
  package static func isMeant(by arguments: [FilePath]) -> Bool {
    arguments.first == argument || arguments.first == IsolatedNursery.argument
  }

  /// Works until nobody wants anything any more.
  package static func run(_ arguments: [FilePath]) -> ExitStatus {
    guard Lifeline.dieWithHolder(of: Descriptor.lifeline) else { return .wrongUsage }
    CurrentProcess.closeDescriptors(from: Descriptor.behind)
    if arguments.first == IsolatedNursery.argument { return IsolatedNursery.run() }
    prepare(codecs(arguments))
    return work(sharesPages: false)
  }

  /// Loads what is needed, and gives up what is not.
  static func prepare(_ codecs: Libraries.Codecs) {
    Libraries.start(with: codecs)
    try? ResourceLimit.crashReport.set(to: 0, forGood: true)
    try? ResourceLimit.fileBytes.set(to: 0, forGood: true)
    try? ResourceLimit.openFiles.set(to: mostOpenFiles, forGood: true)
  }

  /// Shuts itself off, and works until nobody wants anything any more.
  static func work(sharesPages: Bool) -> ExitStatus {
    guard Lifeline.dieWithHolder(of: Descriptor.lifeline) else { return .wrongUsage }
    let pages =
      sharesPages
      ? try? SharedPages(adopting: Descriptor.pages, count: 2 * WorkLine.mostShared) : nil
    guard !sharesPages || pages != nil else { return .failure }
    let addresses = CurrentProcess.addressBytes
    let walls = Confinement.enter()
    var worker = IsolatedWorker(pages, addresses: addresses)
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

  private init(_ pages: SharedPages?, addresses: Int) {
    line = WorkLine(MessageSocket(adopting: Descriptor.messages), pages, .worker)
    self.addresses = addresses
  }

  private mutating func serve(_ walls: Confinement) -> ExitStatus {
    do {
      let ready = WorkerReady(walls: walls.rawValue, addresses: addresses)
      try line.send(ValueTree(of: ready).bytes)
      while let message = try line.receive() {
        let request = try WorkRequest(message)
        if let new = request.order { order = new }
        if !request.isAgain {
          // Its memory is wanted for the next one.
          last = nil
          guard let bytes = try line.bytes(request.byteCount) else { return .failure }
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
    if let limits = request.limits { try set(limits) }
    let rungs = RungMemory(request.known)
    let pipeline = Pipeline(
      recipe: order.recipe,
      limits: PipelineLimits(
        maximumPixels: order.maximumPixels, threads: order.threads,
        allowsUntrustedFormats: order.allowsUntrustedFormats),
      refusing: order.refused, memory: memory, rungs: rungs)
    let result: WorkReply.Result
    let files: [Rendering]
    do throws(ImagingError) {
      (result, files) = try make(picture, pipeline, request.survey)
    } catch {
      (result, files) = (.failed(error), [])
    }
    let reply = WorkReply(result: result, learned: rungs.hasNews ? rungs.sizes : nil)
    try line.send(reply.bytes(), files.filter { !$0.isUntouched }.map(\.bytes))
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
