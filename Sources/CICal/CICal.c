#include "CICal.h"
#include <dlfcn.h>
#include <libical/ical.h>
#include <pthread.h>
#include <stdlib.h>

// The functions of libical that are used, with the types that its header gives them.
static struct {
  __typeof__(&icalrecurrencetype_from_string) parse;
  __typeof__(&icalrecur_iterator_new) begin;
  __typeof__(&icalrecur_iterator_next) next;
  __typeof__(&icalrecur_iterator_free) end;
} libical;
static int is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *library = dlopen("libical.so.3", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  *(void **)&libical.parse = dlsym(library, "icalrecurrencetype_from_string");
  *(void **)&libical.begin = dlsym(library, "icalrecur_iterator_new");
  *(void **)&libical.next = dlsym(library, "icalrecur_iterator_next");
  *(void **)&libical.end = dlsym(library, "icalrecur_iterator_free");
  is_loaded = libical.parse && libical.begin && libical.next && libical.end;
}

int calendar_rules_load(void) {
  pthread_once(&once, load);
  return is_loaded;
}

// What a wall clock shows is counted without a zone: when that is, is decided elsewhere.
static struct icaltimetype time_of(struct calendar_time time) {
  struct icaltimetype result = ICALTIMETYPE_INITIALIZER;
  result.year = time.year;
  result.month = time.month;
  result.day = time.day;
  result.hour = time.hour;
  result.minute = time.minute;
  result.second = time.second;
  result.is_date = time.is_day;
  return result;
}

struct calendar_rule *calendar_rule_new(const char *text, struct calendar_time start, struct calendar_time until) {
  if (!calendar_rules_load()) return NULL;
  struct icalrecurrencetype rule = libical.parse(text);
  icalrecur_iterator *iterator = NULL;
  if (rule.freq != ICAL_NO_RECURRENCE) {
    // Beside a count, too: libical stops at whichever comes first, and looks no further.
    rule.until = time_of(until);
    iterator = libical.begin(rule, time_of(start));
    free(rule.rscale);
  }
  return (struct calendar_rule *)iterator;
}

int calendar_rule_next(struct calendar_rule *rule, struct calendar_time *time) {
  struct icaltimetype next = libical.next((icalrecur_iterator *)rule);
  // What libical calls a null time has no month.
  if (next.month == 0) return 0;
  *time = (struct calendar_time){next.year, next.month, next.day, next.hour, next.minute, next.second, next.is_date};
  return 1;
}

void calendar_rule_free(struct calendar_rule *rule) { libical.end((icalrecur_iterator *)rule); }
