import ImgtoolKit
import Posix

@main
struct Imgtool {
  static func main() {
    InterruptTrap.prepareProcess()
    let environment = Environment(console: SystemConsole())
    InterruptTrap.set(cancelling: environment.cancellation)
    let arguments = ProcessArguments.bytes.dropFirst().map { FilePath(bytes: $0) }
    let status = Subcommands.tree.run(arguments, in: environment)
    InterruptTrap.leave(status)
  }
}
