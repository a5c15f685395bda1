#if canImport(Glibc)
  internal import CPosix
  internal import Glibc

  /// The kernel's wall around system calls (seccomp(2)): what is not named here fails with EPERM.
  ///
  /// A failure, not the end of the process: libraries ask for this and that, and go on without.
  enum SystemCallFilter {
    /// A call that is allowed where its arguments are as they should be.
    private struct Condition {
      /// A word of 32 bits, from 0, of the arguments, which have two, the lower one first; the bits of it that
      /// count, and what they must be.
      typealias Check = (word: Int, mask: UInt32, value: UInt32)

      let call: Int32
      let checks: [Check]

      init(_ call: Int32, _ checks: Check...) {
        self.call = call
        self.checks = checks
      }
    }

    /// Puts the filter around all threads.
    ///
    /// - Returns: Whether it stands.
    static func install() -> Bool {
      guard imgtool_call_architecture() != 0 else { return false }
      var program = program
      return imgtool_filter_calls(&program, UInt16(program.count)) == 0
    }

    /// New threads, never new processes; signals and names of nobody else; limits to be read, not to be raised.
    private static var conditions: [Condition] {
      let own = UInt32(bitPattern: getpid())
      let thread = imgtool_CLONE_THREAD
      return [
        Condition(imgtool_SYS_clone, (0, thread, thread)),
        Condition(imgtool_SYS_tgkill, (0, .max, own)),
        Condition(imgtool_SYS_prlimit, (0, .max, 0), (4, .max, 0), (5, .max, 0)),
        Condition(imgtool_SYS_prctl, (0, .max, UInt32(PR_SET_NAME))),
      ]
    }

    private static var program: [sock_filter] {
      // Offsets in `struct seccomp_data`: the call's number, the processor, then arguments of 8 bytes.
      var program = [
        load(4), jump(ifEqual: imgtool_call_architecture(), 1, 0), answer(SECCOMP_RET_KILL_PROCESS),
        load(0),
      ]
      // glibc makes threads by clone3, whose flags a filter can't see, or by clone where there is none.
      program += [
        jump(ifEqual: UInt32(imgtool_SYS_clone3), 0, 1),
        answer(SECCOMP_RET_ERRNO | UInt32(ENOSYS)),
      ]
      for index in 0..<imgtool_harmless_call_count {
        program += [
          jump(ifEqual: UInt32(imgtool_harmless_call(index)), 0, 1), answer(SECCOMP_RET_ALLOW),
        ]
      }
      for condition in conditions {
        var body: [sock_filter] = []
        // The numbers of instructions to leave out grow towards the front.
        for check in condition.checks.reversed() {
          let offset = UInt32(16 + check.word * 4)
          body =
            [
              load(offset), mask(check.mask), jump(ifEqual: check.value, 0, UInt8(body.count + 1)),
            ] + body
        }
        body += [answer(SECCOMP_RET_ALLOW), answer(refusal)]
        program += [jump(ifEqual: UInt32(condition.call), 0, UInt8(body.count))] + body
      }
      return program + [answer(refusal)]
    }

    private static let refusal = SECCOMP_RET_ERRNO | UInt32(EPERM)

    private static func load(_ offset: UInt32) -> sock_filter {
      sock_filter(code: UInt16(BPF_LD | BPF_W | BPF_ABS), jt: 0, jf: 0, k: offset)
    }

    private static func mask(_ bits: UInt32) -> sock_filter {
      sock_filter(code: UInt16(BPF_ALU | BPF_AND | BPF_K), jt: 0, jf: 0, k: bits)
    }

    /// Leaves out so many instructions where the value loaded is this one, and so many where it isn't.
    private static func jump(ifEqual value: UInt32, _ same: UInt8, _ other: UInt8) -> sock_filter {
      sock_filter(code: UInt16(BPF_JMP | BPF_JEQ | BPF_K), jt: same, jf: other, k: value)
    }

    private static func answer(_ action: UInt32) -> sock_filter {
      sock_filter(code: UInt16(BPF_RET | BPF_K), jt: 0, jf: 0, k: action)
    }
  }
#endif
