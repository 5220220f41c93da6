import CivilTime
import Controller
import Documents
import Overrides
import Policies
import Providers
import Text

/// What somebody may have meant whose first word is no command: everyday words, sentences of the policy's language, and
/// slips of the finger.
struct MeantCommand {
  private let words: [String]
  private let household: KnownHousehold
  private let given: GivenStretch

  /// `words` is what is on the command line besides options, at least one, and `given` what those say of a stretch.
  init(_ words: [String], _ household: KnownHousehold, given: GivenStretch) {
    (self.words, self.household, self.given) = (words, household, given)
  }

  /// The line to type, after a few words that lead to it; nil where nothing is near.
  var hint: String? {
    guard let word = words.first?.lowercased() else { return nil }
    if let line = endLine { return "did you mean '\(line)'?" }
    if let wish { return household.policy.map { hint(for: wish, $0) } ?? hint(for: wish) }
    if let command = Self.otherWords[word] {
      return "did you mean '\(Self.line([command] + (operands(of: command) ?? [])))'?"
    }
    // A word of the language is no slip of the finger.
    if word == TargetState.leave.rawValue || Self.state(word) != nil { return nil }
    return Suggestion.nearest(to: word, among: Command.all.map(\.name)).flatMap { near in
      operands(of: near).map { "did you mean '\(Self.line([near] + $0))'?" }
    }
  }

  /// What is behind the first word, as the command `name` takes it; nil where it does not.
  private func operands(of name: String) -> [String]? {
    guard let command = Command.named(name) else { return nil }
    // Without a code that somebody wrote there.
    let others = command.shown(Array(words.dropFirst()))
    if command.operands == .policy, others.count == 1, household.hasTarget(others[0]) {
      return Option.target.commands.contains(command) ? ["--target", ShellWord.word(others[0])] : nil
    }
    // `why is kids off`
    if [.explain, .next, .timeline].contains(command), household.policy != nil {
      let known = others.filter { household.hasTarget($0) || $0.contains { "./".contains($0) } }
      return (known.isEmpty ? others : known).map(ShellWord.word)
    }
    let most: Int? =
      switch command.operands {
      case .any: nil
      case .atMost(let count, _): count
      case .exactly(let names): names.count
      }
    return others.count > most ?? others.count ? nil : others.map(ShellWord.word)
  }

  private static func line(_ words: [String]) -> String { (["reconcile"] + words).joined(separator: " ") }

  /// What commands are called elsewhere.
  private static let otherWords = [
    "diff": "plan", "preview": "plan", "dry-run": "plan", "why": "explain",
    "state": "explain", "list": "override list", "ls": "override list", "overrides": "override list",
    "undo": "override list", "cancel": "override list", "rm": "override list",
    "run": "apply", "sync": "apply", "enforce": "apply", "daemon": "watch", "start": "watch",
    "lint": "validate", "check": "validate", "log": "history", "logs": "history", "journal": "history",
    "schedule": "timeline", "calendar": "timeline", "week": "timeline", "upcoming": "next", "ping": "doctor",
    "diagnose": "doctor", "setup": "init", "page": "serve", "web": "serve", "man": "help man",
    "disapprove": "deny", "unapprove": "deny", "reject": "deny", "decline": "deny", "refuse": "deny",
  ]

  /// `reconcile override end kids` for `end kids`, `rm 3` and `stop override`.
  private var endLine: String? {
    guard let word = words.first?.lowercased() else { return nil }
    let isOverride = ["override", "overrides", "lock", "locks"].contains(words.dropFirst().first?.lowercased())
    let ends =
      isOverride ? ["end", "rm", "remove", "delete", "stop", "clear", "undo"] : ["end", "rm", "remove", "delete"]
    guard ends.contains(word), word == "end" || words.count > 1 else { return nil }
    let rest = withoutAll(words).dropFirst(isOverride ? 2 : 1).map(ShellWord.word)
    return Self.line(["override", "end"] + (rest.isEmpty ? ["all"] : rest))
  }

  // MARK: Sentences

  private static let otherStates = [
    "disable": "off", "unblock": "on", "enable": "on", "unpause": "active", "shut": "closed",
  ]

  private static let kinds = ProviderKinds.shipped.systems

  /// The state that `word` names or asks for, as in a sentence; nil where it does neither.
  private static func state(_ word: String) -> String? {
    let state = kinds.state(verb: word) ?? kinds.state(word)
    return state == .leave ? nil : state?.rawValue ?? otherStates[word]
  }

  /// A state that is wanted for a target, and what says for how long.
  private struct Wish {
    var target: String
    var state: String
    var rest: [String]
  }

