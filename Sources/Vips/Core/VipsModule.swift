internal import CVips

/// A part of the library that lies in a file of its own where the library was built so, as Debian builds it.
///
/// The library loads all its modules when it starts, and with them what they stand on, ImageMagick and Poppler
/// among it: half of the time of a start, and code that no picture needs. With `VipsLibrary.leaveModulesOut` each is
/// loaded when the first of its operations is called.
enum VipsModule: String {
  case jxl
  case poppler

  /// The module that an operation may be in; nil where it is in the library itself.
  private init?(of operation: String) {
    if operation.hasPrefix("jxl") {
      self = .jxl
    } else if operation.hasPrefix("pdf") {
      self = .poppler
    } else {
      return nil
    }
  }

  /// Sees to it that an operation is there if the machine has it.
  ///
  /// To be called once the library has started.
  static func provide(for operation: String) {
    switch VipsModule(of: operation) {
    case .jxl: _ = jxlIsLoaded
    case .poppler: _ = popplerIsLoaded
    case nil: break
    }
  }

  // A `static let` runs once, whichever thread comes first; others wait for it.
  private static let jxlIsLoaded = VipsModule.jxl.load()
  private static let popplerIsLoaded = VipsModule.poppler.load()

  /// Loads the module, which tells the library of its operations and stays for good.
  ///
  /// - Returns: Whether it is there.
  private func load() -> Bool {
    guard let library = imgtool_vips_file() else { return false }
    let folder = String(cString: library).split(separator: "/", omittingEmptySubsequences: false)
      .dropLast().joined(separator: "/")
    // The folder's name as libvips' own `vips_load_plugins` puts it together.
    let path = "\(folder)/vips-modules-\(vips_version(0)).\(vips_version(1))/vips-\(rawValue)"
    // Without its extension the name is completed as the system wants it.
    return g_module_open(path, G_MODULE_BIND_LAZY) != nil
  }
}
