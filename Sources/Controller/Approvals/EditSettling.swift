import Approvals
import CivilTime
import Planning
import Policies
import Presentation
import StateStore
import Text

/// What becomes of what the state knows of edits, when a run follows a policy.
struct EditSettling {
  private let followed: FollowedPolicy
  private let known: ApprovedVersions
  /// What waits, in lists that hang together, and by target.
  private let groups: [[HeldEdits.Held]]
  private let held: [Name: HeldEdits.Held]
  private let file: PolicyFile?
  private let now: ClockReading
  private let overrides: [Override]
  /// By whose clocks approvers read times: an edit of the zone waits for them, too.
  private let zone: Zone

  /// What is to be written.
  struct Change {
    var approved: [ApprovedEdit]
    var ended: [ApprovalRequest] = []
    var asked: [ApprovalRequest] = []
    var events: [Event] = []
  }

  /// Who asks for what an edit would do: the file.
  private let asker: String

  init(_ followed: FollowedPolicy, _ remembered: StateSnapshot, at now: ClockReading) {
    (self.followed, self.now) = (followed, now)
    known = remembered.approved
    let overriding = ActiveOverrides(followed.policy, remembered, now: now.wall)
    groups = overriding.held?.groups ?? []
    held = Dictionary(groups.joined().map { ($0.target.name, $0) }) { first, _ in first }
    overrides = overriding.overrides
    zone = overriding.policy.zone
    file = remembered.following?.file(of: followed.policy)
    asker = file.asker
  }

  /// Nil where nothing is to be written.
  func change(in store: StateStore) throws(StateError) -> Change? {
    var change = Change(approved: [])
    let approved = Dictionary(known.targets.map { ($0.name, $0) }) { first, _ in first }
    for edit in known.edits {
      // Where the approved version guards it no more, its approvers have agreed to that.
      if approved[edit.target]?.holdsEdits ?? false { settle(edit, &change) }
    }
    let noted = Set(change.approved.map(\.target))
    // Later than those that are known, whatever the clock says: of two guards the older one has an object.
    let since = max(now.wall, known.edits.map(\.since).max().map { $0 + 1 } ?? now.wall)
    let others = ApprovedVersions.waiting(change.approved, known.requests).subtracting([followed.fingerprint])
    if others.count < ApprovedVersions.mostWaiting {
      for target in followed.policy.editGuardedTargets where !noted.contains(target.name) {
        change.approved.append(ApprovedEdit(target.name, version: followed.fingerprint, since: since))
      }
      try ask(&change, in: store)
    }
    let isSame = Set(change.approved) == Set(known.edits) && change.ended.isEmpty && change.asked.isEmpty
    return isSame ? nil : change
  }

  private func settle(_ edit: ApprovedEdit, _ change: inout Change) {
    var edit = edit
    if held[edit.target] != nil {
      if edit.heldSince == nil {
        edit.heldSince = now.wall
        change.events.append(event(.editHeld, edit.target))
      }
    } else {
      if edit.heldSince != nil { change.events.append(event(.editEnded, edit.target)) }
      (edit.version, edit.heldSince) = (followed.fingerprint, nil)
      end(edit.request, .withdrawn, &change)
      edit.request = nil
    }
    change.approved.append(edit)
  }

  private func event(_ kind: Event.Kind, _ target: Name) -> Event {
    let reasons = held[target]?.reasons ?? []
    let words = words.text(reasons)
    return Event(at: now.wall, kind, by: "reconcile", target: target, message: reasons.isEmpty ? nil : words)
  }

  private var words: EditWords { EditWords(zone: zone, now: now.wall, edited: followed.policy.zone) }

  private func end(_ id: String?, _ ending: ApprovalRequest.Ending, _ change: inout Change) {
    guard let id, var request = known.requests.first(where: { $0.id == id }), request.ending == nil,
      !change.ended.contains(where: { $0.id == id })
    else { return }
    request.end(ending, at: now.wall, by: nil)
    change.ended.append(request)
    let kind: Event.Kind = ending == .replaced ? .requestReplaced : .requestWithdrawn
    change.events.append(request.event(kind, at: now.wall, by: asker))
  }

