import Controller
import Policies
import Overrides
import Text

/// What `override` is asked to do. No target is called like one of its words: they are reserved.
enum OverrideRequest: Hashable, Sendable {
  case list
  /// Ends overrides.
  case end(OverrideEnding)
  /// Gives the override of this number another end.
  case extend(id: String, OverrideEnd)
  /// Makes one for each target; the words are not checked yet.
  case make(targets: [String], state: String, OverrideStretch)

  /// The words that are no target.
  static let words = ["list", "end", "extend"]
  /// The words for states, of every pair there is.
  static var states: [String] { StatePair.ofLanguage.flatMap { [$0.on.rawValue, $0.off.rawValue] } }

  /// `policy` is asked for where something is wrong, and gives what can be read.
  init(_ invocation: Invocation, _ kinds: SystemKinds, _ policy: () -> Policy?) throws(UsageError) {
    let words = invocation.operands
    switch words.first {
    case nil: throw Messages.overrideWhat
    case "list":
      if words.count > 1 { throw UsageError.tooMany(words[1]) }
      try Self.checkOptions("list", invocation)
      self = .list
    case "end":
      try Self.checkOptions("end", invocation)
      self = .end(try OverrideEnding(Array(words.dropFirst())))
    case "extend":
      try Self.checkOptions("extend", invocation)
      let id = try Self.number(words, "extend")
      if words.count > 2 { throw Self.surplus(words, invocation) }
      guard let end = try OverrideEnd(invocation) else { throw Messages.endMissing(["extend", id], invocation) }
      self = .extend(id: id, end)
    case let word?:
      try Self.checkIsNoVerb(word, words, kinds, policy)
      self = try Self.making(words, invocation, kinds, policy)
    }
  }

  /// What is wrong where something is behind the number of the override.
  private static func surplus(_ words: [String], _ invocation: Invocation) -> UsageError {
    let rest = Array(words.dropFirst())
    guard let end = bareEnd(rest, invocation), end.words.count == 1 + end.behind.count else { return .tooMany(rest[1]) }
    if let word = end.behind.first { return .tooMany(word) }
    guard !end.hasStart, let end = BareEnd(words, { invocation.household }) else { return .tooMany(rest[1]) }
    do throws(UsageError) {
      try end.check(invocation)
      return end.problem(.override, invocation)
    } catch {
      return error
    }
  }

  private static func making(
    _ words: [String], _ invocation: Invocation, _ kinds: SystemKinds, _ policy: () -> Policy?
  ) throws(UsageError) -> OverrideRequest {
    try checkOrder(words, invocation, kinds, policy)
    let targets = TargetWords.split(words.dropLast())
    guard let state = words.last, !targets.isEmpty else {
      throw Messages.stateMissing(words, end: GivenStretch(invocation).options(else: ["--for", "30m"]), policy())
    }
    if kinds.state(state.lowercased()) == nil, isTarget(state, policy()) {
      throw Messages.stateMissing(words, end: GivenStretch(invocation).options(else: ["--for", "30m"]), policy())
    }
    guard let stretch = try OverrideStretch(invocation) else {
      try check(words, policy())
      throw Messages.endMissing(words, invocation)
    }
    return .make(targets: targets, state: state, stretch)
  }

  /// Throws what is wrong where the end has no option, and where something is behind the state.
  static func checkOrder(
    _ words: [String], for command: Command = .override, _ invocation: Invocation, _ kinds: SystemKinds,
    _ policy: () -> Policy?
  ) throws(UsageError) {
    let end = bareEnd(words, invocation)
    let start = end == nil ? BareStart(words) : nil
    try end?.check(invocation)
    try start?.check(invocation)
    let others = end?.words ?? start?.words ?? words
    guard let place = others.firstIndex(where: { kinds.state($0.lowercased()) != nil }) else {
      if let end { throw Messages.stateMissing(end.words, for: command, end: end.option, policy()) }
      if let start { throw start.problem(command, invocation) }
      return
    }
    let behind = Array(others[(place + 1)...])
    if !behind.isEmpty {
      let known = policy()
      if let odd = TargetWords.split(behind).first(where: { !isTarget($0, known) }) { throw UsageError.tooMany(odd) }
      let ordered = Array(others[..<place]) + behind + [others[place]]
      try check(ordered, known)
      throw Messages.stateBeforeTarget(
        others[place],
        hint: end?.hint(command, ordered, invocation) ?? start?.hint(command, ordered, invocation)
          ?? BareEnd.hint(command, ordered, invocation))
    }
    guard let problem = end?.problem(command, invocation) ?? start?.problem(command, invocation) else { return }
    try check(others, policy())
    throw problem
  }

  /// Throws what is wrong with the targets and the state of `words`: a line with them is refused however it goes on.
  private static func check(_ words: [String], _ policy: Policy?) throws(UsageError) {
    guard let policy, let state = words.last else { return }
    for target in TargetWords.split(words.dropLast()) {
      _ = try OverrideSubject(target: target, state: state, policy)
    }
  }

  private static func isTarget(_ word: String, _ policy: Policy?) -> Bool {
    policy?.target(Name(word.lowercased())) != nil
  }

  /// The end without its option; nil where an option gives one.
  private static func bareEnd(_ words: [String], _ invocation: Invocation) -> BareEnd? {
    if BareEnd.isGiven(invocation) { return nil }
    return BareEnd(words) { invocation.household } ?? BareEnd(within: words) { invocation.household }
  }

  /// Words that other programs have for it.
  private static let verbs = [
    "cancel": "end", "rm": "end", "remove": "end", "delete": "end", "stop": "end", "clear": "end", "ls": "list",
    "show": "list",
  ]

  private static func checkIsNoVerb(
    _ word: String, _ words: [String], _ kinds: SystemKinds, _ policy: () -> Policy?
  ) throws(UsageError) {
    guard words.last.flatMap({ kinds.state($0) }) == nil,
      let verb = verbs[word.lowercased()] ?? nearVerb(word, policy)
    else { return }
    let rest = verb == "list" ? [] : Array(words.dropFirst())
    throw Messages.noSuchVerb(word, meant: [verb] + (verb == "end" && rest.isEmpty ? ["all"] : rest))
  }

  /// The verb that is spelled nearly so; nil where `word` is a target, may be meant as one, or nobody can say.
  private static func nearVerb(_ word: String, _ policy: () -> Policy?) -> String? {
    guard let verb = Suggestion.nearest(to: word, among: Self.words), let policy = policy() else { return nil }
    return Suggestion.nearest(to: word, among: policy.everyTarget.map(\.name.text)) == nil ? verb : nil
  }

  private static func number(_ words: [String], _ verb: String) throws(UsageError) -> String {
    guard words.count > 1 else { throw Messages.numberMissing(verb) }
    guard let number = Int64(words[1]), number > 0 else { throw Messages.noNumber(words[1]) }
    return String(number)
  }

  /// Whether `override` takes `option` with `verb` as its first word.
  static func takes(_ option: Option, _ verb: String?) -> Bool {
    !(verb.flatMap { untaken[$0] } ?? []).contains(option)
  }

  private static let untaken: [String: [Option]] = [
    "list": [.from, .forDuration, .until, .because, .applyNow], "end": [.from, .forDuration, .until, .because],
    "extend": [.from, .because],
  ]

  private static func checkOptions(_ verb: String, _ invocation: Invocation) throws(UsageError) {
    for option in untaken[verb] ?? [] where invocation.has(option) { throw Messages.notWithVerb(option, verb) }
  }
}
