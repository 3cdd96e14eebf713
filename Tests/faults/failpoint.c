// Injects faults into the files of one folder and the wall clock of a program that is started with this library in
// LD_PRELOAD (Linux with glibc).
//
// FAILPOINT_ROOT names the folder, FAILPOINT_CONTROL a file of `SLOTS` 64-bit numbers. The file is shared
// with the test, which switches faults on and off while the program runs and reads the counters.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum {
  ERROR,       // errno that calls fail with; 0: none
  OPERATIONS,  // the calls that fail, a bit each: 1 << (counter - WRITES)
  DELAY,       // milliseconds before each call
  KILL_AT,     // SIGKILL at the call with this number, before it has an effect; 0: never
  TORN,        // whether the killed write still writes its first half
  GATE,        // whether calls wait until this is 0
  CLOCK,       // nanoseconds that are added to the wall clock
  CALLS,       // the number of calls so far
  WAITING,     // the number of calls that wait at the gate now
  FAILED,      // the number of calls that failed on purpose
  WRITES,
  SYNCS,
  TRUNCATIONS,
  REMOVALS,
  RENAMES,
  CREATIONS,   // files opened for writing, or checked for that
  SLOTS
};

#define FILES 65536

static volatile int64_t *control;
static const char *root;
static size_t root_length;
static volatile char is_watched[FILES];

#define REAL(name) ((__typeof__(&name))real(#name))

static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("FAILPOINT_CONTROL");
  root = getenv("FAILPOINT_ROOT");
  if (!path || !root) return;
  root_length = strlen(root);
  int file = REAL(open64)(path, O_RDWR | O_CLOEXEC);
  const int access = PROT_READ | PROT_WRITE;
  void *memory = file < 0 ? MAP_FAILED : mmap(NULL, SLOTS * sizeof *control, access, MAP_SHARED, file, 0);
  if (memory == MAP_FAILED) {
    perror(path);
    _exit(99);
  }
  REAL(close)(file);
  // Programs that this one starts have no faults.
  unsetenv("LD_PRELOAD");
  control = memory;
}

static int is_inside(const char *path) {
  return control && path && !strncmp(path, root, root_length)
         && (path[root_length] == '/' || !path[root_length]);
}

static int watches(int file) { return control && file >= 0 && file < FILES && is_watched[file]; }

static int64_t add(int slot, int64_t number) {
  return __atomic_add_fetch(&control[slot], number, __ATOMIC_SEQ_CST);
}

static void die(void) {
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

// Counts a call and applies its faults. Returns 1 if the call must fail with errno, 2 if it must write its first half
// before the process is killed, else 0.
static int inject(int operation) {
  int64_t number = add(CALLS, 1);
  add(operation, 1);
  if (control[KILL_AT] == number) {
    if (operation == WRITES && control[TORN]) return 2;
    die();
  }
  if (control[GATE]) {
    add(WAITING, 1);
    while (control[GATE]) usleep(1000);
    add(WAITING, -1);
  }
  if (control[DELAY]) usleep((useconds_t)control[DELAY] * 1000);
  if (control[ERROR] && (control[OPERATIONS] & (1 << (operation - WRITES)))) {
    add(FAILED, 1);
    errno = (int)control[ERROR];
    return 1;
  }
  return 0;
}

static int opened(const char *path, int flags, int file) {
  if (file >= 0 && file < FILES) is_watched[file] = is_inside(path) && (flags & O_ACCMODE) != O_RDONLY;
  return file;
}

static int fails_to_open(const char *path, int flags) {
  return is_inside(path) && (flags & O_ACCMODE) != O_RDONLY && inject(CREATIONS) == 1;
}

#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    va_list rest; \
    va_start(rest, flags); \
    mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
    va_end(rest); \
    if (fails_to_open(path, flags)) return -1; \
    return opened(path, flags, REAL(name)(path, flags, mode)); \
  }
OPEN(open)
OPEN(open64)

#define OPEN_AT(name) \
  int name(int folder, const char *path, int flags, ...) { \
    va_list rest; \
    va_start(rest, flags); \
    mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
    va_end(rest); \
    if (fails_to_open(path, flags)) return -1; \
    return opened(path, flags, REAL(name)(folder, path, flags, mode)); \
  }
OPEN_AT(openat)
OPEN_AT(openat64)

// The functions that a program compiled with _FORTIFY_SOURCE calls.
int __open_2(const char *path, int flags) { return open(path, flags); }
int __open64_2(const char *path, int flags) { return open64(path, flags); }

int close(int file) {
  if (file >= 0 && file < FILES) is_watched[file] = 0;
  return REAL(close)(file);
}

#define CALL(result, name, parameters, arguments, condition, operation) \
  result name parameters { \
    if ((condition) && inject(operation) == 1) return -1; \
    return REAL(name) arguments; \
  }
#define WRITE(name, parameters, arguments, half) \
  ssize_t name parameters { \
    switch (watches(file) ? inject(WRITES) : 0) { \
    case 1: return -1; \
    case 2: (void)!REAL(name) half; die(); \
    } \
    return REAL(name) arguments; \
  }
WRITE(write, (int file, const void *bytes, size_t count), (file, bytes, count), (file, bytes, count / 2))
WRITE(pwrite, (int file, const void *bytes, size_t count, off_t at), (file, bytes, count, at),
      (file, bytes, count / 2, at))
WRITE(pwrite64, (int file, const void *bytes, size_t count, off64_t at), (file, bytes, count, at),
      (file, bytes, count / 2, at))
CALL(int, fsync, (int file), (file), watches(file), SYNCS)
CALL(int, fdatasync, (int file), (file), watches(file), SYNCS)
CALL(int, ftruncate, (int file, off_t size), (file, size), watches(file), TRUNCATIONS)
CALL(int, ftruncate64, (int file, off64_t size), (file, size), watches(file), TRUNCATIONS)
CALL(int, unlink, (const char *path), (path), is_inside(path), REMOVALS)
CALL(int, access, (const char *path, int mode), (path, mode), mode & W_OK && is_inside(path), CREATIONS)
CALL(int, rename, (const char *old, const char *new), (old, new), is_inside(old) || is_inside(new), RENAMES)

// MARK: The wall clock

static void move(struct timespec *moment) {
  int64_t nanoseconds = moment->tv_nsec + control[CLOCK] % 1000000000;
  moment->tv_sec += control[CLOCK] / 1000000000 + nanoseconds / 1000000000;
  moment->tv_nsec = nanoseconds % 1000000000;
  if (moment->tv_nsec < 0) {
    moment->tv_nsec += 1000000000;
    moment->tv_sec -= 1;
  }
}

int clock_gettime(clockid_t clock, struct timespec *moment) {
  static __typeof__(&clock_gettime) next;
  if (!next) next = REAL(clock_gettime);
  int code = next(clock, moment);
  if (!code && control && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) move(moment);
  return code;
}

int gettimeofday(struct timeval *restrict moment, void *restrict zone) {
  (void)zone;
  struct timespec precise;
  int code = clock_gettime(CLOCK_REALTIME, &precise);
  if (!code) {
    moment->tv_sec = precise.tv_sec;
    moment->tv_usec = precise.tv_nsec / 1000;
  }
  return code;
}

time_t time(time_t *result) {
  struct timespec precise;
  clock_gettime(CLOCK_REALTIME, &precise);
  if (result) *result = precise.tv_sec;
  return precise.tv_sec;
}
