import Controller
import Documents
import Presentation
import Text

/// Every way in which a command line is not understood.
extension UsageError {
  /// `command` is the one before it, where one is.
  static func unknown(_ name: String, _ table: OptionTable, _ command: Command? = nil) -> UsageError {
    let near = Suggestion.nearest(to: name, among: (command.map(table.of) ?? table.all).map(\.name))
    return UsageError(
      message: "unknown option '\(name.count == 1 ? "-" : "--")\(name)'",
      hint: near.map { "did you mean '--\($0)'?" }
        ?? (name.allSatisfy(\.isNumber)
          ? "a length is written without '-', such as 30m"
          : "'reconcile help COMMAND' lists the options of a command"))
  }

  static func twice(_ option: Option) -> UsageError {
    UsageError(message: "'--\(option.name)' is given twice", hint: nil)
  }

  /// `next` is what stands where the value belongs, and looks like an option.
  static func needsValue(_ option: Option, foundInstead next: String? = nil) -> UsageError {
    let meant = next.flatMap { option.mayLookLikeOption ? "--\(option.name)=\(ShellWord.word($0))" : nil }
    return UsageError(
      message: "'--\(option.name)' needs a value",
      hint: "write --\(option.name) \(option.value ?? "")" + (meant.map { ", or \($0) if that is meant" } ?? ""))
  }

  /// `name` is what the word is called that is empty, if it has a name.
  static func emptyWord(_ name: String?) -> UsageError {
    UsageError(
      message: "\(name ?? "a word of the command line") is empty", hint: "perhaps a variable of the shell is not set")
  }

  static func needsNoValue(_ option: Option) -> UsageError {
    UsageError(message: "'--\(option.name)' takes no value", hint: nil)
  }

  static func badValue(_ option: Option, _ value: String, expected: String) -> UsageError {
    UsageError(message: "invalid value '\(value)' for '--\(option.name)'", hint: expected)
  }

  static func tooMany(_ word: String) -> UsageError {
    UsageError(message: "unexpected argument '\(word)'", hint: "'reconcile help' shows what may be given")
  }

  /// Of words behind those that a command takes which has people type `secret`. They may be that, and are not repeated.
  static func typedAsArgument(_ secret: String, _ command: Command) -> UsageError {
    UsageError(
      message: "more words than '\(command.name)' takes",
      hint: "a \(secret) is never an argument, which others can read: it is typed when asked for")
  }

  /// The same of a `command` whose operands are no policy, where the word looks like one.
  static func tooMany(_ word: String, _ command: Command) -> UsageError {
    if let secret = command.typed { return typedAsArgument(secret, command) }
    return looksLikePolicy(word) && Option.policy.commands.contains(command) ? policyAmongWords(word) : tooMany(word)
  }

  /// A policy between words of which none can be one.
  static func policyAmongWords(_ word: String) -> UsageError {
    UsageError(message: tooMany(word).message, hint: "a policy is named with --policy \(ShellWord.word(word))")
  }

  /// Whether nobody would call anything else so.
  static func looksLikePolicy(_ word: String) -> Bool { word.hasSuffix(".yaml") || word.hasSuffix(".yml") }

  static func tooFew(_ name: String, _ command: Command) -> UsageError {
    UsageError(message: "\(name) is missing", hint: "usage: reconcile \(command.name)\(command.operands.usage)")
  }

  static func doesNotBelong(_ option: Option, _ command: Command) -> UsageError {
    UsageError(
      message: "'--\(option.name)' does not belong to '\(command.name)'",
      hint: "it belongs to: " + option.commands.map(\.name).joined(separator: ", "))
  }

  static let atWithoutDryRun = UsageError(
    message: "'--at' belongs to a plan; an apply is always for now", hint: "add --dry-run, or use 'reconcile plan'")

  static let outputWithoutDryRun = UsageError(
    message: "'--output' belongs to a plan", hint: "add --dry-run, or use 'reconcile plan'")

  /// What a plan for another instant wants is not what an apply of its file would find wanted.
  static let atWithOutput = UsageError(
    message: "'--at' and '--output' exclude each other: a plan to apply is for now", hint: nil)

  static let targetWithPlan = UsageError(
    message: "'--target' and '--plan' exclude each other", hint: "the plan says for which targets it was made")

  static func notInADryRun(_ option: Option) -> UsageError {
    UsageError(message: "'--\(option.name)' does not belong to a dry run", hint: nil)
  }

  static func notAPath(_ option: Option) -> UsageError {
    UsageError(
      message: "the value of '--\(option.name)' is not an absolute path",
      hint: "write --\(option.name) /usr/local/bin/tell-me")
  }

