/// What can be wrong with targets.
extension Wording {
  // MARK: - Selectors

  static func noSelector(_ name: String, keys: [String]) -> Wording {
    Wording(
      .targetSelector, "the target '\(name)' does not say what it is", hint: "give it one of \(alternatives(keys))")
  }

  static func manySelectors(_ name: String, keys: [String]) -> Wording {
    Wording(
      .targetSelector, "the target '\(name)' is \(list(keys.map { "'\($0)'" })) at once",
      hint: "make two targets, and a third with 'targets:' for both")
  }

  static func noSelectorOnPiHole(_ name: String, system: String, blocking line: String?) -> Wording {
    Wording(
      .targetSelector, "the target '\(name)' does not say what it is on '\(system)'",
      hint: "give it groups, lists or domains; the whole blocking is the target '\(system)'"
        + (line.map { ": '\($0)'" } ?? ""))
  }

  static func optionOfBlocking(_ key: String, _ name: String, _ line: String?) -> Wording {
    Wording(
      .keyUnsuited, "'\(key)' does not go with a system: a target has it",
      hint: line.map { "write '\($0)'" } ?? "write it in the target '\(name)'")
  }

  /// `instead` is what means the same, where something does.
  static func keyOfBlocking(_ key: String, _ name: String, instead line: String?) -> Wording {
    Wording(
      .keyUnsuited, "'\(name)' is a Pi-hole; the target of its own name is its whole blocking, which has no '\(key)'",
      hint: line.map { "leave it out: '\($0)'" } ?? "leave it out, or give the target another name")
  }

  static func keyOfGroup(_ key: String) -> Wording {
    Wording(
      .keyUnsuited, "'\(key)' does not go with 'targets': a target of targets has none of its own",
      hint: "write it in each of its targets")
  }

  static func whenOffMissing(_ name: String, key: String) -> Wording {
    Wording(
      .targetWhenOff, "the target '\(name)' does not say what off means for its \(key)",
      hint: "write 'when-off: enabled' if they block, 'when-off: disabled' if they let through")
  }

  static let defaultGroup = Wording(
    .targetDefaultGroup, "the group 'Default' cannot be a target: every client in no other group lives in it",
    hint: "make a group of its own for the devices that are meant")

  static func shortPattern(_ pattern: String) -> Wording {
    Wording(
      .objectPattern, "the pattern '\(pattern)' fits nearly everything",
      hint: "write at least three characters beside * and ?")
  }

  static func longPattern(most: Int) -> Wording {
    Wording(
      .objectPattern, "the pattern is longer than \(most) characters", hint: "'*' stands for any text: shorten it")
  }

  static func dots(_ text: String, hint: String) -> Wording {
    Wording(
      .objectDots, "'\(text)' cannot be switched: in the path of a request to the Pi-hole it means another place",
      hint: hint)
  }

  static func objectID(_ text: String) -> Wording {
    Wording(
      .objectID, "'\(text)' is not an id", hint: "write id: and a UUID, such as id:01234567-89ab-cdef-0123-456789abcdef"
    )
  }

  static func domainForm(_ text: String, hint: String) -> Wording {
    Wording(.domainForm, "'\(text)' is not a domain", hint: hint)
  }

  // MARK: - Systems of targets

  static func systemNeeded(_ name: String, key: String, kind: String, fitting: [String]) -> Wording {
    Wording(
      .targetSystem,
      fitting.isEmpty
        ? "no system of kind '\(kind)' has the \(key) of '\(name)'"
        : "the \(key) of '\(name)' could be on \(alternatives(fitting.map { "'\($0)'" }))",
      hint: fitting.isEmpty ? "define one under 'systems'" : "write 'system: \(fitting[0])'")
  }

  static func unknownSystem(_ name: String, suggestion: String?, known: [String]) -> Wording {
    Wording(
      .targetSystem, "there is no system '\(name)'",
      hint: didYouMean(
        suggestion, otherwise: known.isEmpty ? "define it under 'systems'" : "the systems are \(someOf(known))"))
  }

  static func wrongSystem(_ name: String, _ found: String, key: String, wanted: String) -> Wording {
    Wording(
      .targetSystem, "'\(name)' is of kind '\(found)', which has no \(key)", hint: "name a system of kind '\(wanted)'")
  }

  // MARK: - Names of targets

  static func unknownTarget(_ name: String, suggestion: String?, known: [String]) -> Wording {
    if name.hasPrefix("x-") {
      return Wording(
        .targetUnknown, "there is no target '\(name)': keys that start with x- are ignored",
        hint: "give it another name under 'targets'")
    }
    let others = known.isEmpty ? "define it under 'targets'" : "the targets are \(someOf(known))"
    return Wording(.targetUnknown, "there is no target '\(name)'", hint: didYouMean(suggestion, otherwise: others))
  }

  static func systemAsTarget(_ name: String) -> Wording {
    Wording(
      .targetUnknown, "'\(name)' is a console, not a target", hint: "define what is meant of it under 'targets'")
  }

  static func scheduleAsTarget(_ name: String) -> Wording {
    Wording(
      .targetUnknown, "'\(name)' is a schedule, not a target", hint: "schedules follow the state: 'kids off \(name)'")
  }

  static func targetCircle(_ names: [String]) -> Wording {
    Wording(
      .targetCircle, "a target cannot hold itself: " + names.joined(separator: " → "),
      hint: "take one of them out of the circle")
  }

  static func targetDepth(_ name: String, limit: Int) -> Wording {
    Wording(
      .targetDepth, "targets hold targets more than \(limit) deep at '\(name)'",
      hint: "name some of the members directly")
  }

  // MARK: - States

  static func unsuitedState(_ state: String, for name: String, kind: StateKind, proposal: String?) -> Wording {
    Wording(
      .targetState, "'\(name)' cannot be '\(state)': it is \(kind.words)",
      hint: writeSentence(proposal) ?? "write \(kind.words)")
  }

  static func mixedStates(_ name: String, _ one: String, _ its: String, _ other: String, _ others: String) -> Wording {
    Wording(
      .targetMixed, "no state suits all of '\(name)': '\(one)' is \(its), '\(other)' is \(others)",
      hint: "write a statement for each kind")
  }

  static func leaveInStatement(_ what: String) -> Wording {
    Wording(
      .targetState, "'\(what)' cannot be 'leave': a statement always wants a state",
      hint: "only 'otherwise' may be leave")
  }

  static func unnamed(_ name: String, isBlocking: Bool) -> Wording {
    Wording(
      .targetUnnamed,
      isBlocking
        ? "no statement names '\(name)', so its blocking is left alone"
        : "no statement names '\(name)', so it is left alone",
      hint: isBlocking
        ? "write a statement such as 'pause \(name) weekdays', or 'resume \(name)' to keep it active"
        : "write a statement such as '\(name) off 21:00–07:00', '\(name) on' to keep it on, or 'otherwise: leave' "
          + "under its name if that is meant"
    ).asWarning
  }

  static func stranded(_ name: String, always: String, never: String) -> Wording {
    Wording(
      .leaveStranded,
      "the statements about '\(name)' only ever bring '\(always)', and 'otherwise: leave' does not take it back",
      hint: "write 'otherwise: \(never)', or a statement that brings '\(never)'"
    ).asWarning
  }
}
