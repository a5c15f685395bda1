// What Linux offers and Swift's Glibc module leaves out. Its headers must look here as they do
// there, so _GNU_SOURCE is not set: what stands behind it is declared or spelled out instead.
#pragma once

#if defined(__linux__)
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <sched.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/xattr.h>

// UTIME_OMIT of <sys/stat.h>: leave this time as it is.
static const long imgtool_UTIME_OMIT = (1l << 30) - 2l;

// RENAME_NOREPLACE of <stdio.h>: fail where the new name is taken.
static const unsigned int imgtool_RENAME_NOREPLACE = 1;

// renameat2(2).
int renameat2(int, const char *, int, const char *, unsigned int);

// ioctl(2).
int ioctl(int, unsigned long, ...);

// ioctl_ficlone(2): both files share the blocks of `from` until one of them is written to. The number
// is FICLONE of <linux/fs.h> on x86, ARM and RISC-V.
static inline int imgtool_clone(int to, int from) { return ioctl(to, 0x40049409ul, from); }

// F_SETSIG of <bits/fcntl-linux.h>: which signal tells that a file is ready.
static const int imgtool_F_SETSIG = 10;

// syscall(2).
long syscall(long, ...);

// close_range(2), a raw call as not every C library has it.
static inline int imgtool_close_from(unsigned int first) {
  return (int)syscall(436, first, ~0u, 0u);
}

// close(2), ftruncate(2) and fcntl(2).
int close(int);
int ftruncate(int, long);
int fcntl(int, int, ...);
int fork(void);

// fork(2), which Swift's module calls unavailable: it is for processes of one thread.
static inline int imgtool_fork(void) { return fork(); }

// prctl(2) with PR_SET_CHILD_SUBREAPER: processes further down become this one's when their parent ends.
static inline int imgtool_adopt_orphans(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

// prlimit(2) with its own 64-bit numbers on every processor; either may be null.
struct imgtool_limit {
  uint64_t now, most;
};
static inline int imgtool_limit_of(int process, int resource, const struct imgtool_limit *new_limit,
                                   struct imgtool_limit *old_limit) {
  return (int)syscall(SYS_prlimit64, process, resource, new_limit, old_limit);
}

// memfd_create(2) with MFD_CLOEXEC | MFD_ALLOW_SEALING, then F_ADD_SEALS: it keeps this size for good.
static inline int imgtool_memory_file(long size) {
  int file = (int)syscall(SYS_memfd_create, "imgtool", 3u);
  if (file < 0) return -1;
  const int shrink_grow_and_seal = 2 | 4 | 1;
  if (ftruncate(file, size) == 0 && fcntl(file, 1033, shrink_grow_and_seal) == 0) return file;
  int failure = errno;
  close(file);
  errno = failure;
  return -1;
}

// sendmsg(2) and recvmsg(2) with SCM_RIGHTS; one byte goes along. <sys/socket.h> would take types away from
// Glibc's module, so its structures stand here as the kernel has them on processors of 64 bits.
enum { imgtool_most_descriptors = 3 };
struct imgtool_part {
  void *bytes;
  size_t count;
};
struct imgtool_control {
  size_t length;
  int level, type;
  int numbers[imgtool_most_descriptors + 1];
};
struct imgtool_message {
  void *name;
  uint32_t name_length;
  struct imgtool_part *parts;
  size_t part_count;
  void *control;
  size_t control_length;
  int flags;
};
static const int imgtool_SOL_SOCKET = 1, imgtool_SCM_RIGHTS = 1;

static inline int imgtool_send_descriptors(int line, uint8_t word, const int *numbers, int count) {
  const size_t head = 2 * sizeof(size_t);
  if (count < 1 || count > imgtool_most_descriptors) return -1;
  struct imgtool_control control = {head + sizeof(int) * (size_t)count, imgtool_SOL_SOCKET, imgtool_SCM_RIGHTS, {0}};
  for (int index = 0; index < count; index++) control.numbers[index] = numbers[index];
  struct imgtool_part part = {&word, 1};
  struct imgtool_message message = {0};
  message.parts = &part;
  message.part_count = 1;
  message.control = &control;
  message.control_length = head + sizeof(int) * (size_t)((count + 1) / 2 * 2);
  return (int)syscall(SYS_sendmsg, line, &message, 0x4000 /* MSG_NOSIGNAL */);
}

// Gives how many descriptors came, all closed on exec; 0 where the other end is closed.
static inline int imgtool_receive_descriptors(int line, uint8_t *word, int *numbers) {
  const size_t head = 2 * sizeof(size_t);
  struct imgtool_control control = {0};
  struct imgtool_part part = {word, 1};
  struct imgtool_message message = {0};
  message.parts = &part;
  message.part_count = 1;
  message.control = &control;
  message.control_length = sizeof control;
  long received = syscall(SYS_recvmsg, line, &message, 0x40000000 /* MSG_CMSG_CLOEXEC */);
  if (received <= 0) return (int)received;
  if (control.level != imgtool_SOL_SOCKET || control.type != imgtool_SCM_RIGHTS || control.length < head) return -1;
  int count = (int)((control.length - head) / sizeof(int));
  if (count > imgtool_most_descriptors) return -1;
  for (int index = 0; index < count; index++) numbers[index] = control.numbers[index];
  return count;
}

// landlock_create_ruleset(2) and landlock_restrict_self(2), which no C library wraps. Numbers and layout
// are those of <linux/landlock.h>, the newer members of which older headers lack.
struct imgtool_landlock {
  uint64_t files, network, scopes;
};
static inline int imgtool_landlock_version(void) { return (int)syscall(444, (void *)0, (size_t)0, 1u); }
static inline int imgtool_landlock_create(const struct imgtool_landlock *rules, size_t size) {
  return (int)syscall(444, rules, size, 0u);
}
static inline int imgtool_landlock_restrict(int rules) { return (int)syscall(446, rules, 0u); }

// prctl(2) with PR_SET_NO_NEW_PRIVS: it is variadic.
static inline int imgtool_no_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }

