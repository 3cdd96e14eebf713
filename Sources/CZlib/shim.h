#ifndef PUSHINBOX_CZLIB_SHIM_H
#define PUSHINBOX_CZLIB_SHIM_H

#include <zlib.h>

// A macro: it passes the version and the size with which the caller was compiled. 16 stands for gzip.
static inline int czlib_begin_gzip(z_stream *stream) { return inflateInit2(stream, 16 + MAX_WBITS); }

#endif
