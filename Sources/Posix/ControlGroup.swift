/// The limits that a container or service manager sets on the process (Linux control groups).
struct ControlGroup {
  /// How many processors' worth of time it may use, rounded up, or nil without a limit.
  let processors: Int?
  /// Bytes of memory it may use, or nil without a limit.
  let memory: Int?

  /// The limits of this process, those of enclosing groups included.
  static var current: ControlGroup {
    ControlGroup(membership: smallFile("/proc/self/cgroup") ?? "", root: "/sys/fs/cgroup")
  }

  /// The limits of the groups that `membership`, a text like `/proc/self/cgroup`, names below `root`.
  init(membership: String, root: FilePath) {
    var processors: [Int] = []
    var memory: [Int] = []
    for line in membership.split(separator: "\n").prefix(64) {
      // Hierarchy number, controllers, path. No controllers: version 2 (cgroups(7)).
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { continue }
      let controllers = fields[1].split(separator: ",")
      for folder in Self.folders(String(fields[2])) {
        if controllers.isEmpty {
          let folder = root.appending(folder)
          processors += [Self.processors(cpuMax: smallFile(folder.appending("cpu.max")) ?? "")]
            .compactMap(\.self)
          memory += [Self.number(smallFile(folder.appending("memory.max")))].compactMap(\.self)
        }
        if controllers.contains("cpu") {
          let folder = root.appending("cpu").appending(folder)
          let quota = smallFile(folder.appending("cpu.cfs_quota_us")) ?? ""
          let period = smallFile(folder.appending("cpu.cfs_period_us")) ?? ""
          processors += [Self.processors(cpuMax: quota + " " + period)].compactMap(\.self)
        }
        if controllers.contains("memory") {
          let folder = root.appending("memory").appending(folder)
          memory += [Self.number(smallFile(folder.appending("memory.limit_in_bytes")))]
            .compactMap(\.self)
        }
      }
    }
    self.processors = processors.min()
    self.memory = memory.min()
  }

  /// The group's folder and all above it, up to the root: any of them may be the one that is mounted.
  private static func folders(_ path: String) -> [FilePath] {
    let parts = path.split(separator: "/").prefix(64)
    return (0...parts.count).map { FilePath(parts.prefix($0).joined(separator: "/")) }
  }

  /// The processors that a quota and a period in microseconds stand for, or nil for no limit.
  private static func processors(cpuMax text: String) -> Int? {
    let fields = text.split(whereSeparator: \.isWhitespace)
    guard fields.count == 2, let quota = number(String(fields[0])),
      let period = number(String(fields[1]))
    else { return nil }
    return quota / period + (quota % period == 0 ? 0 : 1)
  }

  /// A number above zero; nil for `max`, -1 and whatever else means no limit.
  private static func number(_ text: String?) -> Int? {
    guard let text, let first = text.split(whereSeparator: \.isWhitespace).first,
      let number = Int(first), number > 0
    else { return nil }
    return number
  }
}
