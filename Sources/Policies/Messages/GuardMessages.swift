import Text

/// What can be wrong with people and guards.
extension PolicyMessage {
  static func keyOfPerson(_ key: String, suggestion: String?) -> PolicyMessage {
    PolicyMessage(
      .keyUnknown, "unknown key '\(key)' under 'people'",
      hint: didYouMean(
        suggestion,
        otherwise: "the keys are 'manages' and 'asks'; addresses do not belong in the policy"))
  }

  static func personTwice(_ name: String) -> PolicyMessage {
    PolicyMessage(.nameTwice, "the person '\(name)' is defined twice", hint: "keep one of them, or rename one")
  }

  static func unknownPerson(_ name: String, suggestion: String?, known: [String]) -> PolicyMessage {
    let others = known.isEmpty ? "define the person under 'people'" : "the people are \(someOf(known))"
    return PolicyMessage(
      .personUnknown, "unknown person '\(name)'", hint: didYouMean(suggestion, otherwise: others))
  }

  static let approversMissing = keyMissing(
    PolicyKey.Guard.approve.rawValue, in: "'guard'",
    example: "something like 'guard: {approve: anna}', with names from 'people'"
  )

  static func approversMany(_ count: Int) -> PolicyMessage {
    PolicyMessage(
      .guardTarget, "a guard has at most \(Guard.mostApprovers) approvers, and this one has \(count)",
      hint: "name fewer of them; any one of them may agree, unless 'all: true' is written")
  }

  static func guardsHoldingEditsMany(_ count: Int) -> PolicyMessage {
    PolicyMessage(
      .guardTarget, "the guards of at most \(Guard.mostHoldingEdits) targets may hold edits, and here \(count) do",
      hint: "leave out 'edits: true' where nobody has a reason to edit the policy for that target")
  }

  static let guardOfGroup = PolicyMessage(
    .guardTarget, "'guard' cannot be used with 'targets': a group of targets has no state of its own",
    hint: "write it in each of its targets; it also applies to what is done through the group")

  static let guardOfAction = PolicyMessage(
    .guardTarget, "'guard' cannot be used with an action: it has no state to loosen", hint: "leave it out")
}
