#if canImport(Glibc)
  internal import CPosix
  internal import Glibc

  /// The kernel's wall around system calls (seccomp(2)): what is not named here fails with EPERM.
  ///
  /// A failure, not the end of the process: libraries ask for this and that, and go on without.
  enum SystemCallFilter {
    /// A call that is allowed where one of its arguments is as it should be.
    private struct Condition {
      let call: Int32
      /// Which argument, from 0.
      let argument: Int
      /// The bits of it, of the lower 32, that count, and what they must be.
      let mask, value: UInt32
    }

    /// Puts the filter around all threads.
    ///
    /// - Returns: Whether it stands.
    static func install() -> Bool {
      guard imgtool_call_architecture() != 0 else { return false }
      var program = program
      return imgtool_filter_calls(&program, UInt16(program.count)) == 0
    }

    /// New threads, never new processes; signals, limits and names of nobody else.
    private static var conditions: [Condition] {
      let own = UInt32(bitPattern: getpid())
      let thread = imgtool_CLONE_THREAD
      return [
        Condition(call: imgtool_SYS_clone, argument: 0, mask: thread, value: thread),
        Condition(call: imgtool_SYS_tgkill, argument: 0, mask: .max, value: own),
        Condition(call: imgtool_SYS_prlimit, argument: 0, mask: .max, value: 0),
        Condition(call: imgtool_SYS_prctl, argument: 0, mask: .max, value: UInt32(PR_SET_NAME)),
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
        let offset = UInt32(16 + condition.argument * 8)
        program += [
          jump(ifEqual: UInt32(condition.call), 0, 5), load(offset), mask(condition.mask),
          jump(ifEqual: condition.value, 0, 1), answer(SECCOMP_RET_ALLOW), answer(refusal),
        ]
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
