import Policies
import Providers
import Text

/// A change in the words of a console's objects.
struct SwitchUpdate {
  let kind: ObjectKind
  /// A UUID.
  let id: String
  let name: String
  /// Where the switch is to stand. There are two positions, so that the plan saw it in the other.
  let to: Bool

  /// Nil where the change does not move the switch of an object that can be addressed.
  init?(_ change: Change) {
    guard let id = change.id, id.isUUID, let from = change.from.position.asSwitch,
      let to = change.to.position.asSwitch,
      from != to
    else { return nil }
    (kind, self.id, name, self.to) = (change.kind, id, change.name, to)
  }

  /// What is to be done about an object.
  enum Decision<Object> {
    case stop(Outcome)
    case send(Object)
  }

  /// Decides on the object as it is now; `seen` is what it did when the plan was made, where that is known.
  func decide<Object: SwitchedObject>(on fresh: Found<Object>, seenAs seen: ObjectAction?) -> Decision<Object> {
    switch fresh {
    case .gone: .stop(.superseded(UniFiMessages.gone(name)))
    case .refused(let refusal): .stop(.failed(UniFiMessages.notRead(self, refusal)))
    case .object(let object): decide(on: object, seenAs: seen)
    }
  }

  private func decide<Object: SwitchedObject>(on fresh: Object, seenAs seen: ObjectAction?) -> Decision<Object> {
    if fresh.id?.lowercased() != id.lowercased() { return .stop(.superseded(UniFiMessages.becameAnother(self))) }
    if !fresh.isWritable { return .stop(.superseded(UniFiMessages.notWritable(self))) }
    if fresh.name != name || fresh.action != (seen ?? fresh.action) {
      return .stop(.superseded(UniFiMessages.becameAnother(self)))
    }
    if fresh.isEnabled == to { return .stop(.superseded(UniFiMessages.already(name, to))) }
    if to, let refusal = fresh.enableBlocker { return .stop(.failed(refusal)) }
    return .send(fresh)
  }
}

extension SwitchUpdate {
  /// Decides what an object that was read back says about the update; `doubt` is why its answer is not known.
  func judge<Object: SwitchedObject>(
    _ found: Found<Object>, before: Object, _ leftOut: [String], doubt: ProviderError?
  ) -> Outcome {
    switch found {
    case .gone: .unverified(UniFiMessages.goneAfterwards(name))
    case .refused(let refusal): .unverified(UniFiMessages.notReadBack(name, refusal.error, doubt: doubt))
    case .object(let after): judge(after, before: before, leftOut, doubt: doubt)
    }
  }

  private func judge<Object: SwitchedObject>(
    _ after: Object, before: Object, _ leftOut: [String], doubt: ProviderError?
  ) -> Outcome {
    guard after.isEnabled == to else {
      guard let doubt else { return .unverified(UniFiMessages.notShown(name, to)) }
      return .failed(UniFiMessages.didNotArrive(name, doubt))
    }
    let others = after.membersThatDiffer(from: before, leavingOut: leftOut)
    let decisive = others.filter(Object.traits.decisiveMembers.contains)
    if !decisive.isEmpty { return .unverified(UniFiMessages.decisiveMembersChanged(name, kind, decisive)) }
    var messages = leftOut.map { UniFiMessages.leftOut($0, of: name, kind) }
    if let doubt { messages.append(UniFiMessages.answerLost(name, doubt)) }
    if !others.isEmpty { messages.append(UniFiMessages.otherMembersChanged(name, kind, others)) }
    return .applied(messages)
  }
}
