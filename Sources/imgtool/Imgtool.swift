import ImgtoolKit
import Posix

@main
struct Imgtool {
  static func main() {
    InterruptTrap.prepareProcess()
    let arguments = ProcessArguments.bytes.dropFirst().map { FilePath(bytes: $0) }
    if IsolatedWorker.isMeant(by: arguments) {
      CurrentProcess.exit(IsolatedWorker.run(arguments).rawValue)
    }
    if ConfinementTrial.isMeant(by: arguments) {
      CurrentProcess.exit(ConfinementTrial.run(arguments).rawValue)
    }
    let environment = Environment(console: SystemConsole())
    guard OpenFiles.areEnough(environment.console) else {
      CurrentProcess.exit(ExitStatus.wrongUsage.rawValue)
    }
    InterruptTrap.set(cancelling: environment.cancellation)
    let status = Subcommands.tree.run(arguments, in: environment)
    InterruptTrap.leave(status)
  }
}
