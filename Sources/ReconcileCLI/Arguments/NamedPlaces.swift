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

/// A command line of this program within a message: in quotes, or behind a colon to the end of its part.
private struct SuggestedCommand {
  /// From the program's name on.
  let text: ArraySlice<UInt8>
  let isQuoted: Bool
  let isBehindSudo: Bool

  static let start = Array("reconcile ".utf8)
  private static let quote = UInt8(ascii: "'")
  private static let space = UInt8(ascii: " ")

  /// The one that begins at `place` of `line`; nil where none does.
  init?(in line: [UInt8], at place: Int) {
    guard line[place...].starts(with: Self.start) else { return nil }
    let before = String(decoding: line[..<place], as: UTF8.self)
    isBehindSudo = before.hasSuffix("'sudo ")
    isQuoted = isBehindSudo || before.hasSuffix("'")
    guard isQuoted || before.hasSuffix(": ") && !before.hasSuffix("usage: ") else { return nil }
    var end = place
    while end < line.count {
      if let word = Self.quotedWord(in: line, at: end) {
        end = word
      } else if isQuoted ? line[end] == Self.quote : line[end...].starts(with: "; ".utf8) {
        break
      } else {
        end += 1
      }
    }
    if isQuoted, end == line.count { return nil }
    text = line[place..<end]
  }

  /// Where a word in quotes ends that begins at `place`; nil where none does.
  private static func quotedWord(in line: [UInt8], at place: Int) -> Int? {
    guard [quote, UInt8(ascii: "\"")].contains(line[place]), line[place - 1] == space else { return nil }
    var place = place
    repeat {
      guard let end = line[(place + 1)...].firstIndex(of: line[place]) else { return nil }
      place = end + 1
      // As `ShellWord` writes a quote within quotes.
      if line[place...].starts(with: #"\''"#.utf8) { place += 2 } else { return place }
    } while true
  }
}
