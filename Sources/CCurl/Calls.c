#define _GNU_SOURCE
#include "CCurl.h"
#include "Library.h"
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>

CURL *rc_easy_init(void) { return curl_library->easy_init(); }
void rc_easy_reset(CURL *easy) { curl_library->easy_reset(easy); }
void rc_easy_cleanup(CURL *easy) { curl_library->easy_cleanup(easy); }
const char *rc_easy_strerror(CURLcode code) { return curl_library->easy_strerror(code); }
struct curl_slist *rc_slist_append(struct curl_slist *list, const char *text) {
  return curl_library->slist_append(list, text);
}
void rc_slist_free_all(struct curl_slist *list) { curl_library->slist_free_all(list); }

CURLM *rc_multi_init(void) { return curl_library->multi_init(); }
CURLMcode rc_multi_cleanup(CURLM *multi) { return curl_library->multi_cleanup(multi); }
CURLMcode rc_multi_add_handle(CURLM *multi, CURL *easy) { return curl_library->multi_add_handle(multi, easy); }
CURLMcode rc_multi_remove_handle(CURLM *multi, CURL *easy) { return curl_library->multi_remove_handle(multi, easy); }
CURLMcode rc_multi_perform(CURLM *multi, int *running) { return curl_library->multi_perform(multi, running); }
CURLMsg *rc_multi_info_read(CURLM *multi, int *left) { return curl_library->multi_info_read(multi, left); }
CURLMcode rc_multi_poll(CURLM *multi, struct curl_waitfd *entries, unsigned count, int milliseconds) {
  return curl_library->multi_poll(multi, entries, count, milliseconds, NULL);
}
CURLMcode rc_multi_wakeup(CURLM *multi) { return curl_library->multi_wakeup(multi); }

CURLcode rc_set_long(CURL *easy, CURLoption option, long value) {
  return curl_library->easy_setopt(easy, option, value);
}
CURLcode rc_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
  return curl_library->easy_setopt(easy, option, value);
}
CURLcode rc_set_text(CURL *easy, CURLoption option, const char *value) {
  return curl_library->easy_setopt(easy, option, value);
}
CURLcode rc_set_pointer(CURL *easy, CURLoption option, const void *value) {
  return curl_library->easy_setopt(easy, option, value);
}
CURLcode rc_set_blob(CURL *easy, CURLoption option, const void *bytes, size_t count) {
  // Only read during the call.
  struct curl_blob blob = {.data = (void *)bytes, .len = count, .flags = CURL_BLOB_COPY};
  return curl_library->easy_setopt(easy, option, &blob);
}
CURLcode rc_set_bytes_callback(CURL *easy, CURLoption option, rc_bytes_callback callback) {
  return curl_library->easy_setopt(easy, option, callback);
}
CURLcode rc_set_before_request(CURL *easy, curl_prereq_callback callback) {
  return curl_library->easy_setopt(easy, CURLOPT_PREREQFUNCTION, callback);
}
CURLcode rc_set_socket_opened(CURL *easy, curl_opensocket_callback callback) {
  return curl_library->easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, callback);
}
CURLcode rc_set_socket_closed(CURL *easy, curl_closesocket_callback callback) {
  return curl_library->easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, callback);
}
CURLcode rc_get_long(CURL *easy, CURLINFO info, long *value) { return curl_library->easy_getinfo(easy, info, value); }
const char *rc_get_certificate_field(CURL *easy, const char *name) {
  struct curl_certinfo *chain = NULL;
  if (curl_library->easy_getinfo(easy, CURLINFO_CERTINFO, &chain) != CURLE_OK || !chain || chain->num_of_certs < 1)
    return NULL;
  size_t length = strlen(name);
  for (struct curl_slist *entry = chain->certinfo[0]; entry; entry = entry->next)
    if (strncmp(entry->data, name, length) == 0) return entry->data + length;
  return NULL;
}
CURLMcode rc_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return curl_library->multi_setopt(multi, option, value);
}
CURLcode rc_result_of(const CURLMsg *message) { return message->data.result; }

curl_socket_t rc_open_socket(const struct curl_sockaddr *address) {
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

_Static_assert(rc_address_size == INET6_ADDRSTRLEN, "room for every address");
static void write_address(int family, const struct sockaddr *address, char *text) {
  const struct sockaddr_in *four = (const struct sockaddr_in *)address;
  const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)address;
  const void *bytes = family == AF_INET ? (const void *)&four->sin_addr : (const void *)&six->sin6_addr;
  text[0] = 0;
  inet_ntop(family, bytes, text, rc_address_size);
}
void rc_write_address(const struct curl_sockaddr *address, char *text) {
  write_address(address->family, &address->addr, text);
}

void rc_acknowledge_now(int descriptor) {
  int yes = 1;
  setsockopt(descriptor, IPPROTO_TCP, TCP_QUICKACK, &yes, sizeof yes);
}
int rc_acknowledges_now(int descriptor) {
  int yes = 0;
  socklen_t size = sizeof yes;
  return getsockopt(descriptor, IPPROTO_TCP, TCP_QUICKACK, &yes, &size) == 0 ? yes : -1;
}

static int is_address(const struct sockaddr_storage *found, const char *address, int port) {
  char text[rc_address_size];
  const struct sockaddr_in *four = (const struct sockaddr_in *)found;
  const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)found;
  if (ntohs(found->ss_family == AF_INET ? four->sin_port : six->sin6_port) != port) return 0;
  write_address(found->ss_family, (const struct sockaddr *)found, text);
  return text[0] != 0 && strcmp(text, address) == 0;
}
int rc_is_connection(int descriptor, const char *local, int local_port, const char *remote, int remote_port) {
  struct sockaddr_storage here = {0}, there = {0};
  socklen_t here_size = sizeof here, there_size = sizeof there;
  return getsockname(descriptor, (struct sockaddr *)&here, &here_size) == 0 &&
         getpeername(descriptor, (struct sockaddr *)&there, &there_size) == 0 &&
         is_address(&here, local, local_port) && is_address(&there, remote, remote_port);
}