  /// `override kids off --for 30m` for `off kids 30m`, `kids off for 30m`, `kids off until 22:00`.
  private var wish: Wish? {
    let words = sentence
    guard words.count >= 2, !words[1].contains(where: { "./".contains($0) }) else { return nil }
    let (first, second) = (words[0].lowercased(), words[1].lowercased())
    let rest = words.dropFirst(2).map { $0 }
    if let state = Self.state(first), Self.state(second) == nil {
      // `stop watch` is about the program.
      let isCommand = Command.named(second) != nil && !household.hasTarget(second)
      return isCommand ? nil : Wish(target: words[1], state: state, rest: rest)
    }
    return Self.state(second).map { Wish(target: words[0], state: $0, rest: rest) }
  }

  /// `kids` for `all kids` and `all the kids`, where that is a target.
  private func withoutAll(_ words: [String]) -> [String] {
    guard let place = words.firstIndex(where: { Self.allWords.contains($0.lowercased()) }) else { return words }
    let isNext = { (place: Int) in place < words.count && household.hasTarget(words[place]) }
    let end = isNext(place + 1) ? place + 1 : place + 2
    let isOneOfThem = end == place + 1 || place + 1 < words.count && words[place + 1].lowercased() == "the"
    return isNext(end) && isOneOfThem ? Array(words[..<place] + words[end...]) : words
  }

  /// `kids tv` as one word for `kids, tv`, `kids and the tv` and `kids tv`, where those are targets.
  private func withTargetsTogether(_ words: [String]) -> [String] {
    func targets(_ word: String) -> [String] {
      let names = TargetWords.split([word])
      return names.allSatisfy(household.hasTarget) ? names : []
    }
    var (all, names, small) = ([String](), [String](), [String]())
    for word in words {
      let more = targets(word)
      if !more.isEmpty {
        // What leads to a target says nothing.
        all += names.isEmpty ? small.filter { !["the", "my", "our"].contains($0.lowercased()) } : []
        (names, small) = (names + more, [])
      } else if ["and", "&", "the", "my", "our"].contains(word.lowercased()) {
        small.append(word)
      } else {
        all += (names.isEmpty ? [] : [names.joined(separator: " ")]) + small + [word]
        (names, small) = ([], [])
      }
    }
    return all + (names.isEmpty ? [] : [names.joined(separator: " ")]) + small
  }

  /// The words without a first one that says nothing beside the state: `turn off kids`, `switch kids off`.
  private var sentence: [String] {
    let words = withTargetsTogether(withoutAll(words))
    let rest = Array(words.dropFirst())
    guard rest.count > 1, ["turn", "switch"].contains(words[0].lowercased()) else { return words }
    let (first, second) = (Self.state(rest[0].lowercased()), Self.state(rest[1].lowercased()))
    // It is a target where nothing but an end is behind the state: `switch off 1h`.
    let isVerb = first == nil ? second != nil : second == nil && ends(Array(rest.dropFirst())).isEmpty
    return isVerb ? rest : words
  }

  private func ends(_ words: [String]) -> [[String]] { BareEnd.options(words) { household } }

  /// The lines to type, and what leads to them.
  private struct Lines {
    /// Whether it is not all that is asked for.
    var isExample: Bool
    /// Why nothing else is taken; nil where it is.
    var bound: String?
    var text: String
  }

  /// The ends that are asked for, where they can be read and are taken; else an example, which begins when it is said to.
  private func lines(_ targets: [String], _ state: String, _ rest: [String]) -> Lines {
    let rest = Self.ordered(rest)
    let (asked, isExample) = options(rest)
    let taken = asked.filter { $0.refusal(household) == nil }
    let bound = given.refusal?.bound ?? (taken.isEmpty ? asked.first?.refusal(household)?.bound : nil)
    let lines = (taken.isEmpty ? [["--for", "1h"]] : taken).map { BareEnd.line(.override, targets + [state], $0) }
    return Lines(
      isExample: isExample || bound != nil, bound: bound, text: lines.joined(separator: "; or: "))
  }

  /// What options and `rest` say of a stretch.
  private func options(_ rest: [String]) -> (options: [[String]], isExample: Bool) {
    if given.hasEnd {
      let start = given.start.isEmpty ? BareStart.options(rest) : nil
      return ([(start ?? []) + given.options(else: [])], !rest.isEmpty && start == nil)
    }
    let ends = ends(rest)
    if !ends.isEmpty {
      return (ends.map { ($0.first == "--\(Option.from.name)" ? [] : given.start) + $0 }, false)
    }
    let example = given.start.isEmpty ? BareStart.example(rest) : nil
    return ([example ?? given.options(else: ["--for", "1h"])], !rest.isEmpty || !given.start.isEmpty)
  }

