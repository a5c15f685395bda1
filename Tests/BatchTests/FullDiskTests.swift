#if canImport(Glibc)
  internal import Glibc
#endif
import Posix
import TestSupport
import Testing

@testable import Batch

#if compiler(>=6.2) && canImport(Glibc)
  /// What happens where bytes run out, or the process is killed: run in processes of their own.
  @Suite struct FullDiskTests {
    @Test("A file over the size limit of the process is an error, and nothing is left of it")
    func obeysSizeLimit() async {
      await #expect(processExitsWith: .success) {
        Signal.fileSizeExceeded.ignore()
        let folder = try TemporaryFolder()
        var limit = rlimit(rlim_cur: 10_000, rlim_max: 10_000)
        #expect(setrlimit(__rlimit_resource_t(1), &limit) == 0)
        for way in AtomicFileTests.Way.allCases {
          let error = Self.failure {
            _ = try AtomicFile.write(
              [UInt8](repeating: 1, count: 50_000), to: FilePath(folder.file("out")), way.options)
          }
          #expect(error == .tooLarge)
          #expect(error?.isOutOfSpace == true)
          #expect(try folder.names() == [])
        }
      }
    }

    @Test(
      "On a full file system nothing is left, and what had the name stays", .enabled(if: canMount))
    func survivesFullFileSystem() async {
      await #expect(processExitsWith: .success) {
        let folder = try TemporaryFolder()
        #expect(mount("tmpfs", folder.path, "tmpfs", 0, "size=64k") == 0)
        // Unmounted while it is the current folder: it goes with this process, however that ends.
        #expect(chdir(folder.path) == 0)
        #expect(umount2(folder.path, 2) == 0)
        for way in AtomicFileTests.Way.allCases {
          let old = try AtomicFile.write([9], to: "old", way.replacing)
          for name in ["new", "old"] as [FilePath] {
            let error = Self.failure {
              _ = try AtomicFile.write(
                [UInt8](repeating: 1, count: 100_000), to: name, way.replacing)
            }
            #expect(error == .noSpace)
          }
          #expect(try FolderListing.entries(of: ".").map(\.name) == ["old"])
          #expect(try FileStatus(of: "old").isSameFile(as: old.status))
        }
      }
    }

    @Test("Killed in the middle, a process leaves no file without a hidden name")
    func survivesKill() async throws {
      let result = await #expect(processExitsWith: .signal(9), observing: [\.standardOutputContent])
      {
        let folder = try TemporaryFolder()
        let unnamed = try AtomicFile(at: FilePath(folder.file("one")), AtomicFileOptions())
        try unnamed.write([1, 2, 3])
        let hidden = try AtomicFile(
          at: FilePath(folder.file("two")), AtomicFileTests.Way.hidden.options)
        try hidden.write([1, 2, 3])
        try StandardStream.output.write(Array("<\(folder.path)>".utf8))
        kill(getpid(), SIGKILL)
        _ = try unnamed.commit()
        _ = try hidden.commit()
      }
      let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
      let start = try #require(output.firstIndex(of: "<"))
      let end = try #require(output.lastIndex(of: ">"))
      let folder = FilePath(String(output[output.index(after: start)..<end]))
      let left = try FolderListing.entries(of: folder)
      #expect(left.allSatisfy { HiddenName(parsing: $0.name) != nil })
      #expect(!left.isEmpty)
      LeftoverSweep().sweep(folder)
      #expect(try FolderListing.entries(of: folder).isEmpty)
      try FileSystem.removeFolder(folder)
    }

    static let canMount: Bool = {
      guard let folder = try? TemporaryFolder() else { return false }
      return mount("tmpfs", folder.path, "tmpfs", 0, "size=64k") == 0
        && umount2(folder.path, 2) == 0
    }()

    static func failure(_ body: () throws -> Void) -> SystemError? {
      do {
        try body()
        return nil
      } catch {
        return error as? SystemError
      }
    }
  }
#endif
