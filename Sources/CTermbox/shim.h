// ncursesw for Swift. Declarations that Swift cannot import get a `static inline` function with the
// prefix `ctb_`.
#ifndef PUSHINBOX_CTERMBOX_SHIM_H
#define PUSHINBOX_CTERMBOX_SHIM_H

#define NCURSES_WIDECHAR 1
#include <ncurses.h>
#include <stdint.h>
#include <term.h>
#include <wchar.h>

// Global variables, which strict concurrency rejects.
static inline WINDOW *ctb_stdscr(void) { return stdscr; }
static inline int ctb_colors(void) { return COLORS; }

// Attributes are macros with casts.
static inline attr_t ctb_bold(void) { return A_BOLD; }
static inline attr_t ctb_dim(void) { return A_DIM; }
static inline attr_t ctb_underline(void) { return A_UNDERLINE; }
static inline attr_t ctb_reverse(void) { return A_REVERSE; }
static inline attr_t ctb_italic(void) { return A_ITALIC; }

// A POSIX function that glibc declares only with _XOPEN_SOURCE, which Swift's Glibc module does not
// define.
extern int wcwidth(wchar_t);
static inline int ctb_wcwidth(uint32_t scalar) { return wcwidth((wchar_t)scalar); }

// A cchar_t is opaque: setcchar fills it from a string that ends in zero. Its last argument must be
// NULL.
static inline int ctb_put(const uint32_t *scalars, int count, attr_t attributes, short pair) {
  wchar_t text[CCHARW_MAX + 1] = {0};
  for (int i = 0; i < count && i < CCHARW_MAX; i++) text[i] = (wchar_t)scalars[i];
  cchar_t cell;
  if (setcchar(&cell, text, attributes, pair, NULL) == ERR) return ERR;
  return wadd_wch(stdscr, &cell);
}

// The argument of tigetstr is not const, and -1 means that the capability is not a string.
static inline const char *ctb_capability(const char *name) {
  char *value = tigetstr((char *)name);
  return value == (char *)-1 ? NULL : value;
}

// The sequence that moves the cursor to the first column of a row. The first argument of tparm is not const.
static inline const char *ctb_start_of_row(int row) {
  const char *move = ctb_capability("cup");
  return move == NULL ? NULL : tparm((char *)move, (long)row, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L);
}

// Reads a key code or a scalar; the return value says which.
static inline int ctb_read(wint_t *key) { return wget_wch(stdscr, key); }

#endif
