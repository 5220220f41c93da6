import Glibc

/// Whether a terminal shows what is typed there.
enum TerminalEcho {
  /// What `body` gives, which reads what is typed, during which the terminal at standard input shows nothing of it. If
  /// there is none, nothing is different. Whoever ends or stops the program meanwhile gets the terminal back as it was.
  static func withoutIt<Value>(_ body: () -> Value) -> Value {
    var usual = termios()
    guard tcgetattr(STDIN_FILENO, &usual) == 0 else { return body() }
    var silent = usual
    silent.c_lflag &= ~tcflag_t(ECHO)
    while true {
      let signals = SignalDescriptor([SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGTSTP])
      // What was typed ahead is not for this question.
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
      let signal = signals.flatMap(signalBeforeInput)
      let value = signal == nil ? body() : nil
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &usual)
      signals?.close()
      if let value { return value }
      // It ends the program, or stops it until somebody wants it again.
      signal.map { _ = raise($0) }
    }
  }

  /// Whether the terminal at `descriptor` has gone away, as when a connection drops. At its end it reads like Ctrl-D.
  static func hasHungUp(_ descriptor: Int32) -> Bool {
    var facts = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&facts, 1, 0) > 0 && facts.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0
  }

  /// The signal that comes before a line was typed.
  private static func signalBeforeInput(_ signals: SignalDescriptor) -> Int32? {
    var waiting = [STDIN_FILENO, signals.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while poll(&waiting, nfds_t(waiting.count), -1) < 0, errno == EINTR {}
    return waiting[1].revents == 0 ? nil : signals.next()
  }
}
