#pragma once
#include <curl/curl.h>

// The functions of libcurl that are used, with the types that its header gives them.
struct curl_library {
  __typeof__(&curl_global_init) global_init;
  __typeof__(&curl_easy_init) easy_init;
  __typeof__(&curl_easy_reset) easy_reset;
  __typeof__(&curl_easy_cleanup) easy_cleanup;
  __typeof__(&curl_easy_strerror) easy_strerror;
  __typeof__(&curl_easy_setopt) easy_setopt;
  __typeof__(&curl_easy_getinfo) easy_getinfo;
  __typeof__(&curl_slist_append) slist_append;
  __typeof__(&curl_slist_free_all) slist_free_all;
  __typeof__(&curl_multi_init) multi_init;
  __typeof__(&curl_multi_cleanup) multi_cleanup;
  __typeof__(&curl_multi_setopt) multi_setopt;
  __typeof__(&curl_multi_add_handle) multi_add_handle;
  __typeof__(&curl_multi_remove_handle) multi_remove_handle;
  __typeof__(&curl_multi_perform) multi_perform;
  __typeof__(&curl_multi_info_read) multi_info_read;
  __typeof__(&curl_multi_poll) multi_poll;
  __typeof__(&curl_multi_wakeup) multi_wakeup;
};

// Filled by `rc_load`.
extern const struct curl_library *const curl_library;
