#ifndef PUSHINBOX_CSYSTEM_SHIM_H
#define PUSHINBOX_CSYSTEM_SHIM_H

#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/types.h>

#ifdef __linux__
#ifndef __GLIBC__
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#endif
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/vfs.h>
// Declared here because the types of its header would then belong to this module instead of Glibc.
extern ssize_t read(int file, void *buffer, size_t count);
// glibc declares these only with _GNU_SOURCE, which Swift's Glibc module does not define.
struct csys_ucred {
  pid_t pid;
  uid_t uid;
  gid_t gid;
};
extern int posix_spawn_file_actions_addchdir_np(
    posix_spawn_file_actions_t *actions, const char *path);
extern int posix_spawn_file_actions_addclosefrom_np(
    posix_spawn_file_actions_t *actions, int from);
#else
#include <fcntl.h>
#include <poll.h>
#include <sys/event.h>
#include <sys/mount.h>
#include <unistd.h>
extern int getpeereid(int socket, uid_t *uid, gid_t *gid);
#endif

// The commit and the compiler of this build. `make` on Linux takes them from an object file that packaging/build-info makes
// for the linker, so that a new commit compiles nothing again. Other builds may define both for the compiler, as
// packaging/pushinbox.rb does: -Xcc '-DPUSHINBOX_COMMIT="abc"'. Builds without either have neither.
#ifdef PUSHINBOX_COMMIT
static inline const char *csys_build_commit(void) { return PUSHINBOX_COMMIT; }
#ifdef PUSHINBOX_COMPILER
static inline const char *csys_build_compiler(void) { return PUSHINBOX_COMPILER; }
#else
static inline const char *csys_build_compiler(void) { return NULL; }
#endif
#elif defined(__ELF__)
extern const char pushinbox_build_commit[] __attribute__((weak));
extern const char pushinbox_build_compiler[] __attribute__((weak));
static inline const char *csys_build_commit(void) { return pushinbox_build_commit; }
static inline const char *csys_build_compiler(void) { return pushinbox_build_compiler; }
#else
static inline const char *csys_build_commit(void) { return NULL; }
static inline const char *csys_build_compiler(void) { return NULL; }
#endif

// Writes the user of the process at the other end of a Unix domain socket; returns 0, or -1 with
// errno (unix(7), getpeereid(3)).
static inline int csys_peer_uid(int socket, uid_t *uid) {
#ifdef __linux__
  struct csys_ucred peer;
  socklen_t length = sizeof peer;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0) return -1;
  *uid = peer.uid;
  return 0;
#else
  gid_t gid;
  return getpeereid(socket, uid, &gid);
#endif
}

// Sets the flags, and lets the program inherit no descriptor from 3 on, for which the two systems
// have different interfaces.
static inline int csys_spawn_closing_others(
    posix_spawn_file_actions_t *actions, posix_spawnattr_t *attributes, short flags) {
#if defined(__GLIBC__)
  int code = posix_spawn_file_actions_addclosefrom_np(actions, 3);
  return code != 0 ? code : posix_spawnattr_setflags(attributes, flags);
#elif defined(__linux__)
  // musl closes what is listed, and passes over descriptors that are closed already.
  DIR *folder = opendir("/proc/self/fd");
  if (folder == NULL) return errno;
  int code = 0;
  for (struct dirent *entry; code == 0 && (entry = readdir(folder)) != NULL;) {
    int descriptor = atoi(entry->d_name);
    if (descriptor > 2) code = posix_spawn_file_actions_addclose(actions, descriptor);
  }
  closedir(folder);
  return code != 0 ? code : posix_spawnattr_setflags(attributes, flags);
#else
  (void)actions;
  return posix_spawnattr_setflags(attributes, flags | POSIX_SPAWN_CLOEXEC_DEFAULT);
#endif
}

#ifdef __linux__
// As for `read` above.
extern pid_t vfork(void);
extern int execve(const char *path, char *const arguments[], char *const variables[]);
extern void _exit(int status) __attribute__((noreturn));
extern int pipe2(int ends[2], int flags);
extern int dup2(int from, int to);
extern int dup3(int from, int to, int flags);
extern int close(int file);
extern ssize_t write(int file, const void *bytes, size_t count);
extern int chdir(const char *path);
extern int setpgid(pid_t process, pid_t group);
extern pid_t getpid(void);
extern pid_t getppid(void);
extern pid_t waitpid(pid_t process, int *status, int options);
extern void (*signal(int number, void (*handler)(int)))(int);
extern int sigprocmask(int how, const sigset_t *set, sigset_t *old);
extern int prctl(int option, ...);
extern long syscall(long number, ...);
extern int *__errno_location(void);

// A program to start, with constants of the system's headers.
struct csys_program {
  // The paths to try in this order; NULL ends them.
  char *const *paths;
  char *const *arguments;
  char *const *variables;
  const char *folder;
  int input, output, errors;
  // SIG_SETMASK, an empty set, and O_CLOEXEC.
  int set_mask;
  const sigset_t *no_signals;
  int close_on_exec;
};

