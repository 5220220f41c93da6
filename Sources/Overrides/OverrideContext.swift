package import Approvals
package import CivilTime
package import Controller
import Documents
package import Host
import Planning
package import Policies
import Secrets
package import Presentation
package import StateStore
import Text

/// What `override` and its like know beside the command line: the policy as far as it can be read, the state's folder,
/// the clock.
package struct OverrideContext {
  /// Nil where the policy has errors or is not there; overrides can be listed and ended all the same.
  package let policy: Policy?
  /// Where the policy and the state are.
  package let places: Places
  package private(set) var now: Instant
  /// The policy's, else that of the policy which the last run followed, else the machine's.
  package let zone: Zone
  /// Who is asking.
  package let person: String
  /// Who runs the program, whoever they act as; of a session the person.
  let user: String
  /// The approver who acts, by a PIN.
  let approver: ApproverProof?
  private let environment: Environment

  /// How far ahead the end of an override may lie, in seconds: what is to hold longer belongs in the policy.
  package static let longestSeconds: Int64 = 366 * 86_400

  /// `person` is who asks where that is not who runs the program.
  package init(
    policy: Policy?, _ places: Places, _ environment: Environment, person: String? = nil,
    approver: ApproverProof? = nil
  ) {
    self.policy = policy
    self.places = places
    self.environment = environment
    now = environment.now()
    zone =
      policy?.zone ?? Zones(environment.files).followed(by: try? StateStore(reading: places.state.path))
    self.approver = approver
    user = person ?? Self.person(environment)
    self.person = person ?? approver?.person.text ?? user
  }

  /// The same at the present moment: a question may have stood for long, and another run may have held the state.
  package func asOfNow() -> OverrideContext {
    var present = self
    present.now = environment.now()
    return present
  }

  /// The command line that would apply the policy with this state; nil for whoever may not.
  package var applyLine: String? { mayApply ? applyCommand + places.again : nil }

  /// The same for the policy at `path`. A state that was named is added where commands are completed for the screen.
  func applyLine(of path: String) -> String? {
    mayApply ? applyCommand + " --policy " + ShellWord.word(path) : nil
  }

  /// The command line that shows the requests of this state; by sudo it takes no policy.
  package var requestsLine: String {
    environment.isForSomebodyElse ? "sudo reconcile requests" : "reconcile requests" + places.again
  }

  /// The command line that takes back the request of this number.
  func cancelLine(_ id: String) -> String { sudo + "reconcile cancel \(id)" }

  /// The command line that would apply the policy that is followed; nil for whoever may not.
  func applyLine(_ following: Following?) -> String? {
    guard let policy, let following, let followed = following.followed, !following.isFollowed(owner: policy.owner)
    else {
      return applyLine
    }
    return applyLine(of: followed.path)
  }

  /// The same where `store` says which policy that is.
  func applyLine(_ store: StateStore) throws(StateError) -> String? { applyLine(try remembered(store).following) }

  /// Whether it is worth telling of `apply`. Who gets to be root for single commands, in a household whose policy says who
  /// decides, and does not decide about anything, is refused that one.
  private var mayApply: Bool {
    guard environment.isForSomebodyElse, let policy else { return true }
    let deciding =
      policy.people.filter { !$0.manages.isEmpty }.map(\.name)
      + policy.guardedTargets.flatMap { $0.guarding?.approvers ?? [] }
    let isHousehold = !deciding.isEmpty || !policy.people.isEmpty
    return !isHousehold || deciding.contains(Name(person))
  }

  private var applyCommand: String { sudo + "reconcile apply" }

  /// Who could do this only by sudo can do the rest only so.
  private var sudo: String { environment.isForSomebodyElse ? "sudo " : "" }

  /// Who sits at the terminal, also behind `sudo`.
  package static func person(_ environment: Environment) -> String {
    // Anybody can say who runs sudo; only root is run by it.
    let behindSudo = environment.isRoot ? environment.variable("SUDO_USER") : nil
    let names = [behindSudo, environment.userName(), environment.variable("USER")]
    return names.compactMap { $0 }.first { !$0.isEmpty } ?? "somebody"
  }

  /// What both clocks say now.
  package var clocks: ClockReading { ClockReading(wall: now, boot: environment.bootMoment()) }

  /// The policy by whose guards `deed` is judged; nil where none can be read.
  package func judge(_ deed: ApprovalRequest.Deed, _ store: StateStore) throws(StateError) -> GuardingPolicy? {
    try GuardingPolicy(store, named: policy, made: deed.policy, at: places, environment)
  }

  /// The policy by whose guards `request` is judged; nil where none can be read.
  package func judge(_ request: ApprovalRequest, _ store: StateStore) throws(StateError) -> GuardingPolicy? {
    try GuardingPolicy(store, named: policy, made: request.deed.policy ?? request.policy, at: places, environment)
  }

  /// `request` with the approvers that it has now, as long as it is open: guards may have changed since it was made.
  package func asNeeded(_ request: ApprovalRequest, _ store: StateStore) throws(StateError) -> ApprovalRequest {
    guard request.isOpen(at: now), let judge = try judge(request, store) else { return request }
    return request.asNeeded(by: judge, at: now)
  }

  /// How approvers are reached, as far as the user may read it.
  package var people: PeopleFile { PeopleFile(environment) }

  package var moments: Moments { Moments(zone: zone, now: now) }

  /// What is in `store`, with its overrides as they hold now.
  package func remembered(_ store: StateStore) throws(StateError) -> StateSnapshot {
    try StateSnapshot(store, policy: places.policy, environment).keepingShut(at: now)
  }

  /// The policy with those overrides of `remembered` that count; nil without a policy.
  package func overriding(_ remembered: StateSnapshot) -> ActiveOverrides? {
    policy.map { ActiveOverrides($0, remembered, now: now) }
  }

  /// Those that were made for this policy, the newest first; all of them where the policy cannot be read.
  package func own(_ remembered: StateSnapshot) -> [Override] {
    guard let policy else { return remembered.overrides }
    return remembered.counting(remembered.overrides, for: policy, at: now)
  }

  /// This policy, as an override that is made for it remembers it.
  package func policyFile(_ remembered: StateSnapshot) -> PolicyFile? {
    policy.flatMap { remembered.following?.file(of: $0) }
  }

  // MARK: Targets

  /// Whether `override` is about nothing but `target`: about it, or about a part of it. What it keeps shut by `holds` is
  /// what a lock is about if the policy does not have its own target any more.
  func isOnly(_ override: Override, about target: Name, holding holds: [LockHold] = []) -> Bool {
    override.target == target || subjects(of: override, holds).isSubset(of: members(of: target))
  }

  /// Whether `override` is about something of `target`, or keeps something of it shut by `holds`.
  func touches(_ override: Override, _ target: Name, holding holds: [LockHold] = []) -> Bool {
    !subjects(of: override, holds).isDisjoint(with: members(of: target))
  }

  private func subjects(of override: Override, _ holds: [LockHold]) -> Set<Name> {
    let held = Set(holds.filter { $0.lock.id == override.id }.map(\.target))
    let named = members(of: override.target)
    let isGone = policy.map { OverrideReach(of: override, in: $0).isEmpty } ?? false
    return isGone && !held.isEmpty ? held : named.union(held)
  }

  private func members(of target: Name) -> Set<Name> { Set(policy?.members(of: [target]) ?? [target]) }

  /// What to say of a word that is no target; nil for one.
  func unknownTargetHint(_ word: String) -> String? {
    guard let known = policy?.everyTarget.map(\.name.text),
      !known.contains(word.lowercased())
    else { return nil }
    return PassMessages.noSuchTarget(word, known: known).hint
  }
}

extension Environment {
  /// Whether root runs it.
  package var isRoot: Bool { secrets.runningUser == 0 }

  /// Whether root does it for another user, by sudo.
  package var isForSomebodyElse: Bool {
    guard isRoot, let user = variable("SUDO_USER") else { return false }
    return !user.isEmpty && user != "root"
  }
}
