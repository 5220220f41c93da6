import Controller
import Host
import Presentation

/// What somebody reads, fitted to where it is read: in ASCII where nothing else is shown, and messages cut between words.
///
/// What programs read stays as it is: JSON, Markdown, pictures, scripts, units, and the manual page.
struct FittedOutput: Sendable {
  private let screen: Screen
  private let cutsAll: Bool

  /// For `screen`. `cutsAll`: every line that is too wide for it is cut between words, and not messages alone.
  init(_ screen: Screen, cutsAll: Bool = false) {
    self.screen = screen
    self.cutsAll = cutsAll
  }

  /// `text`, which is one or more lines, or a part of one.
  func fitted(_ text: String) -> String {
    let text = screen.isASCII ? text.spelledInASCII : text
    guard screen.columns != nil, text.utf8.contains(UInt8(ascii: "\n")) else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      cutsAll || Self.isMessage(line) ? cut(String(line)) : String(line)
    }.joined(separator: "\n")
  }

  private func cut(_ line: String) -> String {
    guard displayWidth(line) > screen.width else { return line }
    let colour = line.leadingColour
    let text = line.dropFirst(colour.count)
    let indent = String(text.prefix { $0 == " " })
    return colour
      + wrapped(String(text.dropFirst(indent.count)), indent: indent, following: indent + "  ", width: screen.width)
      .joined(separator: "\n")
  }

  /// Sentences, and neither tables nor excerpts, in which columns count, nor lines to be copied.
  private static func isMessage(_ line: Substring) -> Bool {
    let text = line.drop { $0 == " " }
    if ["reconcile: ", "hint: ", "warning: ", "error: "].contains(where: { text.hasPrefix($0) }) { return true }
    // The place before it may contain spaces: `sentence 2:1:1: warning: …`
    let words = text.split(separator: " ", maxSplits: 8)
    let level = words.dropLast().firstIndex { ["error:", "warning:", "note:"].contains($0) }
    let place = level.flatMap { $0 > 0 ? words[$0 - 1] : nil } ?? ""
    return place.last == ":" && place.dropLast().last?.isNumber == true
  }
}

extension Environment {
  /// The same world, whose text fits the screen that it is read on, and in which messages suggest commands for `places`.
  func fitting(_ invocation: Invocation, _ places: NamedPlaces) -> Environment {
    let screen = Screen(self)
    let fitted = FittedOutput(screen)
    var environment = self
    let (output, error) = (self.output, self.error)
    let result = FittedOutput(screen, cutsAll: invocation.printsSentences)
    if invocation.printsText { environment.output = { output(result.fitted(places.completing($0))) } }
    if invocation.value(.format) == OutputFormat.json.rawValue {
      environment.output = { output(places.completing(json: $0)) }
    }
    let isLogged = invocation.value(.log) == LogFormat.json.rawValue
    environment.error = { text in
      let completed = places.completing(text)
      error(isLogged ? completed : fitted.fitted(completed))
    }
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

  /// Whether its result is for people.
  fileprivate var printsText: Bool {
    if command.audience == .program || command == .help && operands.first == HelpCommand.manual { return false }
    return value(.format).map { $0 == OutputFormat.text.rawValue } ?? true
  }
}
