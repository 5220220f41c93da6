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
