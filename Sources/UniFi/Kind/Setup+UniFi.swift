import Policies
import Providers
import Text

extension Setup {
  /// What `init` proposes of a UniFi console: rules that block and whose names say that they are for downtime.
  static let unifi = Setup(
    name: "gateway", scheme: .https, exampleHost: "192.168.1.1", mayRepeat: false, secret: ("API key", "key"),
    credential: { _ in "unifi-api-key" }, summaries: ["site": "the console's site, if it has more than one"],
    objects: [.aclRule, .firewallPolicy]
  ) { found in
    RuleDraft(found).draft
  }
}

/// What a first policy says of a console's rules.
private struct RuleDraft {
  /// Those of one kind, in the order of reports.
  private struct Named {
    var kind: ObjectKind
    var names: [DraftName]

    var key: String { kind == .aclRule ? "acl-rules" : "firewall-policies" }
    var title: String { kind == .aclRule ? "ACL rules" : "firewall policies" }
  }

  private let system: Name
  /// What is named, by kind.
  private let chosen: [Named]
  /// What else would block while a target is off, by kind: somebody may want to name it. Some of it blocks now, all the
  /// time.
  private let standing: [Named], others: [Named]

  /// Whether devices can be named instead, so that no rule has to be made.
  private let hasDevices: Bool

  /// Of what was found those that block and whose names begin with `downtime`, and those that fit one of `includes`.
  init(_ found: Setup.Found) {
    system = found.system
    hasDevices = found.hasDevices
    let patterns = found.includes.map { NamePattern($0) }
    let usable = found.objects.filter {
      $0.isUserDefined && $0.switchBlocker == nil && $0.id != nil && $0.madeByFile == nil
    }
    let isWanted = { (object: ObservedObject) in
      let name = FoldedName(object.name)
      return object.isDowntime || patterns.contains { $0.fits(name) }
    }
    let names = ObjectNameCounts(found.objects)
    chosen = Self.named(usable.filter(isWanted), among: names)
    let more = usable.filter { $0.whenOff == .enabled && $0.enableBlocker == nil && !isWanted($0) }
    standing = Self.named(more.filter { $0.switchState.position == .enabled }, among: names)
    others = Self.named(more.filter { $0.switchState.position != .enabled }, among: names)
  }

  /// `some` of `objects` by kind, in the order of their names.
  private static func named(_ some: [ObservedObject], among objects: ObjectNameCounts) -> [Named] {
    [ObjectKind.aclRule, .firewallPolicy].compactMap { kind in
      let names = some.filter { $0.kind == kind }.sorted { ($0.name, $0.id ?? "") < ($1.name, $1.id ?? "") }
        .map { DraftName($0, among: objects) }
      return names.isEmpty ? nil : Named(kind: kind, names: names)
    }
  }

  var draft: Draft {
    let hours = [
      "  # The hours are a proposal; outside them 'downtime' is on. Where several sentences hold, the last one counts.",
      "  - downtime off 21:00–07:00",
    ]
    return Draft(
      targets: group + chosen.flatMap(lines), statements: chosen.isEmpty ? [] : hours, proposals: proposals)
  }

  // MARK: - Targets

  /// Rules and policies are different things to a console and one thing to a family.
  private var group: [String] {
    guard chosen.count > 1 else { return [] }
    return ["  downtime: {targets: [\(chosen.map(name).joined(separator: ", "))]}"]
  }

  private func lines(_ named: Named) -> [String] {
    [
      "  # 'off' means no network: what blocks is enabled, what allows is disabled. Nothing else is ever touched.",
      "  \(name(of: named)):", "    system: \(system)", "    \(named.key):",
    ] + named.names.map { "      " + $0.item }
  }

  private func name(of named: Named) -> String {
    guard chosen.count > 1 else { return "downtime" }
    return named.kind == .aclRule ? "downtime-rules" : "downtime-policies"
  }

  // MARK: - Proposals

  /// What else blocks; where nothing does at all, a made-up name.
  private var proposals: [DraftProposal] {
    if chosen.isEmpty, others.isEmpty, standing.isEmpty {
      return hasDevices
        ? []
        : [
          DraftProposal(
            "No rule that blocks was found. Make one in UniFi Network, and name it here.",
            outside: "Outside the hours of the sentence it is disabled", target: "kids",
            system: system, key: "acl-rules", items: [DraftName.item("Kids-*")], statement: "kids off 21:00–07:00")
        ]
    }
    return others.map { named in
      proposal(
        of: named, called: "more", "Other \(named.title) that block, and are disabled now.",
        outside: "Outside the hours of the sentence they are disabled", "off 21:00–07:00")
    }
      + standing.map { named in
        proposal(
          of: named, called: "standing", "Other \(named.title) that block now. The sentence keeps that, all the time.",
          outside: "With hours in it, they are disabled outside these, and no longer block", "off")
      }
  }

  private func proposal(
    of named: Named, called word: String, _ title: String, outside: String, _ state: String
  ) -> DraftProposal {
    let target = "\(word)-\(named.kind == .aclRule ? "rules" : "policies")"
    return DraftProposal(
      title, outside: outside, target: target, system: system, key: named.key, items: named.names.map(\.item),
      statement: "\(target) \(state)")
  }
}

extension ObservedObject {
  /// Whether its name says what it is for, and enabling it does no harm.
  fileprivate var isDowntime: Bool {
    whenOff == .enabled && enableBlocker == nil && NamePattern("downtime*").fits(FoldedName(name))
  }
}
