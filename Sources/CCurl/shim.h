#pragma once
#include <arpa/inet.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>

// curl_easy_setopt, curl_easy_getinfo and curl_multi_setopt are variadic, which Swift does not import: one function for
// each type of argument. With optimisation on, curl's own type check of each call needs the option to be a constant;
// the parentheses call the function rather than that macro.

static inline CURLcode rc_set_long(CURL *easy, CURLoption option, long value) {
  return (curl_easy_setopt)(easy, option, value);
}
static inline CURLcode rc_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
  return (curl_easy_setopt)(easy, option, value);
}
// Copied by curl; NULL gives an option its empty value.
static inline CURLcode rc_set_text(CURL *easy, CURLoption option, const char *value) {
  return (curl_easy_setopt)(easy, option, value);
}
static inline CURLcode rc_set_pointer(CURL *easy, CURLoption option, const void *value) {
  return (curl_easy_setopt)(easy, option, value);
}
// struct curl_blob is only read during the call; its bytes are copied.
static inline CURLcode rc_set_blob(CURL *easy, CURLoption option, const void *bytes, size_t count) {
  struct curl_blob blob = {.data = (void *)bytes, .len = count, .flags = CURL_BLOB_COPY};
  return (curl_easy_setopt)(easy, option, &blob);
}

typedef size_t (*rc_bytes_callback)(char *, size_t, size_t, void *);
static inline CURLcode rc_set_bytes_callback(CURL *easy, CURLoption option, rc_bytes_callback callback) {
  return (curl_easy_setopt)(easy, option, callback);
}
static inline CURLcode rc_set_before_request(CURL *easy, curl_prereq_callback callback) {
  return (curl_easy_setopt)(easy, CURLOPT_PREREQFUNCTION, callback);
}

static inline CURLcode rc_set_socket_opened(CURL *easy, curl_opensocket_callback callback) {
  return (curl_easy_setopt)(easy, CURLOPT_OPENSOCKETFUNCTION, callback);
}
static inline CURLcode rc_set_socket_closed(CURL *easy, curl_closesocket_callback callback) {
  return (curl_easy_setopt)(easy, CURLOPT_CLOSESOCKETFUNCTION, callback);
}
static inline curl_socket_t rc_open_socket(const struct curl_sockaddr *address) {
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

enum { rc_address_size = INET6_ADDRSTRLEN };
// Writes the address to `text`, which has room for rc_address_size bytes; empty where it is neither IPv4 nor IPv6.
static inline void rc_write(int family, const struct sockaddr *address, char *text) {
  const struct sockaddr_in *four = (const struct sockaddr_in *)address;
  const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)address;
  const void *bytes = family == AF_INET ? (const void *)&four->sin_addr : (const void *)&six->sin6_addr;
  text[0] = 0;
  inet_ntop(family, bytes, text, rc_address_size);
}
static inline void rc_write_address(const struct curl_sockaddr *address, char *text) {
  rc_write(address->family, &address->addr, text);
}

// Acknowledges what has arrived, and for a while what comes next, at once. Forgotten by the kernel as soon as the
// connection looks like a conversation, so it has to be asked for again and again.
static inline void rc_acknowledge_now(int descriptor) {
  int yes = 1;
  setsockopt(descriptor, IPPROTO_TCP, TCP_QUICKACK, &yes, sizeof yes);
}

// 1 where what arrives is acknowledged at once.
static inline int rc_acknowledges_now(int descriptor) {
  int yes = 0;
  socklen_t size = sizeof yes;
  return getsockopt(descriptor, IPPROTO_TCP, TCP_QUICKACK, &yes, &size) == 0 ? yes : -1;
}

static inline int rc_is_address(const struct sockaddr_storage *found, const char *address, int port) {
  char text[rc_address_size];
  const struct sockaddr_in *four = (const struct sockaddr_in *)found;
  const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)found;
  if (ntohs(found->ss_family == AF_INET ? four->sin_port : six->sin6_port) != port)
    return 0;
  rc_write(found->ss_family, (const struct sockaddr *)found, text);
  return text[0] != 0 && strcmp(text, address) == 0;
}
// Whether the descriptor is that of the connection between these addresses, as curl spells them.
static inline int rc_is_connection(int descriptor, const char *local, int local_port, const char *remote,
                                   int remote_port) {
  struct sockaddr_storage here = {0}, there = {0};
  socklen_t here_size = sizeof here, there_size = sizeof there;
  return getsockname(descriptor, (struct sockaddr *)&here, &here_size) == 0 &&
         getpeername(descriptor, (struct sockaddr *)&there, &there_size) == 0 &&
         rc_is_address(&here, local, local_port) && rc_is_address(&there, remote, remote_port);
}

static inline CURLcode rc_get_long(CURL *easy, CURLINFO info, long *value) {
  return (curl_easy_getinfo)(easy, info, value);
}
// A field of the first certificate that the server showed, such as "Cert:" in PEM form or "Subject:"; NULL where there
// is none. It lives as long as `easy` is neither used again nor reset.
static inline const char *rc_get_certificate_field(CURL *easy, const char *name) {
  struct curl_certinfo *chain = NULL;
  if ((curl_easy_getinfo)(easy, CURLINFO_CERTINFO, &chain) != CURLE_OK || chain == NULL || chain->num_of_certs < 1)
    return NULL;
  size_t length = strlen(name);
  for (struct curl_slist *entry = chain->certinfo[0]; entry != NULL; entry = entry->next)
    if (strncmp(entry->data, name, length) == 0)
      return entry->data + length;
  return NULL;
}
static inline CURLMcode rc_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return (curl_multi_setopt)(multi, option, value);
}

// A field of a union inside a message is awkward to reach from Swift.
static inline CURLcode rc_result_of(const CURLMsg *message) { return message->data.result; }

// CURL_SSLVERSION_*, CURL_HTTP_VERSION_* and the answers of the request callback are macros or untyped enumerators.
static const long rc_tls_1_2_or_later = CURL_SSLVERSION_TLSv1_2;
static const long rc_http_2_over_tls = CURL_HTTP_VERSION_2TLS;
static const int rc_request_ok = CURL_PREREQFUNC_OK;
static const int rc_request_abort = CURL_PREREQFUNC_ABORT;
static const long rc_global_default = CURL_GLOBAL_DEFAULT;
static const short rc_wait_readable = CURL_WAIT_POLLIN;
