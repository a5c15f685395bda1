package import Batch
package import Imaging
package import Posix

/// How a command wants its pictures to be made: a recipe, and everything that changes no byte of it.
package struct BatchSettings: Sendable {
  /// What is made of each picture.
  package var recipe: Recipe
  /// Whether each picture of an input is made, not the primary one alone.
  package var makesAllPictures = false
  /// The most bytes of all outputs together; nil for as many as they take.
  package var total: TotalBudget?
  /// How outputs are called.
  package var template: NameTemplate
  /// The value of `{command}`.
  package var command: String
  /// The value of `{max}`.
  package var maximum = ""
  /// What fails a picture that would lose it.
  package var refusedLosses: Set<Loss> = []
  /// How files that are there are treated.
  package var existing = OutputPlan.Policy()
  /// Whether outputs get the modification times of their inputs.
  package var keepsTimes = false
  /// Whether outputs survive a power cut once they are reported.
  package var isDurable = false
  /// The folder that outputs don't leave, whatever links are made in it; nil where `-o` names none.
  package var outputFolder: FilePath?
  /// How many pictures may be under way at once.
  package var jobs = Machine.processors
  /// The memory that those under way may take.
  package var memory = MemoryBudget.standard
  /// Seconds that one picture may take; nil for no limit.
  package var timeout: Double?
  /// Results of earlier runs; nil where none are used or kept.
  package var cache: PictureCache?
  /// Processes that make the pictures in place of this one; nil where it makes them itself.
  package var isolation: WorkerPool?
  /// More pixels than this in one picture are refused.
  package var maximumPixels = 500_000_000
  /// Whether the first failure ends the run.
  package var failsFast = false
  /// Whether nothing is written.
  package var isDryRun = false
  /// What is printed, and how.
  package var style = ReportStyle()

  /// How many of so many pictures are under way at once, and how many threads each of them has.
  func workers(for pictures: Int) -> (jobs: Int, threads: Int) {
    let jobs = min(jobs, max(pictures, 1))
    return (jobs, max(1, min(Machine.processors, self.jobs) / jobs))
  }

  /// Settings for a recipe, all else at its default.
  package init(recipe: Recipe, template: NameTemplate, command: String) {
    self.recipe = recipe
    self.template = template
    self.command = command
  }
}