  /// What is there may hold a token, and is not repeated.
  static let notAnAddress = UsageError(
    message: "the value of '--notify-url' is not an address that can be used",
    hint: "write https://HOST/PATH, or http://HOST/PATH within the home, without a user, '?' and '#'")

  /// What is there may be the address itself, and is not repeated.
  static let notACredential = UsageError(
    message: "the value of '--notify-url-credential' is not the name of a credential",
    hint:
      "put the address into /etc/reconcile/credentials/NAME, and give NAME: 1 to 64 letters, digits, '_', '.' and '-'")

  static func notifiesNobody(_ option: Option, _ command: Command) -> UsageError {
    let ways = [Option.notifyCommand, .notifyURL, .notifyCredential].filter { $0.commands.contains(command) }
    return UsageError(
      message: "'--\(option.name)' needs somebody to notify",
      hint: "add " + ways.map { "--\($0.name)" }.listed("or"))
  }

  static func pageNotifiesNobody(_ option: Option) -> UsageError {
    UsageError(
      message: "'--\(option.name)' does not belong to the page, which notifies nobody",
      hint: "leave --page out; its units are separate files")
  }

  static let pageAndDaemon = UsageError(
    message: "'--watch' does not belong to the page, which applies nothing",
    hint: "run 'reconcile units' once with --watch and once with --page; their units are separate files")

  static let addressTwice = UsageError(
    message: "the address to notify is given twice", hint: "give --notify-url or --notify-url-credential")

  static let policyTwice = UsageError(
    message: "the policy is given twice", hint: "give it either as POLICY or as --policy PATH")

  /// A target of the policy in the place of a policy.
  static func targetAsPolicy(_ word: String, _ command: Command) -> UsageError {
    let line = Option.target.commands.contains(command) ? "\(command.name) --target" : "explain"
    return UsageError(
      message: "'\(word)' is a target, and '\(command.name)' takes a policy there",
      hint: "type: reconcile \(line) \(ShellWord.word(word))")
  }

  /// A policy that is not there and looks like a command.
  static func commandMeant(_ word: String, _ command: Command) -> UsageError {
    word == command.name
      ? UsageError(
        message: "no such file: '\(word)', which is a command of its own",
        hint: "leave out the command before it; a policy of that name is './\(word)'")
      : UsageError(message: "no such file, and no such command: '\(word)'", hint: "did you mean '\(command.name)'?")
  }

  /// One word that begins with a command and a space.
  static func commandWithinWord(_ word: String, _ command: Command) -> UsageError {
    UsageError(
      message: "'\(word)' is one word, which is neither a command nor a policy",
      hint: "leave the quotes out for '\(command.name)'; a policy of that name is './\(word)'")
  }

  /// Words of which the first is no command; what was meant is guessed from all of them.
  static func unknownCommand(
    _ words: [String], _ household: KnownHousehold, given: GivenStretch = GivenStretch()
  ) -> UsageError {
    UsageError(
      message: "unknown command '\(words.first ?? "")'",
      hint: MeantCommand(words, household, given: given).hint
        ?? "'reconcile help' lists the commands; a policy is named with its ending")
  }

  /// Of `reconcile help`.
  static func unknownCommand(_ word: String) -> UsageError {
    let near = Suggestion.nearest(to: word, among: Command.all.map(\.name))
    return UsageError(
      message: "unknown command '\(word)'", hint: near.map { "did you mean '\($0)'?" } ?? "'reconcile help' lists them")
  }

  static func unknownShell(_ word: String) -> UsageError {
    let known = Shell.allCases.map(\.rawValue).joined(separator: ", ")
    return UsageError(message: "unknown shell '\(word)'", hint: "the shells are \(known)")
  }
}

// MARK: - Timelines

extension UsageError {
  static let daysAndTo = UsageError(
    message: "'--days' and '--to' exclude each other", hint: "give the one that you mean")

  static let paperWithoutPicture = UsageError(
    message: "'--paper' goes with '--format svg'", hint: "add --format svg")

  static let emptyRange = UsageError(message: "'--to' must be later than '--from'", hint: nil)

  static func tooMuchToShow(targets: Int, days: Int) -> UsageError {
    UsageError(
      message: "\(targets) \(targets == 1 ? "target" : "targets") on \(days) \(days == 1 ? "day" : "days") "
        + (targets == 1 ? "has" : "have") + " too many changes for one timeline",
      hint: "ask for fewer days with --days, or name the targets that you mean")
  }

  static func tooManyDays(_ days: Int, most: Int, _ format: OutputFormat) -> UsageError {
    UsageError(
      message: "\(days) days are too many for --format \(format.rawValue), which shows at most \(most)",
      hint: "ask for fewer with --from and --to, or for --format json")
  }
}
