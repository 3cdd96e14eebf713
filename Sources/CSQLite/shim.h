#ifndef PUSHINBOX_CSQLITE_SHIM_H
#define PUSHINBOX_CSQLITE_SHIM_H

#include <sqlite3.h>

#endif
