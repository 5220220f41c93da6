import Documents
import Policies
import Providers

/// What to do about an object whose state nobody can read. There is nothing to compare, so that it is asked for what is
/// wanted when that changes, or when somebody wishes for it, and at no other time.
///
/// | wanted | remembered | action |
/// |---|---|---|
/// | nothing | anything | leave |
/// | anything | there is no memory at all | none, and why |
/// | anything by the policy | nothing of this object | none: what is wanted is noted |
/// | as noted, and by nobody's new wish | | none |
/// | other than noted, or by a new wish | | change, or observe where the target is only observed |
/// | the same | tried in vain a moment ago, or often | problem, until the next try |
struct AskingDecision {
  var to: SwitchState?
  var action: PlanEntry.Action
  var notes: [Message] = []
  /// Whether somebody has made or ended an override, and it is asked for because of that.
  private(set) var isNewWish = false

  /// Decides for an object that `verdict` has `wanted` there, of which earlier runs say this; nil where none can have been
  /// kept.
  init(
    wanted: SwitchPosition?, by verdict: Verdict, _ recollection: DriftAttribution?, enforcement: Enforcement,
    verb: String?
  ) {
    guard let to = wanted.map({ SwitchState($0) }) else {
      action = .leave
      return
    }
    self.to = to
    guard let recollection else {
      (action, notes) = (.none, [Messages.nothingRemembered])
      return
    }
    isNewWish = enforcement != .observe && recollection.isNewWish(to, by: verdict)
    if !isNewWish {
      guard let asking = recollection.asking else {
        (action, notes) = (.none, [Messages.onlyNoted])
        return
      }
      if asking.noted == to.position {
        action = .none
        return
      }
    }
    if enforcement == .observe {
      action = .observe
    } else if recollection.mayAskAgain(to, by: verdict) {
      action = .change
    } else {
      action = .problem
      notes = [
        Messages.askedInVain(verb ?? "", recollection.triesInVain, isGivenUp: recollection.isGivenUp)
      ]
    }
  }
}
