#ifndef PUSHINBOX_COPENSSL_SHIM_H
#define PUSHINBOX_COPENSSL_SHIM_H

#include <openssl/bio.h>
#include <openssl/buffer.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/provider.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

// A macro over SSL_CTX_ctrl.
static inline int cssl_set_minimum_version(SSL_CTX *context, int version) {
  return SSL_CTX_set_min_proto_version(context, version);
}

// A macro over SSL_CTX_ctrl.
static inline int cssl_set_maximum_version(SSL_CTX *context, int version) {
  return SSL_CTX_set_max_proto_version(context, version);
}

// A macro over SSL_CTX_ctrl.
static inline void cssl_set_modes(SSL_CTX *context) {
  SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_RELEASE_BUFFERS);
}

// Macros over SSL_CTX_ctrl. Sessions are resumed only by tickets: a cache would retain the
// certificates of clients that have left.
static inline void cssl_bound_memory(SSL_CTX *context, long certificate_bytes) {
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_max_cert_list(context, certificate_bytes);
}

// The values are macros that Swift cannot import, because they shift unsigned 64-bit numbers.
static inline void cssl_set_server_options(SSL_CTX *context) {
  SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION |
                                   SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_IGNORE_UNEXPECTED_EOF);
}

// A macro over SSL_ctrl that casts the name.
static inline int cssl_set_server_name(SSL *ssl, const char *name) {
  return (int)SSL_set_tlsext_host_name(ssl, name);
}

// EVP_PKEY_Q_keygen is variadic.
static inline EVP_PKEY *cssl_new_p256_key(void) {
  return EVP_PKEY_Q_keygen(NULL, NULL, "EC", "P-256");
}

// EVP_PKEY_Q_keygen is variadic.
static inline EVP_PKEY *cssl_new_rsa_key(size_t bits) {
  return EVP_PKEY_Q_keygen(NULL, NULL, "RSA", bits);
}

// A macro over BIO_ctrl.
static inline long cssl_memory(BIO *bio, char **bytes) { return BIO_get_mem_data(bio, bytes); }

// Empties a memory BIO. BIO_reset would keep the memory of its largest size.
static inline void cssl_empty(BIO *bio) {
  BUF_MEM *memory = NULL;
  BIO_get_mem_ptr(bio, &memory);
  memory = memory != NULL && memory->max > 4096 ? BUF_MEM_new() : NULL;
  if (memory != NULL) {
    BIO_set_mem_buf(bio, memory, BIO_CLOSE);
  } else {
    (void)BIO_reset(bio);
  }
}

// An inline function with flag arithmetic in macros.
static inline int cssl_reason(unsigned long error) { return ERR_GET_REASON(error); }

// The flags are macros with casts: one line, UTF-8 unchanged, control characters escaped.
static inline int cssl_print_name(BIO *bio, const X509_NAME *name) {
  return X509_NAME_print_ex(bio, name, 0,
                            XN_FLAG_ONELINE & ~(ASN1_STRFLGS_ESC_MSB | XN_FLAG_SPC_EQ));
}

// A macro over OPENSSL_sk_value.
static inline X509 *cssl_first_certificate(const STACK_OF(X509) *certificates) {
  return sk_X509_num(certificates) > 0 ? sk_X509_value(certificates, 0) : NULL;
}

// A macro over OPENSSL_sk_pop_free.
static inline void cssl_free_certificates(STACK_OF(X509) *certificates) {
  sk_X509_pop_free(certificates, X509_free);
}

// A macro that casts its argument.
static inline X509V3_CTX cssl_extension_context(X509 *issuer, X509 *subject) {
  X509V3_CTX context;
  X509V3_set_ctx_nodb(&context);
  X509V3_set_ctx(&context, issuer, subject, NULL, NULL, 0);
  return context;
}

#endif
