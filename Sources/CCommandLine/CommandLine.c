#include "CCommandLine.h"

static int count;
static char **words;

// Before `main`, which is Swift's own: glibc hands the same to every such function.
__attribute__((constructor)) static void keep(int given, char **texts) {
  count = given;
  words = texts;
}

int command_line_count(void) { return count; }

char **command_line_words(void) { return words; }

// Both of Swift's own functions about the command line, and so what it has of its own is not linked in at all: at every
// start it would read /proc/self/maps to find the words, whether anybody asks for them or not.
char **_swift_stdlib_getUnsafeArgvArgc(int *given) {
  *given = count;
  return words;
}

void _swift_stdlib_overrideUnsafeArgvArgc(char **texts, int given) {
  count = given;
  words = texts;
}
