import CivilTime
import Controller
import Documents
import Host
import Policies
import Presentation
import Text

/// What is known of a plan file without a network: whether an apply of it would still find what it found.
struct PlanStanding {
  /// When the plan was made; nil where the file says no instant.
  let made: Instant?
  /// Whether the policy is another one now; nil where it cannot be read.
  let isPolicyChanged: Bool?
  /// The targets of its changes for which something else is wanted now, and then the others that it was made for.
  private(set) var movedOn: [Name] = []
  /// Whether one of its changes is no longer wanted.
  private var isOutdated = false
  /// Whether a pause that it wants has ended meanwhile.
  private(set) var isPauseOver = false
  /// The targets that it was made for and the policy does not have any more.
  private(set) var gone: [String] = []

  /// What became of `plan`, beside the policy that `loaded` is and the overrides of the state at `places`.
  init(_ plan: PlanFile, _ loaded: LoadedPolicy, _ places: Places, _ environment: Environment) {
    let now = environment.now()
    made = Self.instant(plan.now)
    isPauseOver = plan.changes.contains { $0.toEnds.flatMap(Self.instant).map { $0 <= now } ?? false }
    let isRead = loaded.policy != nil || !loaded.diagnostics.contains { $0.span == nil }
    isPolicyChanged = isRead ? loaded.fingerprint != plan.policyFingerprint : nil
    guard let made, made <= now, let policy = loaded.policy else { return }
    gone = plan.targets.filter { name in !policy.targets.contains { $0.name.text == name.lowercased() } }
    let overlay = ShownOverrides(policy, places, environment, now: now).overlay
    let changing = plan.changes.map { Name($0.target) }.uniqued()
    let others = (plan.targets.isEmpty ? policy.managed : plan.targets.map { Name($0) }).filter {
      !changing.contains($0)
    }
    func wants(_ target: Name) -> (then: TargetState, today: TargetState)? {
      guard let then = overlay.verdict(on: target, at: made), let today = overlay.verdict(on: target, at: now),
        then.state != today.state
      else { return nil }
      return (then.state, today.state)
    }
    movedOn = changing.filter { wants($0) != nil }
    isOutdated = !movedOn.isEmpty
    // Who is left alone from now on is left as the plan found it.
    movedOn += others.uniqued().filter { wants($0).map { $0.today != .leave } ?? false }
  }

  /// An instant as the file has it.
  static func instant(_ text: String) -> Instant? {
    try? Instant(text, as: .at, in: .utc, now: Instant(secondsSinceEpoch: 0))
  }

  /// A line for each thing that there is to know; `apply` is the command that carries the plan out, and `quote` is for
  /// what is from the file.
  func words(_ plan: PlanFile, now: Instant, apply: String, quote: (String) -> String) -> [String] {
    let age = made.map { PlanShowMessages.age(seconds: now - $0) } ?? []
    let policy = PlanShowMessages.policy(quote(plan.policy), isChanged: isPolicyChanged)
    let moved = movedOn.isEmpty ? [] : [PlanShowMessages.movedOn(movedOn.map { quote($0.text) })]
    let over = isPauseOver ? [PlanShowMessages.pauseOver] : []
    let lost = gone.isEmpty ? [] : [PlanShowMessages.gone(gone.map(quote))]
    let isRefused = isOutdated || isPauseOver || !gone.isEmpty
    let end =
      isRefused
      ? PlanShowMessages.refused(apply)
      : movedOn.isEmpty && isPolicyChanged != true
        ? PlanShowMessages.unknown(apply) : PlanShowMessages.doubtful(apply)
    return age + [policy] + moved + over + lost + [end]
  }
}

extension Policy {
  /// The targets for which a run may change something.
  fileprivate var managed: [Name] { targets.filter { $0.enforcement != .observe && !$0.isAction }.map(\.name) }
}
