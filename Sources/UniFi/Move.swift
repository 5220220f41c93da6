internal import Reconciliation

/// A change in the words of an ACL rule.
struct Move {
  let id: String
  let name: String
  /// Where the switch is to stand. There are two positions, so that the plan saw it in the other.
  let to: Bool

  /// Nil where the change does not move the switch of an ACL rule.
  init?(_ change: Change) {
    guard change.kind == .aclRule, let id = change.id, isUUID(id),
      let from = change.from.position.asSwitch, let to = change.to.position.asSwitch, from != to
    else { return nil }
    (self.id, name, self.to) = (id, change.name, to)
  }

  /// What is to be done about a rule.
  enum Decision {
    case stop(Outcome)
    case send(ACLRule)
  }

  /// Decides on the rule as it is now; `seen` is what it did with traffic when the plan was made, where that is known.
  func decide(on fresh: ACLRule?, seenAs seen: ACLRule.Action?) -> Decision {
    guard let fresh else { return .stop(.superseded(UniFiWording.gone(name))) }
    if fresh.id.lowercased() != id.lowercased() { return .stop(.superseded(UniFiWording.becameAnother(name))) }
    if !fresh.isWritable { return .stop(.superseded(UniFiWording.notWritable(name))) }
    if fresh.name != name || fresh.action != (seen ?? fresh.action) {
      return .stop(.superseded(UniFiWording.becameAnother(name)))
    }
    if fresh.isEnabled == to { return .stop(.superseded(UniFiWording.already(name, to))) }
    if to, let refusal = fresh.refusalToEnable { return .stop(.failed(refusal)) }
    return .send(fresh)
  }
}

extension Move {
  /// Decides what a rule that was read back says about the update; `doubt` is why its answer is not known.
  func judge(_ after: ACLRule?, before: ACLRule, _ leftOut: [MemberPath], doubt: ProviderError?) -> Outcome {
    guard let after else { return .unverified(UniFiWording.goneAfterwards(name)) }
    guard after.isEnabled == to else {
      guard let doubt else { return .unverified(UniFiWording.notShown(name, to)) }
      return .failed(UniFiWording.didNotArrive(name, doubt))
    }
    let others = after.membersThatDiffer(from: before, leavingOut: leftOut)
    let decisive = others.filter(ACLRule.decisiveMembers.contains)
    if !decisive.isEmpty { return .unverified(UniFiWording.otherMembersChanged(name, decisive, areDecisive: true)) }
    var notices = leftOut.map { UniFiWording.leftOut($0, of: name) }
    if let doubt { notices.append(UniFiWording.answerLost(name, doubt)) }
    if !others.isEmpty { notices.append(UniFiWording.otherMembersChanged(name, others, areDecisive: false)) }
    return .applied(notices)
  }
}

extension Setting.Position {
  /// Whether a switch of two positions is on; nil for the positions of other switches.
  fileprivate var asSwitch: Bool? {
    switch self {
    case .enabled: true
    case .disabled: false
    case .active, .paused, .absent: nil
    }
  }
}
