import Testing

@testable import Controller
@testable import ReconcileCLI

/// The command line: what is understood, and what is said of the rest.
@Suite struct InvocationTests {
  struct Case: CustomTestStringConvertible {
    var line: String
    /// The command, the operand, and each option with its values; or the error's text.
    var outcome: String
    var testDescription: String { line.isEmpty ? "(nothing)" : line }
  }

  static let cases: [Case] = [
    Case(line: "", outcome: "apply"),
    Case(line: "household.yaml", outcome: "apply household.yaml"),
    Case(line: "plan --dry-run household.yaml", outcome: "plan household.yaml dry-run="),
    Case(line: "drift -n", outcome: "drift dry-run="),
    Case(line: "watch --dry-run", outcome: "! '--dry-run' does not belong to 'watch'"),
    Case(line: "lint --hours 3", outcome: "! unknown command 'lint'"),
    Case(line: "off kids", outcome: "! unknown command 'off'"),
    Case(line: "./off --hours 3", outcome: "! '--hours' does not belong to 'apply'"),
    Case(line: "--dry-run household.yaml", outcome: "plan household.yaml dry-run="),
    Case(line: "-n household.yaml", outcome: "plan household.yaml dry-run="),
    Case(line: "plan --target kids --target=guests", outcome: "plan target=kids,guests"),
    Case(line: "plan -v --format json x", outcome: "plan x format=json verbose="),
    Case(line: "apply --max-changes 3", outcome: "apply max-changes=3"),
    Case(line: "drift -- --odd-name", outcome: "drift --odd-name"),
    Case(line: "-nv x", outcome: "plan x dry-run= verbose="),
    Case(line: "doctor --target kids x", outcome: "doctor x target=kids"),
    Case(line: "init --unifi u --include a --include b", outcome: "init include=a,b unifi=u"),
    Case(line: "init x", outcome: "! unexpected argument 'x'"),
    Case(line: "plan --unifi u", outcome: "! '--unifi' does not belong to 'plan'"),
    Case(line: "trust gateway --format json", outcome: "trust gateway format=json"),
    Case(line: "--version", outcome: "version version="),
    Case(line: "version", outcome: "version"),
    Case(line: "plan --help", outcome: "help plan help="),
    Case(line: "--help", outcome: "help help="),
    Case(line: "help drift", outcome: "help drift"),
    Case(line: "plan --at 21:30", outcome: "plan at=21:30"),
    Case(line: "--dry-run --at +90m", outcome: "plan at=+90m dry-run="),
    Case(line: "--at 21:30", outcome: "! '--at' belongs to a plan; an apply is always for now"),
    Case(line: "plan -o p", outcome: "plan output=p"),
    Case(line: "-n -o p x", outcome: "plan x dry-run= output=p"),
    Case(line: "apply -o p", outcome: "! '--output' belongs to a plan"),
    Case(
      line: "plan --at 21:30 -o p",
      outcome: "! '--at' and '--output' exclude each other: a plan to apply is for now"),
    Case(line: "--plan p x", outcome: "apply x plan=p"),
    Case(line: "--plan p --target kids", outcome: "! '--target' and '--plan' exclude each other"),
    Case(line: "-n --plan p", outcome: "! '--plan' does not belong to a dry run"),
    Case(line: "-n --metrics m", outcome: "! '--metrics' does not belong to a dry run"),
    Case(line: "plan --plan p", outcome: "! '--plan' does not belong to 'plan'"),
    Case(line: "plan --formt json", outcome: "! unknown option '--formt'"),
    Case(line: "plan -x", outcome: "! unknown option '-x'"),
    Case(line: "plan --format", outcome: "! '--format' needs a value"),
    Case(line: "plan --verbose=yes", outcome: "! '--verbose' takes no value"),
    Case(line: "plan --format json --format text", outcome: "! '--format' is given twice"),
    Case(line: "init --token env:A --token env:B", outcome: "! '--token' is given twice"),
    Case(line: "validate --max-changes 3", outcome: "! '--max-changes' does not belong to 'validate'"),
    Case(line: "plan a b", outcome: "! unexpected argument 'b'"),
    Case(line: "plan a --policy b", outcome: "! the policy is given twice"),
    Case(line: "override kids on --for 30m", outcome: "override kids on for=30m"),
    Case(line: "override a b c", outcome: "override a b c"),
    Case(line: "more kids tv 30m --apply", outcome: "more kids tv 30m apply="),
    Case(line: "lock kids --for 2h --format json", outcome: "lock kids for=2h format=json"),
    Case(line: "history --verify abc", outcome: "history abc verify="),
    Case(line: "history a b", outcome: "! unexpected argument 'b'"),
    Case(line: "explain --state x kids", outcome: "explain kids state=x"),
    Case(line: "explain kids house.yaml guests", outcome: "explain kids guests policy=house.yaml"),
    Case(line: "explain ./house", outcome: "explain policy=./house"),
    Case(line: "explain a.yaml --policy b", outcome: "! the policy is given twice"),
    Case(line: "timelin house.yaml", outcome: "! unknown command 'timelin'"),
    Case(line: "house.yaml other.yaml", outcome: "! unexpected argument 'other.yaml'"),
    Case(line: "version a", outcome: "! unexpected argument 'a'"),
    Case(line: "version --format json", outcome: "! '--format' does not belong to 'version'"),
    Case(line: "--version --dry-run", outcome: "! '--dry-run' does not belong to 'version'"),
    Case(line: "apply --metrics --dry-run", outcome: "! '--metrics' needs a value"),
    Case(line: "apply --state -nv p", outcome: "! '--state' needs a value"),
    Case(line: "apply -n --state", outcome: "! '--state' needs a value"),
    Case(line: "plan -o --policy p", outcome: "! '--output' needs a value"),
    Case(line: "override kids off --because --for 30m", outcome: "! '--because' needs a value"),
    Case(line: "override kids off --because -- --for", outcome: "! '--because' needs a value"),
    Case(line: "override kids off --because=--for", outcome: "override kids off because=--for"),
    Case(line: "apply --metrics=-n", outcome: "apply metrics=./-n"),
    Case(line: "fmt --policy -", outcome: "fmt policy=-"),
    Case(line: "plan --at -90m", outcome: "plan at=-90m"),
    Case(line: "history --since -1d", outcome: "history since=-1d"),
  ]

