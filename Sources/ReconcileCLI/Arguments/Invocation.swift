import Controller
import Documents

/// A command line that was understood.
package struct Invocation {
  /// What to do. `--dry-run` makes an apply a plan.
  var command: Command
  /// What stands after the command.
  var operands: [String]
  /// The options given, each with its values in order; an option without a value has an empty list.
  var options: [Option: [String]]

  /// The word that is directly behind an option and its value.
  private(set) var wordsBehind: [Option: String] = [:]

  /// The options that there are.
  let table: OptionTable

  private let look: HouseholdLook

  /// What is known of the household that the command line is about; asked for where something is wrong.
  var household: KnownHousehold { look.household(value(.policy)) }

  /// Whether the command was named, and not left out.
  private(set) var namesCommand = true

  /// Whether `option` was given.
  func has(_ option: Option) -> Bool { options[option] != nil }

  /// The value of `option`, the last one if it was given more than once.
  func value(_ option: Option) -> String? { options[option]?.last }

  /// Reads a command line, without the program's own name. `look` says what is known of the household whose policy is named so.
  init(
    _ arguments: [String], _ table: OptionTable,
    household look: @escaping (String?) -> KnownHousehold = { _ in KnownHousehold() }
  ) throws(UsageError) {
    (self.table, self.look) = (table, HouseholdLook(look))
    var scanner = ArgumentScanner(arguments, table)
    var words: [String] = []
    var last: Option?
    options = [:]
    while let argument = scanner.next() {
      switch argument {
      case .word(let word):
        words.append(word)
        if let option = last { wordsBehind[option] = word }
        last = nil
      case .option(let option, let value):
        last = option
        if options[option] != nil, option.value != nil, !option.repeats { throw UsageError.twice(option) }
        options[option, default: []] += value.map { [$0] } ?? []
      case .unknown(let name): throw UsageError.unknown(name, table, words.first.flatMap(Command.named))
      case .wrong(let error): throw error
      }
    }
    if let word = words.first, let named = Command.named(word) {
      command = named
      words.removeFirst()
    } else {
      if let first = words.first { try Self.checkIsOneWord(first) }
      command = .apply
      namesCommand = false
    }
    operands = words
    if [.explain, .timeline, .next].contains(command) { try takePolicyFromTargets() }
    try settle()
  }

  /// `sudo` compares words that it has put together: where `ask *` is allowed it allows the one word `ask x.yaml` as well,
  /// which as a policy would be applied by root.
  private static func checkIsOneWord(_ word: String) throws(UsageError) {
    let first = String(word.prefix { !$0.isWhitespace })
    guard first != word, let command = Command.named(first) else { return }
    throw UsageError.commandWithinWord(word, command)
  }

  /// No name of a target has a slash or a dot: among targets, a word with one is the policy.
  private mutating func takePolicyFromTargets() throws(UsageError) {
    guard let place = operands.firstIndex(where: { $0.contains { "/.".contains($0) } }) else { return }
    if has(.policy) { throw UsageError.policyTwice }
    options[.policy] = [Self.path(operands.remove(at: place))]
  }

  /// Turns the options that are commands into commands, and checks that the rest belongs together.
  private mutating func settle() throws(UsageError) {
    if has(.version) { command = .version }
    if has(.help), command != .help {
      operands = command == .apply ? [] : [command.name]
      command = .help
      return
    }
    try checkOperands()
    // It is a command of its own as well.
    for option in table.all where has(option) && !option.commands.contains(command) && option != .version {
      throw unknownCommand ?? UsageError.doesNotBelong(option, command)
    }
    if command == .version { return }
    try checkDryRun()
    if has(.at), has(.output) { throw UsageError.atWithOutput }
    if has(.planFile), has(.target) { throw UsageError.targetWithPlan }
    if let word = policyOperand, has(.policy) {
      if namesCommand, let problem = targetAsPolicy(word) { throw problem }
      throw MeantCommand(operands, household, given: GivenStretch(self)).hint == nil
        ? UsageError.policyTwice : unknownCommand ?? UsageError.policyTwice
    }
  }

  /// `--dry-run` makes an apply a plan; what belongs to one of the two only must not be given for the other.
  private mutating func checkDryRun() throws(UsageError) {
    guard command == .apply else { return }
    guard has(.dryRun) else {
      if has(.at) { throw UsageError.atWithoutDryRun }
      if has(.output) { throw UsageError.outputWithoutDryRun }
      return
    }
    command = .plan
    for option in table.all where has(option) && option != .dryRun && !option.commands.contains(.plan) {
      throw UsageError.notInADryRun(option)
    }
  }

  /// Of a variable that is not set an empty word is left. It must not mean that nothing is given; a sentence is told what
  /// it lacks.
  private func checkNoneIsEmpty() throws(UsageError) {
    guard command != .try, let place = operands.firstIndex(of: "") else { return }
    throw UsageError.emptyWord(command.operands.name(at: place))
  }

  private func checkOperands() throws(UsageError) {
    try checkNoneIsEmpty()
    if let problem = cutOffValue { throw problem }
    if command.namesPolicyByOption, let path = operands.first(where: UsageError.looksLikePolicy) {
      throw UsageError.policyAmongWords(path)
    }
    switch command.operands {
    case .any: break
    case .atMost(let count, _):
      if operands.count > count {
        throw unknownCommand ?? command.typed.map { .typedAsArgument($0, command) }
          ?? UsageError.tooMany(operands[count])
      }
    case .exactly(let names):
      if operands.count > names.count { throw UsageError.tooMany(operands[names.count], command) }
      if operands.count < names.count { throw UsageError.tooFew(names[operands.count], command) }
    }
  }

  /// Where no command is named: that the first word, unless it looks like a path, is none. It may still be a file.
  var unknownCommand: UsageError? {
    guard !namesCommand, let word = operands.first, !word.isEmpty, !word.contains(where: { "./".contains($0) }) else {
      return nil
    }
    return UsageError.unknownCommand(operands, household, given: GivenStretch(self))
  }

  /// What to say of `word`, a target of the household, where a policy belongs; nil where it is none.
  func targetAsPolicy(_ word: String) -> UsageError? {
    household.hasTarget(word) ? UsageError.targetAsPolicy(word.lowercased(), command) : nil
  }

  /// The policy, where one stands after the command.
  var policyOperand: String? {
    command.operands == .policy ? operands.first.map(Self.path) : nil
  }

  /// The path `word`, written so that it can be typed again in every place; standard input stays as it is.
  fileprivate static func path(_ word: String) -> String { Option.isNamed(by: word) ? "./" + word : word }
}

