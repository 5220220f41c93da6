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

/// That a system lets everything on it go for a while, so that what is off there holds nothing back.
struct LettingGo {
  private let carrier: Target
  private let carried: [Name: Target]

  /// For the `carrier` of a system that has these `targets`; nil where it lets nothing go once `plan` is carried out, by what was
  /// `seen` of the system.
  init?(_ carrier: Target?, _ targets: [Target], _ plan: Plan, _ seen: Observation) {
    guard let carrier, let freer = carrier.states?.freer else { return nil }
    let own = plan.entries.first { $0.target == carrier.name }
    let live = seen.objects.first { $0.kind == carrier.selector.object }?.switchState
    guard let end = own?.action == .change ? own?.to : live, carrier.reads(end) == freer else { return nil }
    self.carrier = carrier
    carried = Dictionary(targets.filter { $0.isCarried(by: carrier) }.map { ($0.name, $0) }) { first, _ in first }
  }

  /// Says it of what is off on that system, of which `plan` is.
  func note(in plan: inout Plan) {
    let message = Messages.letGo(by: carrier)
    for place in plan.entries.indices where isOff(plan.entries[place]) { plan.entries[place].notes.append(message) }
  }

  private func isOff(_ entry: PlanEntry) -> Bool {
    guard [.none, .change].contains(entry.action), entry.to?.position != .absent else { return false }
    return entry.verdict.state == carried[entry.target]?.states?.off
  }
}
