public import Documents
import Text

/// What can be wrong with targets.
extension PolicyMessage {
  // MARK: - Selectors

  /// `texts` are what both targets name, as the file writes it.
  static func namedTwice(_ texts: [String], by target: Name, and other: Name) -> PolicyMessage {
    PolicyMessage(
      .objectShared,
      "'\(target)' names \(someOf(texts.map { "'\($0)'" })) as '\(other)' does: neither of them switches "
        + (texts.count == 1 ? "it" : "them"),
      hint: "keep it in one of them: an object belongs to one target"
    ).asWarning
  }

  /// Under the target with which there are too many.
  static func tooManyEntries(_ found: EntryCount) -> PolicyMessage {
    PolicyMessage(
      .domainForm,
      "a file names at most \(found.most) entries of one system, and here \(found.count) are named: no run could read "
        + "them again",
      hint: found.form.insteadOfMany)
  }

  /// The same of so many that they cannot all be exchanged for others.
  static func manyEntries(_ found: EntryCount) -> PolicyMessage {
    PolicyMessage(
      .domainForm,
      "\(found.count) entries of one system are named, and at most \(found.most) can be read, former ones included: "
        + "if many are exchanged for others, runs may not be able to read them any more",
      hint: found.form.insteadOfMany
    ).asWarning
  }

  static func noSelector(_ name: String, keys: [String]) -> PolicyMessage {
    PolicyMessage(
      .targetSelector, "the target '\(name)' does not say what it controls",
      hint: "give it one of \(alternatives(keys))")
  }

  static func manySelectors(_ name: String, keys: [String]) -> PolicyMessage {
    PolicyMessage(
      .targetSelector, "the target '\(name)' has more than one selector: \(keys.map { "'\($0)'" }.listed())",
      hint: "make two targets, and a third with 'targets:' for both")
  }

  /// `own` is what the target with the system's name switches.
  static func noSelector(_ name: String, on system: String, _ own: SelectorKind, keys: [String], own line: String?)
    -> PolicyMessage
  {
    PolicyMessage(
      .targetSelector, "the target '\(name)' does not say what it controls on '\(system)'",
      hint: (keys.isEmpty ? "" : "give it \(alternatives(keys)); ") + "the whole \(own.one) is the target '\(system)'"
        + (line.map { ": '\($0)'" } ?? ""))
  }

  static func optionOfOwnTarget(_ key: String, _ name: String, _ line: String?) -> PolicyMessage {
    PolicyMessage(
      .keyUnsuited, "'\(key)' belongs in a target, not in a system",
      hint: line.map { "write '\($0)'" } ?? "write it in the target '\(name)'")
  }

  /// `instead` is what means the same, if anything does.
  static func keyOfOwnTarget(_ key: String, _ name: String, _ kind: SystemKind, instead line: String?) -> PolicyMessage
  {
    PolicyMessage(
      .keyUnsuited,
      "'\(name)' is \(kind.one); the target of the same name is its whole \(kind.ownTarget?.one ?? ""), which has no '\(key)'",
      hint: line.map { "leave it out: '\($0)'" } ?? "leave it out, or give the target another name")
  }

  static func keyOfGroup(_ key: String) -> PolicyMessage {
    PolicyMessage(
      .keyUnsuited, "'\(key)' cannot be used with 'targets': a group of targets has none of its own",
      hint: "write it in each of its targets")
  }

  static func whenOffMissing(_ name: String, key: String) -> PolicyMessage {
    PolicyMessage(
      .targetWhenOff, "the target '\(name)' does not say what off means for its \(key)",
      hint: "write 'when-off: enabled' if they block, 'when-off: disabled' if they allow")
  }

  static func shortPattern(_ pattern: String) -> PolicyMessage {
    PolicyMessage(
      .objectPattern, "the pattern '\(pattern)' matches nearly everything",
      hint: "write at least three characters besides * and ?")
  }

  static func longPattern(most: Int) -> PolicyMessage {
    PolicyMessage(
      .objectPattern, "the pattern is longer than \(most) characters", hint: "shorten it: '*' matches any text")
  }

  static func refused(_ name: String, _ refusal: SelectorKind.NameRefusal) -> PolicyMessage {
    PolicyMessage(
      refusal.code, refusal.message.exchanging("NAME", for: name),
      hint: refusal.hint.exchanging("NAME", for: name))
  }

  static func objectID(_ text: String) -> PolicyMessage {
    PolicyMessage(
      .objectID, "'\(text)' is not an id", hint: "write id: and a UUID, such as id:01234567-89ab-cdef-0123-456789abcdef"
    )
  }