  /// The words of every command that wants so many and no more are counted.
  @Test func oneWordTooManyIsRefused() {
    for command in Command.all {
      guard case .exactly(let names) = command.operands else { continue }
      let words = names.indices.map { "word\($0)" }
      let read = { (words: [String]) throws(UsageError) in
        try Invocation([command.name] + words, OptionTable(.shipped))
      }
      let error = #expect(throws: UsageError.self, "\(command.name)") { try read(words + ["another"]) }
      let message = command.typed == nil ? "unexpected argument 'another'" : "more words than '\(command.name)' takes"
      #expect(error?.message == message, "\(command.name)")
      #expect(throws: UsageError.self, "\(command.name)") { try read(words.dropLast()) }
      #expect(throws: Never.self, "\(command.name)") { try read(words) }
    }
  }

  /// Where a policy is only named with '--policy', and no word can be one.
  @Test(
    arguments: [
      "override kids on a.yaml --for 1h", "override a.yaml kids on --for 1h", "override list a.yaml",
      "override end kids a.yaml", "override extend 1 a.yaml --for 1h", "more kids a.yaml 30m",
      "lock kids a.yaml --for 1h",
      "ask kids on a.yaml --for 1h", "requests a.yaml", "approve 1 a.yaml", "deny 1 a.yaml", "cancel a.yaml",
      "people link anna a.yaml", "people a.yaml", "apps a.yaml", "trust a.yaml",
    ])
  func policyAmongWords(_ line: String) {
    let error = #expect(throws: UsageError.self) {
      try Invocation(line.split(separator: " ").map(String.init), OptionTable(.shipped))
    }
    #expect(error?.message == "unexpected argument 'a.yaml'")
    #expect(error?.hint == "a policy is named with --policy a.yaml")
  }

  @Test func policyOption() throws {
    let invocation = try Invocation(["override", "kids", "on", "--policy", "a.yaml"], OptionTable(.shipped))
    #expect(invocation.operands == ["kids", "on"])
    // A plan can be called so.
    #expect(try Invocation(["show", "a.yaml"], OptionTable(.shipped)).operands == ["a.yaml"])
  }

  @Test(arguments: cases) func reads(_ example: Case) {
    let arguments = example.line.split(separator: " ").map(String.init)
    #expect(outline(arguments) == example.outcome)
  }

  private func outline(_ arguments: [String]) -> String {
    do throws(UsageError) {
      let invocation = try Invocation(arguments, OptionTable(.shipped))
      let options = invocation.options.map { "\($0.key.name)=\($0.value.joined(separator: ","))" }.sorted()
      return ([invocation.command.name] + invocation.operands + options).joined(separator: " ")
    } catch {
      return "! " + error.message
    }
  }

  @Test func nearNamesAreProposed() {
    let table = OptionTable(.shipped)
    #expect(UsageError.unknown("formt", table).hint == "did you mean '--format'?")
    #expect(UsageError.unknown("foo", table, .override).hint == "did you mean '--for'?")
    // It has no such option.
    #expect(
      UsageError.unknown("foo", table, .version).hint == "'reconcile help COMMAND' lists the options of a command")
    #expect(outline(["version", "--foo"]) == "! unknown option '--foo'")
  }

  // MARK: - Values that are missing

  /// What is left of a variable that is not set must not make an option the value of the one before it: of a dry run that
  /// made a real one.
  @Test func noOptionIsTheValueOfAnother() {
    let table = OptionTable(.shipped)
    for option in table.all where option.value != nil {
      let command = option.commands[0].name
      for (spelling, next) in option.spellings.flatMap({ one in
        ["--dry-run", "-n", "-nv", "--", "--x"].map { (one, $0) }
      }) {
        let error = #expect(throws: UsageError.self) { try Invocation([command, spelling, next], table) }
        #expect(error?.message == "'--\(option.name)' needs a value", "\(spelling) \(next)")
        let meant = "--\(option.name)=\(next)"
        #expect(error?.hint?.contains(" or \(meant) if") == option.mayLookLikeOption)
        guard option.mayLookLikeOption else { continue }
        #expect(throws: Never.self, "\(meant)") { try Invocation([command, meant], table) }
      }
    }
  }

  @Test(arguments: ["--metrics", "--policy", "--state"]) func aMissingValueMakesNoDryRunARealOne(_ option: String) {
    let world = TestWorld(files: ["policy.yaml": MixedHousehold.file])
    for _ in 1...2 {
      let run = world.run("apply", option, "--dry-run")
      #expect(run.status == 64 && run.output.isEmpty)
      let value = option == "--state" ? "DIR" : "PATH"
      #expect(
        run.error == "reconcile: '\(option)' needs a value\n"
          + "hint: write \(option) \(value), or \(option)=--dry-run if that is meant\n")
    }
    #expect(world.replaced.isEmpty && world.created.isEmpty)
  }

  /// A file that is called like an option can be named again as it is named in a hint.
  @Test func aFileCalledLikeAnOptionCanBeTypedAgain() throws {
    let world = TestWorld(files: ["./-n.yaml": OverrideScene.policy])
    let run = world.run("override", "kids", "off", "--for", "30m", "--policy=-n.yaml")
    #expect(run.status == 0 || run.status == 4, "\(run)")
    #expect((run.output + run.error).unwrapped.contains("--policy ./-n.yaml"), "\(run)")
  }

  @Test func anEmptyNameIsNone() {
    let table = OptionTable(.shipped)
    for option in table.all where option.namesSomething {
      for words in option.spellings.map({ [$0, ""] }) + [["--\(option.name)="]] {
        let error = #expect(throws: UsageError.self) { try Invocation([option.commands[0].name] + words, table) }
        #expect(error?.message == "'--\(option.name)' needs a value", "\(words)")
      }
    }
    let names = table.all.filter(\.namesSomething).map(\.name)
    #expect(Set(names).isSuperset(of: ["policy", "state", "target", "output", "plan", "metrics", "system", "as"]))
  }

  static let empty: [([String], String)] = [
    (["apply", "--policy", ""], "'--policy' needs a value"), (["override", "list", "--state", ""], "'--state' needs"),
    ([""], "POLICY is empty"), (["apply", ""], "POLICY is empty"), (["validate", ""], "POLICY is empty"),
    (["fmt", ""], "POLICY is empty"), (["explain", "kids", ""], "a word of the command line is empty"),
    (["show", ""], "PLAN is empty"),
    (["compare", "policy.yaml", ""], "NEW is empty"),
    (["lock", "", "--for", "1h"], "a word of the command line is empty"),
    (["override", "", "off", "--for", "30m"], "a word of the command line is empty"),
    (["override", "kids", "", "off", "--for", "30m"], "a word of the command line is empty"),
    (["override", "end", ""], "a word of the command line is empty"),
    (["more", "", "30m"], "a word of the command line is empty"),
    (["people", "pin", ""], "a word of the command line is empty"),
    (["plan", "a", ""], "a word of the command line is"),
  ]

  /// It would be the policy or the state of this machine, or fewer targets than were meant.
  @Test(arguments: empty) func anEmptyWordIsNotLeftOut(_ arguments: [String], _ says: String) {
    let world = TestWorld(
      files: ["policy.yaml": OverrideScene.policy, "env.yaml": OverrideScene.policy],
      variables: ["RECONCILE_POLICY": "env.yaml"])
    for _ in 1...2 {
      let run = world.run(arguments)
      #expect(run.status == 64 && run.output.isEmpty && run.error.contains(says), "\(run)")
    }
    #expect(world.replaced.isEmpty && world.created.isEmpty)
  }

  /// Of a variable of the environment it is the same as none; so is a reason.
  @Test func anEmptyVariableIsNotSet() {
    let variables = ["RECONCILE_POLICY": "", "XDG_STATE_HOME": ""]
    let world = TestWorld(files: ["policy.yaml": OverrideScene.policy], variables: variables)
    #expect(world.run("validate").status == 0)
    #expect(OverrideScene().run(["override", "tv", "off", "--for", "30m", "--because", ""]).status == 0)
  }

  /// As it is printed: in ASCII `…` is three columns wide.
  @Test(arguments: [40, 60, 80], ["C", "C.UTF-8"]) func helpFitsATerminal(_ width: Int, _ locale: String) {
    let world = TestWorld(variables: ["LC_ALL": locale, "COLUMNS": "\(width)"])
    for arguments in [["help"]] + Command.all.map({ ["help", $0.name] }) {
      let text = world.run(arguments).output
      for line in text.split(separator: "\n") {
        #expect(line.count <= width || line.split(separator: " ").count == 1, "\(arguments): \(line)")
        #expect(line.last != " ", "\(arguments): \(line)")
      }
      #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"))
    }
  }

  /// What is shown as an example can be typed: up to a pipe or a redirection it is a command line of that command.
  @Test(arguments: Command.all) func anExampleIsAValidCommandLine(_ command: Command) throws {
    #expect((2...3).contains(command.examples.count))
    for example in command.examples {
      let words = Self.words(example.line)
      #expect(words.first == "reconcile" && !example.what.isEmpty)
      let invocation = try Invocation(Array(words.dropFirst()), OptionTable(.shipped))
      #expect(invocation.command == command, "\(example.line)")
      #expect(example.line.count <= 76 && example.what.count <= 60)
    }
  }

  /// As a shell cuts `line`, up to a pipe or a redirection.
  private static func words(_ line: String) -> [String] {
    var words: [String] = []
    for (place, part) in line.split(separator: "'", omittingEmptySubsequences: false).enumerated() {
      if place % 2 == 1 {
        words.append(String(part))
      } else {
        words += part.split(separator: " ").map(String.init)
      }
    }
    return Array(words.prefix { !["|", ">", "<"].contains($0) })
  }

  @Test func everyCommandIsListedWhereItsGroupIs() {
    let groups = Command.all.map(\.group)
    #expect(Command.Group.allCases.allSatisfy(groups.contains))
    // Each group in one piece, in the order of the groups.
    let order = groups.compactMap { Command.Group.allCases.firstIndex(of: $0) }
    #expect(order == order.sorted())
    let help = HelpText.general(OptionTable(.shipped))
    for command in Command.all { #expect(help.contains("\n  \(command.name) ")) }
    for name in Command.all.filter(\.needsNetwork).map(\.name) { #expect(HelpText.offlineText.contains(name)) }
  }

  @Test func noCommandLineAtAllIsNotAnApply() {
    let error = Written()
    let world = PretendHousehold().world()
    let environment = world.environment(Written(), error)
    #expect(Reconcile.run(commandLine: [], environment) == 1)
    #expect(error.text.hasPrefix("reconcile: it was started without a command line\nhint: "))
    #expect(Reconcile.run(commandLine: ["reconcile", "--version"], environment) == 0)
  }
}
