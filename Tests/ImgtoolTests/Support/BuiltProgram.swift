internal import Foundation

/// The program under test.
enum BuiltProgram {
  /// Where the build put it: beside the bundle of the tests.
  static let path: String = {
    #if canImport(Darwin)
      let bundles = Bundle.allBundles.map(\.bundlePath).filter { $0.hasSuffix(".xctest") }
      let bundle = bundles.first ?? CommandLine.arguments[0]
    #else
      let bundle = CommandLine.arguments[0]
    #endif
    return URL(fileURLWithPath: bundle).deletingLastPathComponent()
      .appendingPathComponent("imgtool").path
  }()
}
