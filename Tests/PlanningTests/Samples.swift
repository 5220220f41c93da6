import CivilTime
import Documents
import PiHole
import Policies
import Providers
import Planning
import TestSupport
import UniFi

/// Short ways to write what the tests need; those for other kinds than rules are in `KindSamples`.
enum Sample {
  static let now = Instant(secondsSinceEpoch: 1_795_204_804)

  static func rule(
    _ name: String, _ position: SwitchState.Position = .disabled, id: String? = nil, blocks: Bool = true,
    userDefined: Bool = true, refusal: Message? = nil, switchBlocker: Message? = nil
  ) -> ObservedObject {
    ObservedObject(
      kind: .aclRule, id: id ?? "id-" + name, name: name, switchState: SwitchState(position),
      whenOff: blocks ? .enabled : .disabled, isSelectableByPattern: blocks, isUserDefined: userDefined,
      enableBlocker: refusal, switchBlocker: switchBlocker)
  }

  static func blocking(_ position: SwitchState.Position, endsIn seconds: Int64? = nil) -> ObservedObject {
    ObservedObject(
      kind: .blocking, id: nil, name: "blocking", switchState: SwitchState(position, ends: seconds.map { now + $0 }),
      whenOff: nil)
  }

  static func span(_ line: Int) -> SourceSpan {
    let place = SourcePosition(line: line, column: 3)
    return SourceSpan(file: "household.yaml", start: place, end: place)
  }

  static func target(
    _ name: String, _ selector: Selector, enforcement: Enforcement? = .normal, line: Int = 10
  ) -> Target {
    Target(name: Name(name), selector: selector, otherwise: .on, enforcement: enforcement, span: span(line))
  }

  static func acl(_ name: String, _ names: [ObjectName], not: [ObjectName] = [], enforcement: Enforcement = .normal)
    -> Target
  {
    target(
      name, .aclRules(system: Name("gateway"), ObjectNames(included: names, excluded: not)), enforcement: enforcement)
  }

  static func verdict(_ state: TargetState, until: Int64? = nil, nextActive: Int64? = nil) -> Verdict {
    Verdict(
      state: state, decidedBy: .otherwise, since: nil, until: until.map { now + $0 },
      nextActive: nextActive.map { now + $0 })
  }

  static func policy(_ targets: [Target]) throws -> Policy {
    let url = BaseURL(scheme: .http, host: "127.0.0.1", port: 80, path: "")
    func system(_ name: String, _ kind: SystemKind) -> System {
      System(
        name: Name(name), kind: kind, url: url, tls: .system, timeoutSeconds: 10, plaintext: false,
        secret: kind == .unifi ? .environment(name: "KEY") : nil,
        settings: kind == .pihole ? ["pause-limit": .seconds(7200)] : [:], span: span(1))
    }
    return Policy(
      path: "household.yaml", kinds: .shipped, zone: .utc, owner: "home", maxChanges: nil,
      systems: [
        system("gateway", .unifi),
        system("pihole", .pihole),
        system("attic", .pihole),
      ], targets: targets, schedules: [], statements: [], tests: [])
  }

  /// The plan for `targets` with these verdicts, with `rules` live on the gateway and `blocking` on the Pi-hole.
  static func plan(
    _ targets: [(Target, Verdict)], rules: [ObservedObject] = [], blocking: ObservedObject? = nil,
    only: Set<Name>? = nil
  ) throws -> Plan {
    try plan(targets, live: ["gateway": rules, "pihole": blocking.map { [$0] } ?? []], only: only)
  }

  /// The plan for `targets` with these verdicts and these live objects, by system.
  static func plan(
    _ targets: [(Target, Verdict)], live: [String: [ObservedObject]], unavailableKinds: [ObjectKind: Message] = [:],
    only: Set<Name>? = nil, past: Past? = nil
  ) throws -> Plan {
    let planner = Planner(
      policy: try policy(targets.map(\.0)), verdicts: targets.map { ($0.0.name, $0.1) }, now: now, only: only,
      past: past)
    let readings = live.map { system, objects in
      let seen = Observation(
        system: Name(system), version: "1", title: system, objects: objects, unavailableKinds: unavailableKinds)
      return (Name(system), Result<Observation, ProviderError>.success(seen))
    }
    return planner.plan(Dictionary(uniqueKeysWithValues: readings))
  }
}

extension Plan {
  /// `kids Downtime-A disabled→enabled change`, one a line; the form that tables of cases are written in.
  var outline: [String] {
    entries.map { line in
      let step = [line.from, line.to].map { $0.map { $0.position.rawValue } ?? "-" }.joined(separator: "→")
      return "\(line.target) \(line.name) \(step) \(line.action.rawValue)"
    }
  }

  /// The codes of the problems, in order.
  var problemCodes: [String] { problems.map { "\($0.target.map(\.text) ?? "-") \($0.message.code)" } }
}
