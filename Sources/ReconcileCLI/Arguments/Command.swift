import Controller
import Host
import Policies
import Presentation
import Text

/// What the program can be asked to do: a row of the table of commands, of which the parser, the help, the completions and
/// the manual page are made.
struct Command: Hashable, Sendable {
  /// The word for it.
  let name: String
  /// One line for the list of commands.
  let summary: String
  /// What it is listed under.
  let group: Group
  /// Command lines to begin with, and what each is for.
  let examples: [(line: String, what: String)]
  /// What its line does not say and people ask about; nil for most.
  let explanation: String?
  /// What it has people type who guard something: a code, a PIN. That is never an argument, and what may be one is not repeated.
  let typed: String?
  /// Whether it talks to systems; the others take a policy that names none.
  let needsNetwork: Bool
  /// What may stand after the command.
  let operands: Operands
  /// What a shell can propose there, one after the other.
  let proposals: @Sendable () -> [(name: String, candidates: Candidates)]
  /// The output formats that it knows, the default first.
  let formats: [OutputFormat]
  /// Whom its result is for.
  let audience: Audience
  /// Does it.
  let run: @Sendable (Invocation, Environment) throws(UsageError) -> ExitStatus
  private let forms: [String]?

  /// What people want of the program, in the order in which they are told.
  enum Group: String, CaseIterable, Sendable {
    case looking = "look and check"
    case changing = "change something now"
    case asking = "ask and approve"
    case running = "run it"
    case settingUp = "set it up"
  }

  /// How many words may stand after a command, and what they are called.
  enum Operands: Hashable, Sendable {
    case atMost(Int, String)
    case any(String)
    case exactly([String])

    static let none = Operands.atMost(0, "")
    static let policyName = "POLICY"
    static let policy = Operands.atMost(1, policyName)

    /// What the one at `place` is called; nil where none can be, or where it may be of several sorts.
    func name(at place: Int) -> String? {
      switch self {
      case .atMost(let count, let name): place < count ? name : nil
      case .any: nil
      case .exactly(let names): place < names.count ? names[place] : nil
      }
    }

    /// As the usage line shows them, with a space before each.
    var usage: String {
      switch self {
      case .atMost(let count, let name): count == 0 ? "" : " [\(name)]"
      case .any(let name): " [\(name)]…"
      case .exactly(let names): names.map { " " + $0 }.joined()
      }
    }
  }

  /// Whom a result is for.
  enum Audience: Hashable, Sendable {
    /// People, in sentences that are broken where the screen ends.
    case reader
    /// People, with excerpts, strips or commands to be copied, or laid out for the screen already.
    case viewer
    /// Another program.
    case program
  }

  /// `forms` is what may follow it on a command line, each with a space before it, where its operands do not say that.
  init(
    _ name: String, _ summary: String, _ group: Group, explanation: String? = nil,
    typed: String? = nil,
    examples: [(line: String, what: String)], needsNetwork: Bool = false,
    operands: Operands = .none, forms: [String]? = nil,
    proposals: @autoclosure @escaping @Sendable () -> [(name: String, candidates: Candidates)] = [],
    formats: [OutputFormat] = [.text], for audience: Audience = .reader,
    run: @escaping @Sendable (Invocation, Environment) throws(UsageError) -> ExitStatus
  ) {
    self.name = name
    self.summary = summary
    self.group = group
    self.examples = examples
    self.explanation = explanation
    self.typed = typed
    self.needsNetwork = needsNetwork
    self.operands = operands
    self.proposals = { operands == .policy ? [(Operands.policyName, .files)] : proposals() }
    self.formats = formats
    self.audience = audience
    self.run = run
    self.forms = forms
  }

  static func == (left: Command, right: Command) -> Bool { left.name == right.name }
  func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// What may follow it on a command line, each form with a space before it.
  var usages: [String] { forms ?? [operands.usage + (OptionTable.hasAny(of: self) ? " [OPTIONS]" : "")] }

  /// Whether only '--policy' names its policy, and none of its words can be a file. What is released may be called anything, and
  /// `release` looks itself.
  var namesPolicyByOption: Bool {
    self != .release && Option.policy.commands.contains(self) && !usages.contains { $0.holds(Operands.policyName) }
      && !proposals().contains { $0.candidates == .files }
  }

  /// What is proposed at each place, and at every place behind those; nil for nothing.
  ///
  /// What the program proposes for the last place of any number it does for all others. What a script knows itself is for
  /// the place alone.
  var places: (each: [Candidates], behind: Candidates?) {
    let each = proposals().map(\.candidates)
    guard case .any = operands, case .live(let kind, _, let orFiles)? = each.last else { return (each, nil) }
    return (each, .live(kind, else: [], orFiles: orFiles))
  }

  /// Those of `words` behind it that are no secret, which somebody may have written where it is typed.
  func shown(_ words: [String]) -> [String] {
    guard typed != nil else { return words }
    return switch operands {
    case .atMost(let count, _): words.prefix(count).filter { Int64($0) != nil }
    case .exactly(let names): Array(words.prefix(names.count))
    case .any: words.first == "pin" ? Array(words.prefix(2)) : words
    }
  }

  /// The one that is called so; nil where none is.
  static func named(_ name: String) -> Command? { all.first { $0.name == name } }
}
