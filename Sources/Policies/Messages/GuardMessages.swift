import Text

/// What can be wrong with people and guards.
extension PolicyMessage {
  static func keyOfPerson(_ key: String, suggestion: String?) -> PolicyMessage {
    PolicyMessage(
      .keyUnknown, "a person has no key '\(key)'",
      hint: didYouMean(
        suggestion,
        otherwise: "a person has 'manages' and 'asks'; how somebody is reached is not a matter of the policy"))
  }

  static func personTwice(_ name: String) -> PolicyMessage {
    PolicyMessage(.nameTwice, "the person '\(name)' is defined twice", hint: "keep one of them, or rename one")
  }

  static func unknownPerson(_ name: String, suggestion: String?, known: [String]) -> PolicyMessage {
    let others = known.isEmpty ? "define it under 'people'" : "the people are \(someOf(known))"
    return PolicyMessage(
      .personUnknown, "there is no person '\(name)'", hint: didYouMean(suggestion, otherwise: others))
  }

  static let approversMissing = keyMissing(
    PolicyKey.Guard.approve.rawValue, in: "'guard'", example: "such as 'guard: {approve: anna}', with names of 'people'"
  )

  static let guardOfGroup = PolicyMessage(
    .guardTarget, "'guard' does not go with 'targets': a target of targets has no state of its own",
    hint: "write it in each of its targets: it holds there for what is done through this one, too")

  static let guardOfAction = PolicyMessage(
    .guardTarget, "'guard' does not go with an action: what has no state cannot be loosened", hint: "leave it out")
}