// seccomp(2): a filter for all threads of the process.
static inline int imgtool_filter_calls(struct sock_filter *program, unsigned short length) {
  struct sock_fprog filter = {length, program};
  return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter);
}

// What seccomp calls the processor that this is compiled for; 0 for others than those tried.
static inline uint32_t imgtool_call_architecture(void) {
#if defined(__x86_64__)
  return AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
  return AUDIT_ARCH_AARCH64;
#else
  return 0;
#endif
}

// Calls that reach nothing but the process itself and what it has open: memory, threads, time, signals
// of its own, files by their number. Numbers differ between processors, and newer calls may lack a name.
static const int imgtool_harmless_calls[] = {
#if defined(__x86_64__) || defined(__aarch64__)
    // Files that are open.
    SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_pwrite64, SYS_lseek, SYS_fstat, SYS_close,
    SYS_ftruncate, SYS_recvfrom, SYS_sendto, SYS_recvmsg, SYS_sendmsg, SYS_ppoll,
    // Memory.
    SYS_brk, SYS_mmap, SYS_munmap, SYS_mremap, SYS_mprotect, SYS_madvise, SYS_membarrier, SYS_get_mempolicy,
    // Threads.
    SYS_futex, SYS_set_robust_list, SYS_get_robust_list, SYS_rseq, SYS_sched_yield, SYS_sched_getaffinity,
    SYS_sched_getparam, SYS_sched_getscheduler, SYS_gettid, SYS_exit, SYS_exit_group,
    SYS_set_tid_address, SYS_restart_syscall, SYS_getcpu,
    // Waiting for threads of its own.
    SYS_eventfd2, SYS_epoll_create1, SYS_epoll_ctl, SYS_epoll_pwait, SYS_timerfd_create,
    SYS_timerfd_settime,
    // Time, chance and what it is.
    SYS_clock_gettime, SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep, SYS_gettimeofday, SYS_getrandom,
    SYS_getpid, SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid, SYS_getrusage, SYS_uname, SYS_sysinfo,
    // Signals to itself come with the conditions below.
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack,
#if defined(__x86_64__)
    SYS_poll, SYS_epoll_wait, SYS_epoll_create, SYS_time, SYS_arch_prctl,
#endif
#else
    -1,
#endif
};
// Calls that are harmless on a condition; clone(2) with CLONE_THREAD of <sched.h>, which hides it.
static const int imgtool_SYS_clone = SYS_clone, imgtool_SYS_clone3 = 435, imgtool_SYS_tgkill = SYS_tgkill,
                 imgtool_SYS_prlimit = SYS_prlimit64, imgtool_SYS_prctl = SYS_prctl;
static const uint32_t imgtool_CLONE_THREAD = 0x10000;
static const int imgtool_harmless_call_count =
    (int)(sizeof imgtool_harmless_calls / sizeof imgtool_harmless_calls[0]);
static inline int imgtool_harmless_call(int index) { return imgtool_harmless_calls[index]; }

// sched_getaffinity(2).
int sched_getaffinity(pid_t, size_t, cpu_set_t *);

// How many processors this process may run on, or -1. Counting a set is a macro with arguments.
static inline int imgtool_affinity_count(void) {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return -1;
  return __sched_cpucount(sizeof set, &set);
}
#endif
