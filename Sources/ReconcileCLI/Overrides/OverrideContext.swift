import Approvals
import CivilTime
import Controller
import Documents
import Host
import Policies
import Presentation
import StateStore
import Text

/// What `override` and its like know beside the command line: the policy as far as it can be read, the state's folder,
/// the clock.
struct OverrideContext {
  /// Nil where the policy has errors or is not there; overrides can be listed and ended all the same.
  let policy: Policy?
  let places: Places
  let now: Instant
  /// The policy's, else the machine's.
  let zone: Zone
  /// Who is asking.
  let person: String
  /// The command line that would apply the policy with this state.
  let applyLine: String
  /// The approver who acts, by a PIN.
  let approver: ApproverProof?
  private let environment: Environment

  /// `person` is who asks where that is not who runs the program.
  init(
    policy: Policy?, _ places: Places, _ environment: Environment, person: String? = nil,
    approver: ApproverProof? = nil
  ) {
    self.policy = policy
    self.places = places
    self.environment = environment
    now = environment.now()
    zone = policy?.zone ?? Zones(environment.files).ofMachine
    self.approver = approver
    self.person = person ?? approver?.person.text ?? Self.person(environment)
    applyLine = "reconcile apply" + places.again
  }

  /// Who sits at the terminal, also behind `sudo`.
  static func person(_ environment: Environment) -> String {
    // Anybody can say who runs sudo; only root is run by it.
    let behindSudo = environment.isRoot ? environment.variable("SUDO_USER") : nil
    let names = [behindSudo, environment.userName(), environment.variable("USER")]
    return names.compactMap { $0 }.first { !$0.isEmpty } ?? "somebody"
  }

  /// What both clocks say now.
  var clocks: ClockReading { ClockReading(wall: now, boot: environment.bootMoment()) }

  /// The policy by whose guards `deed` is judged; nil where none can be read.
  func judge(_ deed: ApprovalRequest.Deed, _ store: StateStore) throws(StateError) -> GuardingPolicy? {
    try GuardingPolicy(store, named: policy, made: deed.policy, at: places, environment)
  }

  var moments: Moments { Moments(zone: zone, now: now) }

  /// What stands in `store`.
  func remembered(_ store: StateStore) throws(StateError) -> StateSnapshot {
    try StateSnapshot(store, policy: places.policy, environment)
  }

  /// The policy with those overrides of `remembered` that count; nil without a policy.
  func overriding(_ remembered: StateSnapshot) -> ActiveOverrides? {
    policy.map { ActiveOverrides($0, remembered, now: now) }
  }

  /// Those that were made for this policy, the newest first; all of them where the policy cannot be read.
  func own(_ remembered: StateSnapshot) -> [Override] {
    guard let policy else { return remembered.overrides }
    return remembered.overrides.filter { remembered.following?.counts($0, owner: policy.owner) ?? true }
  }

  /// This policy, as an override that is made for it remembers it.
  func policyFile(_ remembered: StateSnapshot) -> PolicyFile? {
    guard let policy, let following = remembered.following else { return nil }
    return PolicyFile(path: following.place, owner: policy.owner)
  }

  // MARK: Targets

  /// Whether `override` is about nothing but `target`: about it, or about a part of it.
  func isOnly(_ override: Override, about target: Name) -> Bool {
    override.target == target || members(of: override.target).isSubset(of: members(of: target))
  }

  /// Whether `override` is about something of `target`.
  func touches(_ override: Override, _ target: Name) -> Bool {
    !members(of: override.target).isDisjoint(with: members(of: target))
  }

  private func members(of target: Name) -> Set<Name> { Set(policy?.members(of: [target]) ?? [target]) }

  /// What to say of a word that is no target; nil for one.
  func unknownTargetHint(_ word: String) -> String? {
    guard let known = policy.map({ $0.targets + $0.implicitTargets })?.map(\.name.text),
      !known.contains(word.lowercased())
    else { return nil }
    return PassMessages.noSuchTarget(word, near: Suggestion.nearest(to: word, among: known), known: known).hint
  }
}
