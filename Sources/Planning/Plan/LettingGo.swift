package import CivilTime
package import Documents
package import Policies
package import Providers

extension Message {
  /// The code of what is said of a target that is off on a system that lets everything go.
  package static let letGoCode = "target.let-go"
}

extension Target {
  /// What the one switch of its system comes to for it, where it is that; nil where nobody knows.
  package func reads(_ live: SwitchState) -> TargetState? {
    states.flatMap { TargetState(live, whenOff: nil, of: $0) }
  }
}

/// What is off on a system that lets everything go.
package struct LetGo: Hashable, Sendable {
  /// The one switch of that system.
  package let carrier: Name
  /// The word for what that is meanwhile, such as `paused`.
  package let state: TargetState
  /// Until when it lets go; nil where that has no known end.
  package let until: Instant?
}

extension Policy {
  /// What `verdicts` of `now` say is off on systems that they let go, or that runs last saw to do so, by target.
  package func letGo(_ verdicts: [Name: Verdict], _ memory: RecordedState?, at now: Instant) -> [Name: LetGo] {
    let carriers = self.carriers
    if carriers.isEmpty { return [:] }
    let letting = carriers.compactMapValues { carrier in
      Self.end(of: carrier, verdicts[carrier.name], memory, now).map { end in
        (carrier, LetGo(carrier: carrier.name, state: (carrier.states ?? .onOff).freer, until: end))
      }
    }
    var found: [Name: LetGo] = [:]
    for target in targets {
      guard let (carrier, letGo) = target.selector.system.flatMap({ letting[$0] }), target.isCarried(by: carrier),
        verdicts[target.name]?.state == target.states?.off
      else { continue }
      found[target.name] = letGo
    }
    return found
  }

  /// Until when `carrier` lets its system go, which is nil in what is returned where that has no known end; nil where it does
  /// not.
  private static func end(
    of carrier: Target, _ verdict: Verdict?, _ memory: RecordedState?, _ now: Instant
  ) -> Instant?? {
    // What is only observed is as somebody has left it, whatever is wanted.
    let isObserved = carrier.enforcement == .observe
    if !isObserved, let verdict, verdict.state == carrier.states?.freer { return .some(verdict.until) }
    let seen = memory?.objects.values.first { $0.target == carrier.name }
    guard let seen, carrier.reads(seen.switchState) == carrier.states?.freer else { return nil }
    guard let end = seen.switchState.ends else { return .some(nil) }
    return end > now ? .some(end) : nil
  }
}

/// That a system lets everything on it go for a while, so that what is off there holds nothing back.
struct LettingGo {
  private let carrier: Target
  /// Whether it lets everything go already, and not only once the plan is carried out.
  private let isSoNow: Bool
  private let carried: [Name: Target]

  /// For the `carrier` of a system that has these `targets`; nil where it lets nothing go once `plan` is carried out, by what was
  /// `seen` of the system.
  init?(_ carrier: Target?, _ targets: [Target], _ plan: Plan, _ seen: Observation) {
    guard let carrier, let freer = carrier.states?.freer else { return nil }
    let own = plan.entries.first { $0.target == carrier.name }
    let live = seen.objects.first { $0.kind == carrier.selector.object }?.switchState
    guard let end = own?.action == .change ? own?.to : live, carrier.reads(end) == freer else { return nil }
    self.carrier = carrier
    isSoNow = live.flatMap(carrier.reads) == freer
    carried = Dictionary(targets.filter { $0.isCarried(by: carrier) }.map { ($0.name, $0) }) { first, _ in first }
  }

  /// Says it of what is off on that system, of which `plan` is.
  func note(in plan: inout Plan) {
    let message = Messages.letGo(by: carrier, isSoNow: isSoNow)
    for place in plan.entries.indices where isOff(plan.entries[place]) { plan.entries[place].notes.append(message) }
  }

  private func isOff(_ entry: PlanEntry) -> Bool {
    guard [.none, .change].contains(entry.action), entry.to?.position != .absent else { return false }
    return entry.verdict.state == carried[entry.target]?.states?.off
  }
}
