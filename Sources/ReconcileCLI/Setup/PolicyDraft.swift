import JSONTree
import Policies
import Providers
import Reconciliation

/// The text of a first policy. Whatever comes from elsewhere stands in quotes, or escaped in a comment.
///
/// A line that begins with `#` and no single space behind it is a proposal: without the `#` it is part of a valid policy.
struct PolicyDraft {
  /// The zone that is written.
  var zone: String
  var systems: [System]
  /// The names of systems whose pin was trusted on first use.
  var pinned: Set<Name> = []
  /// What of the console is named; nil where there is none.
  var rules: RuleChoice?
  /// What is proposed of each Pi-hole, by its name.
  var piHoles: [(name: Name, choice: PiHoleChoice)] = []
  /// Where it is written.
  var place: SetupPlace

  /// The whole, ending in a line feed.
  var text: String {
    let proposals =
      (rules.map(DraftProposal.rules) ?? []) + piHoles.flatMap { DraftProposal.lists($0.choice, of: $0.name) }
    return
      (heading + ["timezone: \(zone)", "", "systems:"] + systems.flatMap(lines) + targets(proposals)
      + statements(proposals)).joined(separator: "\n") + "\n"
  }

  private var heading: [String] {
    [
      "# yaml-language-server: $schema=\(SetupPlace.schemaName)",
      "#",
      "# Written by 'reconcile init' from what was live. What it would do, without doing it:",
      "#   reconcile --dry-run \(place.path.escaped)",
    ]
  }

  // MARK: Systems

  private func lines(_ system: System) -> [String] {
    var lines = ["  \(system.name.text):", "    kind: \(system.kind.word)", "    url: \(quoted(system.url.text))"]
    switch system.kind {
    case .unifi(let apiKey, let site):
      lines.append("    api-key: \(apiKey.inYAML)")
      if let site { lines.append("    site: \(quoted(site))") }
    case .pihole(let password, _):
      lines.append(
        password.map { "    password: \($0.inYAML)" }
          ?? "    # It has no password: everybody in the network can switch it.")
    }
    if case .pins(let pins) = system.tls, let pin = pins.first {
      if pinned.contains(system.name) { lines.append("    # The key that was seen first; no other is accepted.") }
      lines.append("    tls: {pin: \(quoted(pin))}")
    }
    return lines
  }

  // MARK: Targets

  /// Whether there is a target that is no proposal.
  private var hasTargets: Bool { rules?.chosen.isEmpty == false || !piHoles.isEmpty }

  private func targets(_ proposals: [DraftProposal]) -> [String] {
    let own = group + (rules?.chosen ?? []).flatMap(lines) + piHoles.flatMap { blocking($0.name) }
    if own.isEmpty, proposals.isEmpty { return [] }
    return ["", hasTargets ? "targets:" : "#targets:"] + own + (proposals.isEmpty ? [] : DraftProposal.advice)
      + proposals.flatMap(\.target)
  }

  private func blocking(_ name: Name) -> [String] {
    [
      "  # The whole Pi-hole. Somebody's pause of up to two hours is left alone; {enforcement: strict} ends that, too.",
      "  \(name.text): {}",
    ]
  }

  /// Rules and policies are different things to a console and one thing to a family.
  private var group: [String] {
    guard let kinds = rules?.chosen, kinds.count > 1 else { return [] }
    return ["  downtime: {targets: [\(kinds.map { name(of: $0.kind) }.joined(separator: ", "))]}"]
  }

  private func lines(_ named: RuleChoice.Named) -> [String] {
    [
      "  # 'off' means no network: what blocks is enabled, what allows is disabled. Nothing else is ever touched.",
      "  \(name(of: named.kind)):", "    system: \(SetupRequest.console)", "    \(DraftProposal.key(of: named.kind)):",
    ]
      + named.references.map { "      " + $0.item }
  }

  private func name(of kind: ResourceKind) -> String {
    guard let kinds = rules?.chosen, kinds.count > 1 else { return "downtime" }
    return kind == .aclRule ? "downtime-rules" : "downtime-policies"
  }

  // MARK: Statements

  private func statements(_ proposals: [DraftProposal]) -> [String] {
    var lines: [String] = []
    if rules?.chosen.isEmpty == false {
      lines += [
        "  # The hours are a proposal. Where several sentences hold, the last one counts.",
        "  - downtime off 21:00–07:00",
      ]
    }
    for (name, _) in piHoles {
      lines += [
        "  # It blocks all the time. The sentence below that would pause it:", "  - \(name.text) active",
        "#  - pause \(name.text) sat 10:00–12:00",
      ]
    }
    let all = lines + proposals.map(\.statement)
    return all.isEmpty ? [] : ["", lines.isEmpty ? "#policy:" : "policy:"] + all
  }

  /// A YAML scalar in double quotes; JSON's escapes are YAML's.
  private func quoted(_ text: String) -> String { JSON.string(text).text }
}
