import HTTPTransport
import Host

/// A line that is not shown while it is typed.
enum HiddenLine {
  /// Asks with `question` at a terminal, or reads standard input; nil where nothing is there.
  static func read(_ question: String, _ environment: Environment) -> Secret? {
    if environment.inputIsTerminal { environment.error(question) }
    let typed = environment.inputIsTerminal ? environment.hiddenInput() : environment.input()
    // The line's end was not shown either.
    if environment.inputIsTerminal { environment.error("\n") }
    guard let typed, typed.contains(where: { !$0.isWhitespace }) else { return nil }
    return Secret(typed)
  }
}
