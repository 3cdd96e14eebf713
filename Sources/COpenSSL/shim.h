#ifndef PUSHINBOX_COPENSSL_SHIM_H
#define PUSHINBOX_COPENSSL_SHIM_H

#include <openssl/ssl.h>
#include <openssl/err.h>

#endif
