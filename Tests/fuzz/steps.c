#include "steps.h"

#include <stddef.h>

// The linker option --wrap=NAME redirects calls of NAME to __wrap_NAME, and calls of __real_NAME to NAME.

static long steps;

long fuzz_steps(void) { return steps; }

// Called for each edge of the control flow.
void __wrap___sanitizer_cov_trace_pc(void) { steps++; }

static void add(size_t bytes) { steps += (long)(bytes / 8); }

// Code built with the address sanitizer calls these in place of the functions of the C library.
extern void *__real___asan_memcpy(void *, const void *, size_t);
extern void *__real___asan_memmove(void *, const void *, size_t);
extern void *__real___asan_memset(void *, int, size_t);

void *__wrap___asan_memcpy(void *to, const void *from, size_t bytes) {
  add(bytes);
  return __real___asan_memcpy(to, from, bytes);
}

void *__wrap___asan_memmove(void *to, const void *from, size_t bytes) {
  add(bytes);
  return __real___asan_memmove(to, from, bytes);
}

void *__wrap___asan_memset(void *to, int byte, size_t bytes) {
  add(bytes);
  return __real___asan_memset(to, byte, bytes);
}

// Called by the sanitizer for each allocation, including those of libraries.
void __sanitizer_malloc_hook(const volatile void *memory, size_t bytes) {
  (void)memory;
  add(bytes);
}
