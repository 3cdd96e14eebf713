#ifndef PUSHINBOX_CFRIBIDI_SHIM_H
#define PUSHINBOX_CFRIBIDI_SHIM_H

#include <fribidi.h>
#include <stdbool.h>

// These types are enumerations on some systems and integers on others.
static inline FriBidiCharType cfribidi_neutral(void) { return FRIBIDI_TYPE_ON; }
static inline FriBidiParType cfribidi_first_strong(void) { return FRIBIDI_PAR_ON; }
static inline bool cfribidi_is_right_to_left(FriBidiParType type) { return FRIBIDI_IS_RTL(type); }

// A global variable, which strict concurrency refuses.
static inline const char *cfribidi_version_info(void) { return fribidi_version_info; }

// Without ligatures, so that lam and alef each occupy a cell.
static inline FriBidiFlags cfribidi_shaping(void) {
  return FRIBIDI_FLAG_SHAPE_MIRRORING | FRIBIDI_FLAG_SHAPE_ARAB_PRES;
}

#endif
