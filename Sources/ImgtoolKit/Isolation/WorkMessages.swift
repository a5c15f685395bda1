internal import Formats
internal import Imaging

/// What a worker has to know of a run: the same for most of its pictures, and sent where it changes.
struct WorkOrder: Codable, Equatable, Sendable {
  /// What is made.
  let recipe: Recipe
  /// More pixels than this in one picture are refused.
  let maximumPixels: Int
  /// Threads that may work on it.
  let threads: Int
  /// Whether formats are drawn whose decoders can run code or open other files.
  let allowsUntrustedFormats: Bool
  /// What fails a picture that would lose it.
  let refused: Set<Loss>
  /// What the decode serves that others are made of as well; nil for an output that is made alone.
  let sharing: SharedSizes?

  init(_ pipeline: Pipeline, sharing: SharedSizes?) {
    recipe = pipeline.recipe
    maximumPixels = pipeline.limits.maximumPixels
    threads = pipeline.limits.threads
    allowsUntrustedFormats = pipeline.limits.allowsUntrustedFormats
    refused = pipeline.refused
    self.sharing = sharing
  }
}

/// How a picture is made of one decode in several ways.
struct SurveyRequest: Codable, Sendable {
  /// The ways.
  let rungs: [BudgetRung]
  /// Whether the bytes of all others are to be told.
  let forecasts: Bool
}

/// One picture for a worker; its bytes follow, unless it has them.
struct WorkRequest: Sendable {
  /// How it is made; nil for the order of the picture before.
  let order: WorkOrder?
  /// Whether it is the picture before once more, with what was decoded of it.
  let isAgain: Bool
  /// How many bytes it has.
  let byteCount: Int
  /// What its rungs took before.
  let known: [RungMemory.Rung: Int]
  /// The ways in which it is made; nil for the one of the recipe.
  let survey: SurveyRequest?
  /// What it may take, where it has to see to that itself.
  let limits: WorkLimits?
}

/// What a worker says before its first picture, while it can be believed.
struct WorkerReady: Codable, Sendable {
  /// The walls that stand around it.
  let walls: Int
  /// Bytes of addresses that it has in use.
  let addresses: Int
}

/// What a worker says of a picture; the bytes of what it made follow.
struct WorkReply: Sendable {
  /// What came of it.
  enum Result: Codable, Sendable {
    case made(MadeByWorker)
    case surveyed(SurveyedByWorker)
    case failed(ImagingError)
  }

  /// What came of it.
  let result: Result
  /// What its rungs took; nil where nothing was learned.
  let learned: [RungMemory.Rung: Int]?
}

/// A file that a worker made, but for its bytes.
struct MadeByWorker: Codable, Sendable {
  /// How many bytes it has; they lie behind those of the one before.
  let byteCount: Int
  let format: ImageFormat
  let size: PixelSize
  let quality: Int?
  let encodes: Int
  let decodes: Int
  /// Whether it is the input, byte for byte; then its bytes are nowhere else.
  let isUntouched: Bool
  let warnings: [PictureWarning]
  let score: Double?
  let drawnSize: PixelSize?

  init(_ made: Rendering) {
    byteCount = made.isUntouched ? 0 : made.bytes.count
    format = made.format
    size = made.size
    quality = made.quality
    encodes = made.encodes
    decodes = made.decodes
    isUntouched = made.isUntouched
    warnings = made.warnings
    score = made.score
    drawnSize = made.drawnSize
  }
}

/// What came of decoding a picture once, but for the bytes.
struct SurveyedByWorker: Codable, Sendable {
  let untouched: MadeByWorker?
  let rungs: [MadeByWorker]
  let forecast: ByteForecast?
  let decodes: Int

  init(_ survey: BudgetSurvey) {
    untouched = survey.untouched.map { MadeByWorker($0) }
    rungs = survey.rungs.map { MadeByWorker($0) }
    forecast = survey.forecast
    decodes = survey.decodes
  }
}