  static func domainMissing(_ name: String, example: String) -> PolicyMessage {
    PolicyMessage(
      .objectDomain, "'\(name)' is not a full name: the part before the dot is missing",
      hint: "write the name in full, as in '\(example).\(ASCII.lowercased(name))'")
  }

  static func domainOpen(_ name: String, example: String) -> PolicyMessage {
    PolicyMessage(
      .objectDomain, "'\(name)' is a pattern before the dot, where the name must be written in full",
      hint: "write one name for each, as in '\(example).\(name.drop { $0 != "." }.dropFirst())'")
  }

  static func domainUnknown(_ name: String, near: String?, _ known: [String]) -> PolicyMessage {
    PolicyMessage(
      .objectDomain,
      "'\(name)' cannot be scheduled: a '\(name.prefix { $0 != "." })' cannot be switched",
      hint: didYouMean(near, otherwise: "choose one of \(someOf(known))"))
  }

  static func domainsMixed(
    _ first: String, _ firstKind: SelectorKind, _ second: String, _ secondKind: SelectorKind
  ) -> PolicyMessage {
    let (words, others) = (firstKind.states?.words ?? "", secondKind.states?.words ?? "")
    let found =
      words == others
      ? "'\(first)' and '\(second)' are of different kinds, though both can be \(words)"
      : "'\(first)' can be \(words), '\(second)' can be \(others)"
    return PolicyMessage(
      .objectDomain, found,
      hint: "give each kind its own target")
  }

  static func domainForm(_ text: String, hint: String) -> PolicyMessage {
    PolicyMessage(.domainForm, "'\(text)' is not a domain", hint: hint)
  }

  static func domainTwice(_ domain: String, _ other: String) -> PolicyMessage {
    PolicyMessage(
      .domainForm, "'\(domain)' and '\(other)' are one domain in two forms", hint: "write it in one of them"
    ).asWarning
  }

  // MARK: - Systems of targets

  static func systemNeeded(_ name: String, key: String, kinds: [String], fitting: [String]) -> PolicyMessage {
    PolicyMessage(
      .targetSystem,
      fitting.isEmpty
        ? "no system of kind \(alternatives(kinds.map { "'\($0)'" })) has the \(key) of '\(name)'"
        : "the \(key) of '\(name)' could be on "
          + (fitting.count > 5 ? "any of \(fitting.count) systems" : alternatives(fitting.map { "'\($0)'" })),
      // Any one of them alone would look like advice, and move the target to the wrong system.
      hint: fitting.isEmpty
        ? "define one under 'systems'"
        : fitting.count > 5
          ? "name the right one with 'system'"
          : "write \(alternatives(fitting.map { "'system: \($0)'" })), whichever has it")
  }

  static func unknownSystem(_ name: String, suggestion: String?, known: [String]) -> PolicyMessage {
    PolicyMessage(
      .targetSystem, "unknown system '\(name)'",
      hint: didYouMean(
        suggestion, otherwise: known.isEmpty ? "define it under 'systems'" : "the systems are \(someOf(known))"))
  }

  static func wrongSystem(_ name: String, _ found: String, key: String, wanted: [String]) -> PolicyMessage {
    PolicyMessage(
      .targetSystem, "'\(name)' is of kind '\(found)', which has no \(key)",
      hint: "name a system of kind \(alternatives(wanted.map { "'\($0)'" }))")
  }

  // MARK: - Names of targets

  static func unknownTarget(_ name: String, suggestion: String?, known: [String]) -> PolicyMessage {
    if name.hasPrefix("x-") {
      return PolicyMessage(
        .targetUnknown, "unknown target '\(name)': keys that start with x- are ignored",
        hint: "give it another name under 'targets'")
    }
    let others = known.isEmpty ? "define it under 'targets'" : "the targets are \(someOf(known))"
    return PolicyMessage(
      .targetUnknown, "unknown target '\(name)'", hint: didYouMean(suggestion, otherwise: others))
  }

  static func systemAsTarget(_ name: String, _ kind: SystemKind) -> PolicyMessage {
    PolicyMessage(
      .targetUnknown, "'\(name)' is \(kind.one), not a target", hint: "define what you mean of it under 'targets'")
  }

  static func scheduleAsTarget(_ name: String) -> PolicyMessage {
    PolicyMessage(
      .targetUnknown, "'\(name)' is a schedule, not a target", hint: "schedules follow the state: 'kids off \(name)'")
  }

  static func targetCircle(_ names: [String]) -> PolicyMessage {
    PolicyMessage(
      .targetCircle, "a target cannot contain itself: " + names.joined(separator: " → "),
      hint: "remove one of these references")
  }

