import Controller
import Host
import Presentation

extension Environment {
  /// The same world, whose text fits the screen that it is read on.
  func fitting(_ invocation: Invocation) -> Environment {
    let screen = Screen(self)
    let fitted = FittedOutput(screen)
    var environment = self
    let (output, error) = (self.output, self.error)
    let result = FittedOutput(screen, cutsAll: invocation.printsSentences)
    if invocation.printsText { environment.output = { output(result.fitted($0)) } }
    if invocation.value(.log) != LogFormat.json.rawValue { environment.error = { error(fitted.fitted($0)) } }
    return environment
  }

  /// What `body` comes to in the same world, whose standard error is written as the command line wants it.
  func logging(
    _ invocation: Invocation, _ body: (Environment) throws(UsageError) -> ExitStatus
  ) throws(UsageError) -> ExitStatus {
    guard try invocation.choice(.log, among: LogFormat.allCases) == .json else { return try body(self) }
    let lines = LogLines(now: now, to: error)
    defer { lines.finish() }
    var environment = self
    environment.exchangeLog = { lines.add($0) }
    environment.error = { lines.add($0) }
    // A line that is drawn and wiped away is none.
    environment.errorIsTerminal = false
    return try body(environment)
  }
}

extension Invocation {
  /// Whether no line of its text is an excerpt, a strip or a command to be copied, and none is laid out for the screen
  /// already.
  fileprivate var printsSentences: Bool { command.audience == .reader }

  /// Whether its result is for a person.
  fileprivate var printsText: Bool {
    if command.audience == .program || command == .help && operands.first == "man" { return false }
    return value(.format).map { $0 == OutputFormat.text.rawValue } ?? true
  }
}
