import Controller
import Documents
import Planning
import Policies
import StateStore
import Text

/// What is wrong with how the approvers of a policy can be told and can agree.
struct ApproverFindings {
  /// In the order of the policy, and of the names of those whom it does not know.
  let findings: [Finding]

  /// Of `policy`, as the file of addresses was found and PINs are in the state at `places`.
  init(_ policy: Policy, _ people: PeopleFile, _ places: Places) {
    let guards = policy.guardedTargets
    let approvers = guards.flatMap { $0.guarding?.approvers ?? [] }.uniqued()
    if people.isBroken {
      findings = approvers.isEmpty ? [] : [Finding(PeopleMessages.notKnown(people))]
      return
    }
    let store = Result { () throws(StateError) in try StateStore(reading: places.state.path) }
    let unreachable = approvers.filter { approver in
      people.reach(of: approver) == .nothing && Self.hasNoPIN(approver, store)
    }
    let known = policy.people.map(\.name)
    let strangers = people.addresses.keys.filter { !known.contains($0) }.sorted()
    findings =
      unreachable.map { approver in
        let guarded = guards.filter { $0.guarding?.approvers.contains(approver) ?? false }.map(\.name)
        return Finding(PeopleMessages.unreachable(approver, guarding: guarded, people))
      }
      + strangers.map { stranger in
        let near = Suggestion.nearest(to: stranger.text, among: known.map(\.text))
        return Finding(PeopleMessages.stranger(stranger, near: near, people))
      }
  }

  /// Whether `person` has no PIN for certain: where the state cannot be read nobody knows.
  private static func hasNoPIN(_ person: Name, _ store: Result<StateStore?, StateError>) -> Bool {
    guard case .success(let store) = store else { return false }
    do throws(StateError) {
      return try store?.pin(of: person) == nil
    } catch {
      return false
    }
  }
}
