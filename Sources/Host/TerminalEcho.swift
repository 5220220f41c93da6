import Glibc

/// Whether a terminal shows what is typed there.
enum TerminalEcho {
  /// What `body` gives, during which the terminal at standard input shows nothing that is typed. If there is none,
  /// nothing is different.
  static func withoutIt<Value>(_ body: () -> Value) -> Value {
    var usual = termios()
    guard tcgetattr(STDIN_FILENO, &usual) == 0 else { return body() }
    var silent = usual
    silent.c_lflag &= ~tcflag_t(ECHO)
    // What was typed ahead is not for this question.
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
    defer { tcsetattr(STDIN_FILENO, TCSAFLUSH, &usual) }
    return body()
  }
}
