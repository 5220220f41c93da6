import Documents
import Policies
import Providers

/// What to do about an object whose state nobody can read. There is nothing to compare, so that it is asked for what is
/// wanted when that changes, and at no other time.
///
/// | wanted | remembered | action |
/// |---|---|---|
/// | nothing | anything | leave |
/// | anything | there is no memory at all | none, and why |
/// | anything | nothing of this object | none: what is wanted is noted |
/// | as noted | | none |
/// | other than noted | | change, or observe where the target is only observed |
/// | other than noted | tried in vain a moment ago, or often | problem, until the next try |
struct AskingDecision {
  var to: SwitchState?
  var action: PlanEntry.Action
  var notes: [Message] = []

  /// Decides for an object that is `wanted` there, of which earlier runs say this; nil where none can have been kept.
  init(wanted: SwitchPosition?, _ recollection: DriftAttribution?, enforcement: Enforcement, verb: String?) {
    guard let to = wanted.map({ SwitchState($0) }) else {
      action = .leave
      return
    }
    self.to = to
    guard let recollection else {
      (action, notes) = (.none, [Messages.nothingRemembered])
      return
    }
    guard let asking = recollection.asking else {
      (action, notes) = (.none, [Messages.onlyNoted])
      return
    }
    if asking.noted == to.position {
      action = .none
    } else if enforcement == .observe {
      action = .observe
    } else if recollection.mayTryAgain(to) {
      action = .change
    } else {
      action = .problem
      notes = [
        Messages.askedInVain(verb ?? "", recollection.triesInVain, isGivenUp: recollection.isGivenUp)
      ]
    }
  }
}