  /// `saturday` for `on saturday`, `from saturday 15:00` for `on saturday from 15:00`, `from 18:00 for 2h` for `for 2h from 18:00`.
  private static func ordered(_ rest: [String]) -> [String] {
    let words = rest.count > 1 && rest[0].lowercased() == "on" ? Array(rest.dropFirst()) : rest
    guard let place = words.firstIndex(where: BareStart.opens), place > 0 else { return words }
    if place == 1, BareStart.isDay(words[0]) { return ["from", words[0]] + words.dropFirst(2) }
    return Array(words[place...] + words[..<place])
  }

  /// Where no policy says which targets there are.
  private func hint(for wish: Wish) -> String { hint(for: wish, [wish.target], wish.state, mayUnlock: true) }

  private func hint(for wish: Wish, _ targets: [String], _ state: String, mayUnlock: Bool) -> String {
    let line = lines(targets, state, wish.rest)
    let typed = "\(line.isExample ? "type something like" : "type"): \(line.text)"
    let end = Self.line(["override", "end"] + targets.map(ShellWord.word))
    let isAnyLength = wish.rest.isEmpty && !given.hasEnd
    let bound = line.bound.map { "\($0); " } ?? ""
    switch words.first?.lowercased() {
    case "unlock":
      return
        "\(bound)to end a lock, type: \(end); to \(mayUnlock ? "unlock a door" : "override the schedule"), \(typed)"
    // What is paused goes on when nothing holds it back any more, and so does what is not.
    case "resume" where isAnyLength || state != wish.state, "unpause" where isAnyLength || state != wish.state:
      return "\(bound)to end an override, type: \(end); to override the schedule, \(typed)"
    default: return "\(bound)to override the schedule, \(typed)"
    }
  }

  /// A line that `policy` takes, with a target that it has and a state of that one.
  private func hint(for wish: Wish, _ policy: Policy) -> String {
    let word = wish.target.lowercased()
    let several = TargetWords.split([word])
    if several.count > 1, several.allSatisfy(household.hasTarget) {
      guard let state = state(wish, ofAll: several, policy) else {
        return "no state suits all of these: name one of them"
      }
      return hint(for: wish, several, state, mayUnlock: state == wish.state)
    }
    if policy.target(Name(word)) != nil {
      guard let state = state(wish, of: word, policy) else {
        return "'reconcile explain \(ShellWord.word(word))' says what it is"
      }
      return hint(for: wish, [wish.target], state, mayUnlock: state == wish.state)
    }
    let names = policy.everyTarget.map(\.name.text)
    if let near = Suggestion.nearest(to: word, among: names), let state = state(wish, of: near, policy) {
      return hint(for: wish, [near], state, mayUnlock: state == wish.state)
    }
    return hint(for: wish, ofNone: word, policy)
  }

  /// The same where `word` is no target and near to none.
  private func hint(for wish: Wish, ofNone word: String, _ policy: Policy) -> String {
    let own = policy.targets.filter { $0.selector.system == Name(word) }
    let suited = (own.isEmpty ? policy.targets : own).lazy.compactMap { target in
      state(wish, of: target.name.text, policy).map { (target.name.text, $0) }
    }
    guard let (name, state) = suited.first else { return "'reconcile explain' shows the targets" }
    // A word for all of them is none that stands for the first one.
    let all = Self.allWords.contains(word) ? suited.prefix(6).filter { $0.1 == state }.map(\.0) : [name]
    let what = Self.allWords.contains(word) ? "name each target" : "'\(word)' is not a target of the policy"
    let line = lines(all, state, wish.rest)
    return "\(line.bound.map { "\($0); " } ?? "")\(what); for example: \(line.text)"
  }

  private static let allWords: Set<String> = ["all", "everything", "everyone", "everybody", "alle", "alles"]

  /// The state that is wanted of the target `name`, or what that is for it; nil where it can have neither.
  private func state(_ wish: Wish, of name: String, _ policy: Policy) -> String? {
    state(wish, ofAll: [name], policy)
  }

  /// The same of all of them together.
  private func state(_ wish: Wish, ofAll names: [String], _ policy: Policy) -> String? {
    let states = (try? OverrideSubject.states(ofAll: names, policy)) ?? []
    let wanted = Self.kinds.state(wish.state)
    return (states.first { $0 == wanted } ?? states.first { $0.isOff == wanted?.isOff })?.rawValue
  }
}

extension UsageError {
  /// Why an end is not taken, in a few words.
  fileprivate var bound: String {
    self.hint.map { $0.hasSuffix(Messages.noLength) } == true ? Messages.noLength : message
  }
}
