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
      try Self.takesNo([.from, .forDuration, .until, .because, .applyNow], "list", invocation)
      self = .list
    case "end":
      try Self.takesNo([.from, .forDuration, .until, .because], "end", invocation)
      self = .end(try OverrideEnding(Array(words.dropFirst())))
    case "extend":
      try Self.takesNo([.from, .because], "extend", invocation)
      if words.count > 2 {
        let end = Self.bareEnd(words, invocation).flatMap { $0.hasStart ? nil : $0 }
        throw end?.problem(.override, invocation) ?? .tooMany(words[2])
      }
      let id = try Self.number(words, "extend")
      guard let end = try OverrideEnd(invocation) else { throw Messages.endMissing("extend \(id)") }
      self = .extend(id: id, end)
    case let word?:
      try Self.checkIsNoVerb(word, words, kinds, policy)
      self = try Self.making(words, invocation, kinds, policy)
    }
  }

  private static func making(
    _ words: [String], _ invocation: Invocation, _ kinds: SystemKinds, _ policy: () -> Policy?
  ) throws(UsageError) -> OverrideRequest {
    if let problem = endProblem(words, invocation, kinds, policy) { throw problem }
    let targets = TargetWords.split(words.dropLast())
    guard let state = words.last, !targets.isEmpty else { throw Messages.stateMissing(words, policy()) }
    if let odd = targets.first(where: { kinds.state($0.lowercased()) != nil }) {
      throw UsageError.tooMany(kinds.state(state.lowercased()) == nil ? odd : state)
    }
    guard let stretch = try OverrideStretch(invocation) else { throw Messages.endMissing(words.joined(separator: " ")) }
    return .make(targets: targets, state: state, stretch)
  }

  /// What is wrong where the end has no option.
  static func endProblem(
    _ words: [String], for command: Command = .override, _ invocation: Invocation, _ kinds: SystemKinds,
    _ policy: () -> Policy?
  ) -> UsageError? {
    guard let end = bareEnd(words, invocation) else { return BareEnd.startProblem(words, command, invocation) }
    guard end.words.contains(where: { kinds.state($0.lowercased()) != nil }) else {
      return Messages.stateMissing(end.words, for: command, end: end.option, policy())
    }
    // `kids off on friday`, `kids off mon 21:00-07:00`: what is between the state and the end is neither.
    let states = end.words.indices.filter { kinds.state(end.words[$0].lowercased()) != nil }
    if let first = states.first, first < end.words.count - 1 { return UsageError.tooMany(end.words[first + 1]) }
    return end.problem(command, invocation)
  }

  /// The end without its option; nil where an option gives one.
  private static func bareEnd(_ words: [String], _ invocation: Invocation) -> BareEnd? {
    invocation.has(.forDuration) || invocation.has(.until) ? nil : BareEnd(words)
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
    throw Messages.noSuchVerb(
      word, meant: ([verb] + (verb == "end" && rest.isEmpty ? ["all"] : rest)).joined(separator: " "))
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

  private static func takesNo(_ options: [Option], _ verb: String, _ invocation: Invocation) throws(UsageError) {
    for option in options where invocation.has(option) { throw Messages.notWithVerb(option, verb) }
  }
}
