#ifndef PUSHINBOX_CTERMBOX_SHIM_H
#define PUSHINBOX_CTERMBOX_SHIM_H

#define NCURSES_WIDECHAR 1
#include <ncurses.h>

#endif
