#pragma once
#include <curl/curl.h>

// libcurl, loaded when the first system is going to be asked and not at the start of the program: thirty libraries come with
// it, and finding and joining them takes longer than all else that most commands do. curl.h is here for its types; its
// functions are called by the names below.

// Loads libcurl if need be. NULL, or why it cannot be used: the same answer whenever it is asked for, and to be asked before
// anything else here.
const char *rc_load(void);
// Where its functions are kept, which nothing can write to once it is loaded.
const void *rc_functions(void);

CURL *rc_easy_init(void);
void rc_easy_reset(CURL *easy);
void rc_easy_cleanup(CURL *easy);
const char *rc_easy_strerror(CURLcode code);
struct curl_slist *rc_slist_append(struct curl_slist *list, const char *text);
void rc_slist_free_all(struct curl_slist *list);

CURLM *rc_multi_init(void);
CURLMcode rc_multi_cleanup(CURLM *multi);
CURLMcode rc_multi_add_handle(CURLM *multi, CURL *easy);
CURLMcode rc_multi_remove_handle(CURLM *multi, CURL *easy);
CURLMcode rc_multi_perform(CURLM *multi, int *running);
CURLMsg *rc_multi_info_read(CURLM *multi, int *left);
CURLMcode rc_multi_poll(CURLM *multi, struct curl_waitfd *entries, unsigned count, int milliseconds);
// The one call that curl allows from any thread.
CURLMcode rc_multi_wakeup(CURLM *multi);

// curl_easy_setopt, curl_easy_getinfo and curl_multi_setopt are variadic, which Swift does not import: one function for
// each type of argument.

CURLcode rc_set_long(CURL *easy, CURLoption option, long value);
CURLcode rc_set_offset(CURL *easy, CURLoption option, curl_off_t value);
// Copied by curl; NULL gives an option its empty value.
CURLcode rc_set_text(CURL *easy, CURLoption option, const char *value);
CURLcode rc_set_pointer(CURL *easy, CURLoption option, const void *value);
// The bytes are copied.
CURLcode rc_set_blob(CURL *easy, CURLoption option, const void *bytes, size_t count);

typedef size_t (*rc_bytes_callback)(char *, size_t, size_t, void *);
CURLcode rc_set_bytes_callback(CURL *easy, CURLoption option, rc_bytes_callback callback);
CURLcode rc_set_before_request(CURL *easy, curl_prereq_callback callback);
CURLcode rc_set_socket_opened(CURL *easy, curl_opensocket_callback callback);
CURLcode rc_set_socket_closed(CURL *easy, curl_closesocket_callback callback);
CURLcode rc_get_long(CURL *easy, CURLINFO info, long *value);
// A field of the first certificate that the server showed, such as "Cert:" in PEM form or "Subject:"; NULL where there
// is none. It lives as long as `easy` is neither used again nor reset.
const char *rc_get_certificate_field(CURL *easy, const char *name);
CURLMcode rc_multi_set_long(CURLM *multi, CURLMoption option, long value);
// A field of a union inside a message is awkward to reach from Swift.
CURLcode rc_result_of(const CURLMsg *message);

curl_socket_t rc_open_socket(const struct curl_sockaddr *address);
enum { rc_address_size = 46 };
// Writes the address to `text`, which has room for rc_address_size bytes; empty where it is neither IPv4 nor IPv6.
void rc_write_address(const struct curl_sockaddr *address, char *text);
// Acknowledges what has arrived, and for a while what comes next, at once. Forgotten by the kernel as soon as the
// connection looks like a conversation, so it has to be asked for again and again.
void rc_acknowledge_now(int descriptor);
// 1 where what arrives is acknowledged at once.
int rc_acknowledges_now(int descriptor);
// Whether the descriptor is that of the connection between these addresses, as curl spells them.
int rc_is_connection(int descriptor, const char *local, int local_port, const char *remote, int remote_port);

// CURL_SSLVERSION_*, CURL_HTTP_VERSION_* and the answers of the request callback are macros or untyped enumerators.
static const long rc_tls_1_2_or_later = CURL_SSLVERSION_TLSv1_2;
static const long rc_http_1_1 = CURL_HTTP_VERSION_1_1;
static const int rc_request_ok = CURL_PREREQFUNC_OK;
static const int rc_request_abort = CURL_PREREQFUNC_ABORT;
static const short rc_wait_readable = CURL_WAIT_POLLIN;
