import Presentation
import Text

/// The policy and the state that a command line names. A command that is suggested there has to name them as well: without
/// them it would fail, or act on another household.
///
/// What is proposed instead of the command line says as well what else was given there.
struct NamedPlaces: Sendable {
  private var given: [(option: Option, value: String?)]
  private let others: [(option: Option, value: String?)]

  /// As `invocation` says.
  init(_ invocation: Invocation) {
    self.init(
      policy: invocation.namedPolicy, state: invocation.value(.state), invocation.options, invocation.table)
  }

  /// As `arguments` say, which are wrong in some place.
  init(_ arguments: [String], _ table: OptionTable) {
    let options = Invocation.options(among: arguments, table)
    self.init(policy: options[.policy]?.last, state: options[.state]?.last, options, table)
  }

  private init(policy: String?, state: String?, _ options: [Option: [String]], _ table: OptionTable) {
    given = [(Option.policy, policy), (.state, state)].compactMap { option, value in value.map { (option, $0) } }
    others = table.all.filter(\.isTypedAgain).flatMap { option -> [(option: Option, value: String?)] in
      guard let values = options[option] else { return [] }
      return option.value == nil ? [(option, nil)] : values.map { (option, $0) }
    }
  }

  /// `hint`, of the command line that is refused: all commands in it say also what else was given.
  func completing(hintOfRefused hint: String) -> String {
    var whole = self
    whole.given = others + given
    return whole.completing(sentence: hint)
  }

  /// `text`, a sentence of a report that is yet to be cut into lines: all commands in it name what was given here.
  func completing(sentence text: String) -> String {
    mayHoldCommand(text) ? completing(Array(text.utf8), isHint: true) : text
  }

  func mayHoldCommand(_ text: String) -> Bool {
    !given.isEmpty && text.holds(String(decoding: SuggestedCommand.start, as: UTF8.self))
  }

  /// `text` as it is printed, whole lines of it: commands that messages quote and hints suggest name what was given here.
  func completing(_ text: String) -> String {
    guard mayHoldCommand(text) else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let words = line.drop { $0 == " " }
      let isHint = words.hasPrefix("hint: ")
      return isHint || words.hasPrefix("reconcile: ") ? completing(Array(line.utf8), isHint: isHint) : String(line)
    }.joined(separator: "\n")
  }

  private func completing(_ line: [UInt8], isHint: Bool) -> String {
    var completed: [UInt8] = []
    var place = 0
    while place < line.count {
      if let command = SuggestedCommand(in: line, at: place), isHint || command.isQuoted {
        completed += command.text
        completed += missing(command, in: line).utf8
        place += command.text.count
      } else {
        completed.append(line[place])
        place += 1
      }
    }
    return String(decoding: completed, as: UTF8.self)
  }

  /// What `text`, a command line, does not say yet. A policy stands behind its command, if no option names it.
  private func missing(_ suggested: SuggestedCommand, in line: [UInt8]) -> String {
    let words = String(decoding: suggested.text, as: UTF8.self).split(separator: " ").dropFirst()
    guard let command = words.first.flatMap({ Command.named(String($0)) }),
      !(suggested.isBehindSudo && RequestAuthority.commands.contains(command.name))
    else { return "" }
    let policy = given.first { $0.option == .policy }?.value.map { ShellWord.word($0) }
    // What was in the place of the policy may be a target, which the line names.
    let namesPolicy =
      command.operands == .policy && words.dropFirst().first.map { !$0.hasPrefix("-") } ?? false
      || words.dropFirst().contains { $0 == policy ?? "" }
    // What is only pointed to is no command to type instead.
    let isTypedInstead =
      !suggested.isQuoted || line.starts(with: "did you mean '".utf8)
      || [.override, .more, .lock, .ask].contains(command)
    return given.filter { option, value in
      (isTypedInstead || [.policy, .state].contains(option))
        && takes(option, value, command, verb: words.dropFirst().first.map(String.init))
        && !words.contains { $0.hasPrefix("--\(option.name)") } && !(option == .policy && namesPolicy)
    }.map { option, value in
      // What looks like an option is none behind a sign.
      let sign = value.map(Option.isNamed) == true ? "=" : " "
      return " --\(option.name)" + (value.map { sign + ShellWord.word($0).escaped } ?? "")
    }.joined()
  }

  /// Whether `command`, with `verb` as its first word, takes `option` with that value.
  private func takes(_ option: Option, _ value: String?, _ command: Command, verb: String?) -> Bool {
    guard option.commands.contains(command), command != .override || OverrideRequest.takes(option, verb) else {
      return false
    }
    if let value, case .words(let words) = option.candidates(after: command), !words.contains(value) { return false }
    // A plan is none the more with it, and an apply takes a time only with it.
    return switch option {
    case .dryRun: command == .apply
    case .at: command != .apply || others.contains { $0.option == .dryRun }
    default: true
    }
  }
}

extension Option {
  /// Whether it is said again in a command that is proposed instead. What may be a secret never is, and what says when something
  /// begins and ends is up to the proposal.
  fileprivate var isTypedAgain: Bool {
    if commands == [.`init`] { return false }
    switch self {
    case .from, .forDuration, .until, .more, .policy, .state, .help, .version, .notifyCommand, .notifyURL,
      .notifyCredential:
      return false
    default: return true
    }
  }
}

extension Invocation {
  /// The policy, where an option names it, or one stands after the command, or alone and looks like a path.
  fileprivate var namedPolicy: String? {
    let operand = policyOperand.flatMap { word in namesCommand || word.contains { "./".contains($0) } ? word : nil }
    return operand ?? value(.policy)
  }
}