// Runs the program in a child process, which writes errno to `failure`, as an int, if it cannot.
//
// The child may share our memory until it runs the program, so it makes system calls only.
__attribute__((noinline)) static pid_t csys_fork_bound(
    const struct csys_program *program, int failure) {
  enum {
    death_signal = 1, kill = 9, last_signal = 64, no_file = 2, no_access = 13, no_folder = 20,
    close_range = 436, last_file = 65535
  };
  pid_t parent = getpid();
  pid_t child = vfork();
  if (child != 0) return child;
  for (int number = 1; number <= last_signal; number++) signal(number, (void (*)(int))0);
  sigprocmask(program->set_mask, program->no_signals, (sigset_t *)0);
  int code = 0;
  if (prctl(death_signal, (unsigned long)kill) == 0 && setpgid(0, 0) == 0 &&
      dup2(program->input, 0) == 0 && dup2(program->output, 1) == 1 &&
      dup2(program->errors, 2) == 2 &&
      (failure == 3 || dup3(failure, 3, program->close_on_exec) == 3) &&
      chdir(program->folder) == 0) {
    // Linux before 5.9 has no close_range(2).
    if (syscall(close_range, 4u, ~0u, 0u) != 0) {
      for (int file = 4; file <= last_file; file++) close(file);
    }
    // A parent that ended before prctl(2) sends no signal.
    if (getppid() != parent) _exit(127);
    // As execvp(3), but without a shell for files of no known format.
    for (char *const *path = program->paths; *path; path++) {
      execve(*path, program->arguments, program->variables);
      int reason = *__errno_location();
      if (reason == no_folder) reason = no_file;
      if (code != no_access) code = reason;
      if (reason != no_access && reason != no_file) break;
    }
    failure = 3;
  } else {
    code = *__errno_location();
  }
  (void)!write(failure, &code, sizeof code);
  _exit(127);
}

// Starts a program that leads a process group, and that receives SIGKILL when the calling thread
// ends (PR_SET_PDEATHSIG, prctl(2)), which posix_spawn(3) cannot do. All signals have to be blocked;
// the program neither blocks nor handles them. Returns the process number, or -1 with errno.
static inline pid_t csys_spawn_bound(const struct csys_program *program) {
  int ends[2];
  if (pipe2(ends, program->close_on_exec) != 0) return -1;
  pid_t child = csys_fork_bound(program, ends[1]);
  int code = child < 0 ? *__errno_location() : 0;
  close(ends[1]);
  // Without a failure the pipe closes when the program runs.
  if (child > 0 && read(ends[0], &code, sizeof code) > 0) waitpid(child, (int *)0, 0);
  close(ends[0]);
  if (code == 0) return child;
  *__errno_location() = code;
  return -1;
}
#endif

// Returns a descriptor that becomes readable when a watched file changes; -1 with errno
// (inotify(7), kqueue(2)).
static inline int csys_watch_open(void) {
#ifdef __linux__
  return inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
#else
  int watch = kqueue();
  if (watch >= 0) fcntl(watch, F_SETFD, FD_CLOEXEC);
  return watch;
#endif
}

// The watched events: changes of the names in a folder, each write to a file, or the closing of a
// file that was open for writing (kqueue: each write).
enum csys_watch_kind { CSYS_WATCH_NAMES, CSYS_WATCH_WRITES, CSYS_WATCH_FINISHED_WRITES };

// Watches a file or a folder; a repeated call has no effect. Returns a descriptor that must be
// closed to end the watch (kqueue), 0 if none is needed (inotify), or -1 with errno.
static inline int csys_watch_add(int watch, const char *path, enum csys_watch_kind kind) {
#ifdef __linux__
  unsigned names = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ONLYDIR;
  unsigned content = kind == CSYS_WATCH_WRITES ? IN_MODIFY : IN_CLOSE_WRITE;
  unsigned events =
      IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF | (kind == CSYS_WATCH_NAMES ? names : content);
  return inotify_add_watch(watch, path, events) < 0 ? -1 : 0;
#else
  int file = open(path, O_EVTONLY | O_CLOEXEC);
  if (file < 0) return -1;
  struct kevent change;
  unsigned events =
      NOTE_WRITE | NOTE_EXTEND | NOTE_ATTRIB | NOTE_RENAME | NOTE_DELETE | NOTE_REVOKE;
  void *is_folder = (void *)(intptr_t)(kind == CSYS_WATCH_NAMES);
  EV_SET(&change, file, EVFILT_VNODE, EV_ADD | EV_CLEAR, events, 0, is_folder);
  if (kevent(watch, &change, 1, NULL, 0, NULL) == 0) return file;
  close(file);
  return -1;
#endif
}

