import Presentation
import Text

/// The policy and the state that a command line names. A command that is suggested there has to name them as well: without
/// them it would fail, or act on another household.
struct NamedPlaces: Sendable {
  private let given: [(option: Option, value: String)]

  /// As `invocation` says.
  init(_ invocation: Invocation) { self.init(policy: invocation.namedPolicy, state: invocation.value(.state)) }

  /// As `arguments` say, which are wrong in some place.
  init(_ arguments: [String], _ table: OptionTable) {
    let options = Invocation.values(of: [.policy, .state], among: arguments, table)
    self.init(policy: options[.policy], state: options[.state])
  }

  private init(policy: String?, state: String?) {
    given = [(Option.policy, policy), (.state, state)].compactMap { option, value in value.map { (option, $0) } }
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
        completed += missing(command).utf8
        place += command.text.count
      } else {
        completed.append(line[place])
        place += 1
      }
    }
    return String(decoding: completed, as: UTF8.self)
  }

  /// What `text`, a command line, does not say yet. A policy stands behind its command, if no option names it.
  private func missing(_ suggested: SuggestedCommand) -> String {
    let words = String(decoding: suggested.text, as: UTF8.self).split(separator: " ").dropFirst()
    guard let command = words.first.flatMap({ Command.named(String($0)) }),
      !(suggested.isBehindSudo && RequestAuthority.commands.contains(command.name))
    else { return "" }
    let namesPolicy = command.operands == .policy && words.dropFirst().first.map { !$0.hasPrefix("-") } ?? false
    return given.filter { option, _ in
      option.commands.contains(command) && !words.contains { $0.hasPrefix("--\(option.name)") }
        && !(option == .policy && namesPolicy)
    }.map { " --\($0.name) \(ShellWord.word($1).escaped)" }.joined()
  }
}

extension Invocation {
  /// The policy, where an option names it, or one stands after the command, or alone and looks like a path.
  fileprivate var namedPolicy: String? {
    let operand = policyOperand.flatMap { word in namesCommand || word.contains { "./".contains($0) } ? word : nil }
    return operand ?? value(.policy)
  }
}
