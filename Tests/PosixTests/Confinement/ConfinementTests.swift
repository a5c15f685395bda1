#if os(Linux)
  @testable internal import Posix
  internal import Testing

  @Suite("Confinement")
  struct ConfinementTests {
    @Test("names no right that a version of Landlock does not know")
    func rights() {
      for (version, files, network, scopes) in [
        (1, 0x1FFF, 0, 0), (2, 0x3FFF, 0, 0), (3, 0x7FFF, 0, 0), (4, 0x7FFF, 3, 0),
        (5, 0xFFFF, 3, 0), (6, 0xFFFF, 3, 3), (99, 0xFFFF, 3, 3),
      ] as [(Int, UInt64, UInt64, UInt64)] {
        #expect(
          Landlock.rights(of: version)
            == Landlock.Rights(files: files, network: network, scopes: scopes))
      }
    }
  }
#endif