// Continues to watch an open file under any name. inotify does so by itself.
static inline void csys_watch_keep(int watch, int file) {
#ifdef __linux__
  (void)watch, (void)file;
#else
  struct kevent change;
  unsigned events = NOTE_WRITE | NOTE_EXTEND | NOTE_ATTRIB | NOTE_REVOKE;
  EV_SET(&change, file, EVFILT_VNODE, EV_ADD | EV_CLEAR, events, 0, NULL);
  kevent(watch, &change, 1, NULL, 0, NULL);
#endif
}

// Removes the pending events. Returns whether there were others than new content of a watched file.
static inline int csys_watch_drain(int watch) {
  int is_more = 0;
#ifdef __linux__
  char buffer[4096] __attribute__((aligned(8)));
  ssize_t count;
  while ((count = read(watch, buffer, sizeof buffer)) > 0) {
    for (char *next = buffer; next < buffer + count;) {
      struct inotify_event *event = (struct inotify_event *)next;
      if (event->mask & ~(unsigned)(IN_MODIFY | IN_CLOSE_WRITE)) is_more = 1;
      next += sizeof *event + event->len;
    }
  }
#else
  struct kevent events[16];
  struct timespec now = {0, 0};
  int count;
  while ((count = kevent(watch, NULL, 0, events, 16, &now)) > 0) {
    for (int index = 0; index < count; index++) {
      unsigned content = NOTE_WRITE | NOTE_EXTEND;
      if (events[index].udata != NULL || (events[index].fflags & ~content)) is_more = 1;
    }
  }
#endif
  return is_more;
}

// A socket that is ready, with the number that its owner gave it and the events of poll(2).
struct csys_ready {
  int64_t number;
  short events;
};

// Returns a descriptor that becomes readable when a registered socket is ready; -1 with errno
// (epoll(7), kqueue(2)).
static inline int csys_ready_open(void) {
#ifdef __linux__
  return epoll_create1(EPOLL_CLOEXEC);
#else
  int ready = kqueue();
  if (ready >= 0) fcntl(ready, F_SETFD, FD_CLOEXEC);
  return ready;
#endif
}

// Registers a socket for events of poll(2), in place of those for which it is registered; 0 removes
// it. A closed socket is removed by the system. Returns 0, or -1 with errno.
static inline int csys_ready_set(
    int ready, int socket, int64_t number, short registered, short events) {
#ifdef __linux__
  // The constants of epoll have the values of those of poll.
  struct epoll_event event = {.events = (unsigned)events, .data = {.u64 = (uint64_t)number}};
  int change = events == 0 ? EPOLL_CTL_DEL : registered == 0 ? EPOLL_CTL_ADD : EPOLL_CTL_MOD;
  return epoll_ctl(ready, change, socket, &event);
#else
  struct kevent changes[2];
  int count = 0;
  for (int kind = 0; kind < 2; kind++) {
    short event = kind == 0 ? POLLIN : POLLOUT;
    if (((registered ^ events) & event) == 0) continue;
    EV_SET(&changes[count++], socket, kind == 0 ? EVFILT_READ : EVFILT_WRITE,
           events & event ? EV_ADD : EV_DELETE, 0, 0, (void *)(intptr_t)number);
  }
  return kevent(ready, changes, count, NULL, 0, NULL);
#endif
}

// Writes up to `count` ready sockets and returns their number without waiting; -1 with errno.
static inline int csys_ready_read(int ready, struct csys_ready *list, int count) {
  enum { most = 256 };
  if (count > most) count = most;
#ifdef __linux__
  struct epoll_event events[most];
  count = epoll_wait(ready, events, count, 0);
  for (int index = 0; index < count; index++) {
    list[index].number = (int64_t)events[index].data.u64;
    list[index].events = (short)events[index].events;
  }
#else
  struct kevent events[most];
  struct timespec now = {0, 0};
  count = kevent(ready, NULL, 0, events, count, &now);
  for (int index = 0; index < count; index++) {
    list[index].number = (int64_t)(intptr_t)events[index].udata;
    list[index].events = events[index].filter == EVFILT_READ ? POLLIN : POLLOUT;
    if (events[index].filter == EVFILT_WRITE && events[index].flags & EV_EOF) {
      list[index].events |= POLLHUP;
    }
  }
#endif
  return count;
}

// Whether other machines or programs may change files of this file system without an event.
static inline int csys_is_remote(int file) {
  struct statfs facts;
  if (fstatfs(file, &facts) != 0) return 0;
#ifdef __linux__
  switch ((unsigned)facts.f_type) {
  case 0x6969:      // NFS
  case 0x517B:      // SMB
  case 0xFF534D42:  // CIFS
  case 0xFE534D42:  // SMB 2
  case 0x01021997:  // 9P
  case 0x65735546:  // FUSE
  case 0x786F4256:  // shared folders of VirtualBox
  case 0x00C36400:  // Ceph
  case 0x5346414F:  // AFS
    return 1;
  default: return 0;
  }
#else
  return (facts.f_flags & MNT_LOCAL) == 0;
#endif
}

#endif
