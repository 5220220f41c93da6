#define _GNU_SOURCE
#include "Library.h"
#include "CCurl.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>

// On pages of its own, which are closed to writing once it is filled: nothing that the program jumps through can be
// overwritten, just as with a library that it is linked with. No page is larger than these.
static union {
  struct curl_library functions;
  char pages[1 << 16];
} table __attribute__((aligned(1 << 16)));
const struct curl_library *const curl_library = &table.functions;

static char problem[256] = "it was not looked for";
static pthread_once_t once = PTHREAD_ONCE_INIT;

static int fail(const char *why) {
  snprintf(problem, sizeof problem, "%s", why ? why : "it cannot be used");
  return 0;
}

static int load(void) {
  // What the libraries call is looked up when it is first called, as where a program is linked with them: most never is.
  void *library = dlopen("libcurl.so.4", RTLD_LAZY | RTLD_LOCAL);
  if (!library) return fail(dlerror());
  struct {
    void *place;
    const char *name;
  } wanted[] = {
      {&table.functions.global_init, "curl_global_init"},
      {&table.functions.easy_init, "curl_easy_init"},
      {&table.functions.easy_reset, "curl_easy_reset"},
      {&table.functions.easy_cleanup, "curl_easy_cleanup"},
      {&table.functions.easy_strerror, "curl_easy_strerror"},
      {&table.functions.easy_setopt, "curl_easy_setopt"},
      {&table.functions.easy_getinfo, "curl_easy_getinfo"},
      {&table.functions.slist_append, "curl_slist_append"},
      {&table.functions.slist_free_all, "curl_slist_free_all"},
      {&table.functions.multi_init, "curl_multi_init"},
      {&table.functions.multi_cleanup, "curl_multi_cleanup"},
      {&table.functions.multi_setopt, "curl_multi_setopt"},
      {&table.functions.multi_add_handle, "curl_multi_add_handle"},
      {&table.functions.multi_remove_handle, "curl_multi_remove_handle"},
      {&table.functions.multi_perform, "curl_multi_perform"},
      {&table.functions.multi_info_read, "curl_multi_info_read"},
      {&table.functions.multi_poll, "curl_multi_poll"},
      {&table.functions.multi_wakeup, "curl_multi_wakeup"},
  };
  for (size_t place = 0; place < sizeof wanted / sizeof *wanted; place++)
    if (!(*(void **)wanted[place].place = dlsym(library, wanted[place].name))) return fail(dlerror());
  if (mprotect(&table, sizeof table, PROT_READ) != 0) return fail("its functions cannot be protected");
  // Done once for the process and never undone, because other loops may be running.
  CURLcode code = curl_library->global_init(CURL_GLOBAL_DEFAULT);
  return code == CURLE_OK || fail(curl_library->easy_strerror(code));
}

static void load_once(void) {
  if (load()) problem[0] = 0;
}

const char *rc_load(void) {
  pthread_once(&once, load_once);
  return problem[0] ? problem : NULL;
}

const void *rc_functions(void) { return &table; }
