#include "allocations.h"

#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_SANITIZER
#endif
#endif

#if defined(__GLIBC__) && !defined(HAS_SANITIZER)

// glibc's own names of the functions that are replaced here for the whole test program.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);

static __thread long count;

void *malloc(size_t size) {
  count++;
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count++;
  return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
  count++;
  return __libc_realloc(memory, size);
}

bool allocations_are_counted(void) { return true; }
long allocation_count(void) { return count; }

#else

bool allocations_are_counted(void) { return false; }
long allocation_count(void) { return 0; }

#endif

#ifdef HAS_SANITIZER
bool has_sanitizer(void) { return true; }
#else
bool has_sanitizer(void) { return false; }
#endif
