internal import CHeif
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// What FFmpeg's decoder says about the data it decodes.
///
/// It conceals damage and reports success; only its log tells, which by default goes to stderr.
enum FFmpegLog {
  /// `AV_LOG_ERROR` of libavutil's log.h: something went wrong and data was lost.
  private static let errorLevel: Int32 = 16

  /// Takes the log over from stderr, where FFmpeg is loaded.
  static func capture() {
    let name = "av_log_set_callback"
    guard let symbol = plugin.flatMap({ dlsym($0, name) }) ?? dlsym(dlopen(nil, RTLD_LAZY), name)
    else { return }
    let setListener = unsafeBitCast(symbol, to: cheif_ffmpeg_set_listener.self)
    setListener { _, level, format, values in
      guard level <= FFmpegLog.errorLevel, let format else { return }
      FFmpegLog.report(FFmpegLog.text(format, values))
    }
  }

  /// The plugin, whose symbols are not those of the program; nil where FFmpeg is no plugin.
  private static var plugin: UnsafeMutableRawPointer? {
    guard let folders = heif_get_plugin_directories() else { return nil }
    defer { heif_free_plugin_directories(folders) }
    var folder = folders
    while let path = folder.pointee {
      let file = String(cString: path) + "/libheif-ffmpegdec.so"
      if let plugin = dlopen(file, RTLD_LAZY | RTLD_NOLOAD) { return plugin }
      folder += 1
    }
    return nil
  }

  private static func text(_ format: UnsafePointer<CChar>, _ values: CVaListPointer?) -> String {
    // Not optional on every machine.
    guard let values else { return "" }
    var line = [CChar](repeating: 0, count: 200)
    vsnprintf(&line, line.count, format, values)
    let bytes = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: bytes.last == 10 ? bytes.dropLast() : bytes[...], as: UTF8.self)
  }

  /// A decoder at work, and what was said meanwhile.
  private struct Listener {
    let identifier: Int
    /// The thread that decodes; nil where several do.
    let thread: UInt?
    var heard: [String] = []
  }

  private struct Listeners {
    var next = 0
    var all: [Listener] = []
  }

  // The log is one for the process, and so is the list of those who listen.
  private static let listeners = Mutex(Listeners())

  /// Runs `body` and collects the errors that were said about its data.
  ///
  /// - Parameters:
  ///   - onThisThread: Whether all decoding is done by the caller's thread; else what another such
  ///     decoder says at the same time is heard too.
  ///   - body: Decodes.
  /// - Returns: What `body` made, and what was heard.
  /// - Throws: What `body` throws.
  static func listening<Result>(
    onThisThread: Bool, _ body: () throws(HeifError) -> Result
  ) throws(HeifError) -> (Result, [String]) {
    let identifier = add(thread: onThisThread ? currentThread : nil)
    do {
      let result = try body()
      return (result, remove(identifier))
    } catch {
      _ = remove(identifier)
      throw error
    }
  }

  private static var currentThread: UInt {
    #if canImport(Darwin)
      UInt(bitPattern: pthread_self())
    #else
      pthread_self()
    #endif
  }

  private static func add(thread: UInt?) -> Int {
    listeners.withLock { state in
      state.next &+= 1
      state.all.append(Listener(identifier: state.next, thread: thread))
      return state.next
    }
  }

  private static func remove(_ identifier: Int) -> [String] {
    listeners.withLock { state in
      guard let index = state.all.firstIndex(where: { $0.identifier == identifier }) else {
        return []
      }
      return state.all.remove(at: index).heard
    }
  }

  private static func report(_ message: String) {
    let thread = currentThread
    listeners.withLock { state in
      let owner = state.all.lastIndex { $0.thread == thread }
      for index in state.all.indices
      where owner == nil ? state.all[index].thread == nil : index == owner {
        // The first few tell enough.
        if state.all[index].heard.count < 8 { state.all[index].heard.append(message) }
      }
    }
  }
}
