internal import CFuzz

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

// The name of a target, then libFuzzer's own arguments: folders of inputs, and options (`-help=1`).
let named = CommandLine.arguments.dropFirst().first ?? ""
guard let target = FuzzTarget.all.first(where: { $0.name == named }) else {
  for target in FuzzTarget.all { print(target.name) }
  exit(named == "--list" ? 0 : 2)
}
var count = CommandLine.argc - 1
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv + 1
exit(LLVMFuzzerRunDriver(&count, &arguments, target.look))