  // MARK: - Asking

  private func ask(_ change: inout Change, in store: StateStore) throws(StateError) {
    let bundles = groups.bundled
    guard !bundles.isEmpty else { return }
    var alike = AskedEdits(
      followed.policy, followed.fingerprint, holding: Array(held.keys), known, overrides: overrides, now: now.wall)
    let asked = bundles.filter { isToBeAsked($0, &alike) }
    guard !asked.isEmpty else { return }
    let all = try store.requests()
    for bundle in asked {
      // Another edit in between does not make it one that nobody has decided about.
      if let denied = denied(bundle, among: all, change.approved, &alike) {
        replace(bundle, &change)
        for place in change.approved.indices where denied.targets.contains(change.approved[place].target) {
          change.approved[place].request = denied.id
        }
        continue
      }
      let today = all.count { $0.asker == asker && !now.isAtLeast(RequestLimits.day, after: $0.made) }
      guard today + change.asked.count < RequestLimits.mostPerDay else { continue }
      // Not before: the edit may become the one again that is asked about.
      replace(bundle, &change)
      change.asked.append(request(for: bundle))
    }
  }

  /// Ends what was asked about earlier edits of `bundle`.
  private func replace(_ bundle: [HeldEdits.Held], _ change: inout Change) {
    for held in bundle { end(known.edit(of: held.target.name)?.request, .replaced, &change) }
  }

  /// Whether its approvers have yet to hear of this edit. What they said no to is not asked for again.
  private func isToBeAsked(_ bundle: [HeldEdits.Held], _ alike: inout AskedEdits) -> Bool {
    let names = bundle.map(\.target.name)
    guard let request = known.request(of: names[0]), Set(request.targets) == Set(names),
      names.allSatisfy({ known.edit(of: $0)?.request == request.id }), case .edit(let edit) = request.deed,
      request.ending == nil || request.ending == .denied
    else { return true }
    return !alike.isThis(edit, of: names) || request.ending == nil && edit.freesMoreThanTold(bundle, at: now.wall)
  }

  /// The request about this very edit that its approvers said no to since it is held, whatever was asked since then; nil for
  /// none.
  private func denied(
    _ bundle: [HeldEdits.Held], among all: [ApprovalRequest], _ edits: [ApprovedEdit],
    _ alike: inout AskedEdits
  ) -> ApprovalRequest? {
    let names = bundle.map(\.target.name)
    let begun = edits.filter { names.contains($0.target) }.map(\.heldSince)
    guard let since = begun.compactMap(\.self).max(), begun.count == names.count, !begun.contains(nil) else {
      return nil
    }
    return all.last { request in
      guard case .edit(let edit) = request.deed, request.ending == .denied, request.made.wall >= since,
        Set(request.targets) == Set(names)
      else { return false }
      return alike.isThis(edit, of: names)
    }
  }

  private func request(for bundle: [HeldEdits.Held]) -> ApprovalRequest {
    let notes = bundle.flatMap { held in held.reasons.map { EditNote(held.target.name, $0, now: now.wall) } }
    return ApprovalRequest(
      id: "", asker: asker,
      deed: .edit(
        PolicyEdit(
          targets: bundle.map(\.target.name), version: followed.fingerprint, summary: words.text(bundle), notes: notes)),
      because: nil, made: now, expires: Evaluator.horizon, policy: file, needs: bundle.needs)
  }
}

extension PolicyFile? {
  /// As whom it asks.
  var asker: String { self?.path.lastName ?? "the policy" }
}

extension [[HeldEdits.Held]] {
  /// Those with the same approvers together: they are asked once.
  fileprivate var bundled: [[HeldEdits.Held]] {
    var places: [Set<ApprovalNeed>: Int] = [:]
    return reduce(into: []) { bundles, group in
      let needs = Set(group.needs)
      if let place = places[needs] {
        bundles[place] += group
      } else {
        places[needs] = bundles.count
        bundles.append(group)
      }
    }
  }
}

extension [HeldEdits.Held] {
  /// Who has to agree.
  fileprivate var needs: [ApprovalNeed] { compactMap(\.guarding).needs }
}
