#ifndef PUSHINBOX_ALLOCATIONS_H
#define PUSHINBOX_ALLOCATIONS_H

#include <stdbool.h>

// Whether this build counts allocations: only with glibc, and not where a sanitizer has its own allocator.
bool allocations_are_counted(void);

// Whether this build has a sanitizer, with which programs take several times the memory.
bool has_sanitizer(void);

// The heap allocations that the calling thread has made.
long allocation_count(void);

#endif