extension Invocation {
  /// The options, each with its values, on a command line that may be wrong in other places.
  static func options(among arguments: [String], _ table: OptionTable) -> [Option: [String]] {
    var scanner = ArgumentScanner(arguments, table)
    var options: [Option: [String]] = [:]
    while let argument = scanner.next() {
      if case .option(let option, let value) = argument { options[option, default: []] += value.map { [$0] } ?? [] }
    }
    return options
  }
}

/// Cuts a command line into options and words.
private struct ArgumentScanner {
  enum Argument {
    case word(String)
    case option(Option, String?)
    /// The name or the letter of an option that there is none of.
    case unknown(String)
    case wrong(UsageError)
  }

  private var rest: ArraySlice<String>
  private var letters: [Character] = []
  private var onlyWords = false
  private let table: OptionTable

  init(_ arguments: [String], _ table: OptionTable) {
    rest = arguments[...]
    self.table = table
  }

  mutating func next() -> Argument? {
    if !letters.isEmpty { return shortOption(letters.removeFirst()) }
    guard let argument = rest.popFirst() else { return nil }
    if onlyWords || argument == "-" || !argument.hasPrefix("-") { return .word(argument) }
    if argument == "--" {
      onlyWords = true
      return next()
    }
    if argument.hasPrefix("--") { return longOption(String(argument.dropFirst(2))) }
    letters = Array(argument.dropFirst())
    return next()
  }

  private mutating func longOption(_ text: String) -> Argument {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = table.named(name) else { return .unknown(name) }
    let given = parts.count > 1 ? String(parts[1]) : nil
    if option.value == nil {
      return given == nil ? .option(option, nil) : .wrong(.needsNoValue(option))
    }
    return withValue(option, given)
  }

  private mutating func shortOption(_ letter: Character) -> Argument {
    guard let option = table.all.first(where: { $0.letter == letter }) else { return .unknown(String(letter)) }
    return option.value == nil ? .option(option, nil) : withValue(option, nil)
  }

  /// `given` is the value behind `=`. A word of its own that looks like an option is none: where the variable in
  /// `--metrics $METRICS --dry-run` is not set, the run must not be a real one.
  private mutating func withValue(_ option: Option, _ given: String?) -> Argument {
    if given == nil, let next = rest.first, Option.isNamed(by: next) {
      return .wrong(.needsValue(option, foundInstead: next))
    }
    guard let value = given ?? rest.popFirst(), !(value.isEmpty && option.namesSomething) else {
      return .wrong(.needsValue(option))
    }
    return .option(option, option.candidates == .files ? Invocation.path(value) : value)
  }
}
