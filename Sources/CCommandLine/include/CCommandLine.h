#pragma once

// What the program was started with: its own name and the words behind it, as `main` is given them.
//
// Swift looks for them in /proc instead. That fails where /proc is not mounted, and where a library that was loaded
// before the program has moved its environment; and it takes longer.
int command_line_count(void);
char **command_line_words(void);