  static func targetDepth(_ name: String, limit: Int) -> PolicyMessage {
    PolicyMessage(
      .targetDepth, "targets are nested more than \(limit) deep at '\(name)'",
      hint: "name some of the members directly")
  }

  // MARK: - States

  static func unsuitedState(_ state: String, for name: String, kind: StatePair, proposal: String?) -> PolicyMessage {
    PolicyMessage(
      .targetState, "'\(name)' can be \(kind.words), not '\(state)'",
      hint: writeSentence(proposal) ?? "write \(kind.words)")
  }

  static func switchOfRule(_ word: String, of name: String, isBlock: Bool, proposals: [String]) -> PolicyMessage {
    PolicyMessage(
      .targetState,
      isBlock
        ? "'\(word)' can mean the rules of '\(name)', or what they block: while a rule is enabled, what it blocks is "
          + "off"
        : "'\(word)' cannot be used with '\(name)', which has its own states",
      proposals: proposals, hint: "write the state that you want")
  }

  static func permissionNeeded(_ name: String, _ pair: StatePair, _ key: PolicyKey.TargetOption) -> PolicyMessage {
    PolicyMessage(
      .targetPermission, "the file does not permit '\(name)' to be \(pair.on)",
      hint: "write '\(key.rawValue): true' in the target '\(name)' to permit it")
  }

  static func openOtherwise(_ pair: StatePair) -> PolicyMessage {
    PolicyMessage(
      .targetPermission, "'otherwise' cannot be '\(pair.on)': a door must not open because no statement applies",
      hint: "write \(alternatives(pair.otherwise.map(\.rawValue))), and a statement for when it should be \(pair.on)")
  }

  static func mixedStates(_ name: String, _ one: String, _ its: String, _ other: String, _ others: String)
    -> PolicyMessage
  {
    PolicyMessage(
      .targetMixed, "no state fits all of '\(name)': '\(one)' is \(its), '\(other)' is \(others)",
      hint: "write a statement for each kind")
  }

  static func leaveInStatement(_ what: String) -> PolicyMessage {
    PolicyMessage(
      .targetState, "'\(what)' cannot be 'leave': a statement always sets a state",
      hint: "use leave only under 'otherwise'")
  }

  /// `target` is left alone: no statement names it, and no `otherwise` is written.
  static func unnamed(_ target: Target) -> PolicyMessage {
    let (name, states) = (target.name, target.states ?? .onOff)
    let own = target.selector.isWhole ? target.selector.kind : nil
    return PolicyMessage(
      .targetUnnamed, "no statement names '\(name)', so \(own.map { "its \($0.one)" } ?? "it") is left alone",
      hint: own != nil
        ? "write a statement such as '\(states.offVerb) \(name) weekdays', or '\(states.onVerb) \(name)' to keep it "
          + states.on.rawValue
        : "write a statement such as '\(name) \(states.off) 21:00–07:00', "
          + (states.permission == nil ? "'\(name) \(states.on)' to keep it \(states.on), " : "")
          + "or 'otherwise: leave' under its name if that is intended"
    ).asWarning
  }

  /// `example` is something of `target` that does something by being on.
  static func actsOtherwise(_ target: Target, _ states: StatePair, example: String) -> PolicyMessage {
    PolicyMessage(
      .targetOtherwise,
      "outside its hours '\(target.name)' is turned \(states.on), and kept \(states.on): '\(example)'",
      hint: "write 'otherwise: leave' under its name, or 'otherwise: \(states.on)' if that is intended"
    ).asWarning
  }

  /// `enforcement` is about what somebody else moves, and of `kind` nobody can read that.
  static func enforcesNothing(_ target: Target, _ enforcement: Enforcement, _ kind: SelectorKind) -> PolicyMessage {
    PolicyMessage(
      .targetEnforcement,
      "'enforcement: \(enforcement.rawValue)' has no effect on '\(target.name)': nobody can read whether somebody else moved a "
        + "\(kind.one), so it is asked only when the schedule changes",
      hint: "remove it"
    ).asWarning
  }

  static func stranded(_ name: String, always: String, never: String) -> PolicyMessage {
    PolicyMessage(
      .leaveStranded,
      "the statements about '\(name)' only ever set it to '\(always)', and 'otherwise: leave' never sets it back",
      hint: "write 'otherwise: \(never)' if it should be '\(never)' at all other times, or a statement that sets it to "
        + "'\(never)'"
    ).asWarning
  }
}

extension Target {
  /// What is told of it where it is left alone because no statement names it: see `Policy.unnamedTargets`.
  public var unnamedMessage: Message {
    let told = PolicyMessage.unnamed(self)
    return Message(code: told.code.rawValue, told.message, hint: told.hint)
  }
}
