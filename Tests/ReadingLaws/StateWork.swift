import Approvals
import CivilTime
import Documents
import LibYAML
import Planning
import Policies
import Providers
import StateStore
import TestSupport
import UniFi

/// What a run and people make of what they read in a state, each number one more: a number that nothing has counted must
/// not stop the program.
struct StateWork {
  private let store: StateStore
  private let now: Instant

  init(_ store: StateStore, at now: Instant) { (self.store, self.now) = (store, now) }

  func work() throws(StateError) {
    try remember()
    for secret in try store.acceptedSecrets().values {
      let error = ProviderError(.refusedCredentials, "the password was refused")
      _ = AcceptedSecret.after(error, fingerprint: secret.fingerprint, before: secret)
    }
    for news in try store.untakenNews().values.flatMap(\.values) { _ = news.tries + 1 }
    try decide()
  }

  /// A run finds every object otherwise than the policy wants it, and cannot move it.
  private func remember() throws(StateError) {
    let memory = try store.memory()
    let verdict = Verdict(state: .off, decidedBy: .otherwise, since: nil, until: nil, nextActive: nil)
    let why = Message(code: "x", "the device did not move")
    for outcome in [Outcome.stuck(why), .failed(why), .unverified(why)] {
      for isUnreadable in [false, true] {
        let planner = Planner(
          policy: Self.policy, verdicts: [(Name("kids"), verdict)], now: now, past: Past(memory, policy: "p"))
        let objects = memory.objects.keys.filter { $0.kind == .aclRule }.sorted().map { key in
          var object = ObservedObject(
            kind: key.kind, id: key.id, name: "rule \(key.id)",
            switchState: SwitchState(isUnreadable ? .unknown : .disabled), whenOff: .enabled)
          object.isUnreadable = isUnreadable
          return object
        }
        let seen = Observation(system: Self.gateway, version: "1", title: "gateway", objects: objects)
        let plan = planner.plan([Self.gateway: .success(seen)])
        let outcomes = memory.objects.mapValues { _ in outcome }
        var after = memory
        _ = after.remember(Report(.apply, plan: plan, outcomes: outcomes), policy: "p") { _ in "policy-1" }
      }
    }
  }

  /// People ask, and try codes and PINs that are wrong.
  private func decide() throws(StateError) {
    let clock = ClockReading(wall: now, boot: BootMoment(boot: "b", seconds: 100))
    for pin in try store.pins().values { _ = pin.trying(at: clock) { _ in .wrong } }
    for request in try store.requests() {
      let limit = try store.tries(of: request.asker)
      _ = CodeDecision(.approve, about: request, needs: request.needs, at: clock, limit: limit) { _ in .wrong }
      for code in request.codes {
        _ = (code.isGood(at: clock), code.at.map { clock.isPast(code.secondsToWait, since: $0) })
        _ = (code.tries + 1, code.asked + 1)
      }
      guard case .edit(let edit) = request.deed else { continue }
      for times in edit.notes.compactMap(\.times) { _ = (times.isMuchMore(than: times), times.lengthText) }
    }
    let wish = Override(
      id: "", target: Name("kids"), state: .on, from: now, until: now + 60, because: nil, by: "somebody")
    let request = ApprovalRequest(
      id: "", asker: "somebody", deed: .make([wish]), because: nil, made: clock, expires: now + 60, policy: nil,
      needs: [ApprovalNeed(approvers: [Name("anna")], needsAll: false)])
    _ = try store.make(request) { _ in [] }
  }

  private static let gateway = Name("gateway")
  /// A policy of which every rule of the gateway is a part.
  private static let policy: Policy = {
    let text = """
      timezone: UTC
      systems:
        gateway: {kind: unifi, url: "https://10.0.0.1", api-key: {credential: unifi}}
      targets:
        kids: {system: gateway, acl-rules: ["rule *"]}
      policy:
        - kids off
      """
    let node = YAMLReader.read(Array(text.utf8), file: "policy.yaml").node
    guard let policy = node.flatMap({ ReadingLaws.decode($0).policy }) else { preconditionFailure("it has no errors") }
    return policy
  }()
}
