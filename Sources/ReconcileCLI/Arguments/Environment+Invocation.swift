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

  /// The same world, whose standard error is written as the command line wants it, and the lines that it is written as;
  /// nil where it is text.
  func logging(_ invocation: Invocation) throws(UsageError) -> (Environment, LogLines?) {
    guard try invocation.choice(.log, among: LogFormat.allCases) == .json else { return (self, nil) }
    let lines = LogLines(now: now, to: error)
    var environment = self
    environment.exchangeLog = { lines.add($0) }
    environment.error = { lines.add($0) }
    // A line that is drawn and wiped away is none.
    environment.errorIsTerminal = false
    return (environment, lines)
  }
}

extension Invocation {
  /// Whether no line of its text is an excerpt, a strip or a command to be copied, and none is laid out for the screen
  /// already.
  fileprivate var printsSentences: Bool {
    switch command {
    case .apply, .plan, .drift, .watch, .timeline, .validate, .test, .doctor, .`init`, .trust, .compare, .help: false
    default: true
    }
  }

  /// Whether its result is for a person.
  fileprivate var printsText: Bool {
    switch command {
    case .schema, .completions, .units: false
    case .help: operands.first != "man"
    default: value(.format).map { $0 == OutputFormat.text.rawValue } ?? true
    }
  }
}
