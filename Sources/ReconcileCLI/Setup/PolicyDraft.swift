import JSONTree
import Policies
import Reconciliation

/// The text of a first policy. Whatever comes from elsewhere stands in quotes, or escaped in a comment.
struct PolicyDraft {
  /// The zone that is written.
  var zone: String
  var systems: [System]
  /// The names of systems whose pin was trusted on first use.
  var pinned: Set<Name> = []
  /// What of the console is named; nil before it was looked at.
  var rules: RuleChoice?
  /// Whether the blocking of the Pi-hole becomes a target.
  var hasBlocking = false
  /// The file that it becomes.
  var path: String

  /// The whole, ending in a line feed.
  var text: String {
    (heading + ["timezone: \(zone)", "", "systems:"] + systems.flatMap(lines)
      + targets + statements).joined(separator: "\n") + "\n"
  }

  private var heading: [String] {
    [
      "# yaml-language-server: $schema=policy.schema.json",
      "#",
      "# Written by 'reconcile init' from what was live. The schema for editors: reconcile schema > policy.schema.json",
      "# What it would do, without doing it: reconcile --dry-run \(path.escaped)",
    ]
  }

  // MARK: Systems

  private func lines(_ system: System) -> [String] {
    var lines = ["  \(system.name.text):", "    kind: \(system.kind.word)", "    url: \(quoted(address(system.url)))"]
    switch system.kind {
    case .unifi(let apiKey, let site):
      lines.append("    api-key: \(apiKey.inYAML)")
      if let site { lines.append("    site: \(quoted(site))") }
    case .pihole(let password, _):
      if let password { lines.append("    password: \(password.inYAML)") }
    }
    if case .pins(let pins) = system.tls, let pin = pins.first {
      if pinned.contains(system.name) { lines.append("    # The key that was seen first; no other is accepted.") }
      lines.append("    tls: {pin: \(quoted(pin))}")
    }
    return lines
  }

  private func address(_ url: BaseURL) -> String { url.origin + url.path }

  // MARK: Targets

  private var targets: [String] {
    guard let rules else { return [] }
    if rules.chosen.isEmpty { return [""] + proposal(rules.others) }
    return ["", "targets:"] + group + rules.chosen.flatMap(lines) + further(rules.others)
  }

  /// A target in a comment, of what there is; where nothing is, of made-up names.
  private func proposal(_ others: [RuleChoice.Named]) -> [String] {
    guard !others.isEmpty else {
      return [
        "# No rule was found that blocks. Make one in UniFi Network; a target is written like this:", "# targets:",
        "#   kids:", "#     acl-rules: [\"Kids-*\"]",
      ]
    }
    return [
      "# No rule has a name that begins with 'downtime'. These block; a target names those of one kind. Keep what is",
      "# meant, and take the marks away:", "# targets:",
    ] + others.flatMap { named in ["#   \(key(of: named.kind))-of-mine:"] + shown(named, indent: "#     ") }
  }

  private func further(_ others: [RuleChoice.Named]) -> [String] {
    guard !others.isEmpty else { return [] }
    return ["  # What else blocks. A target names those of one kind:"] + others.flatMap { shown($0, indent: "  #   ") }
  }

  private func shown(_ named: RuleChoice.Named, indent: String) -> [String] {
    let most = 20
    let count = named.references.count
    let more = count > most ? [indent + "  # and \(count - most) more"] : []
    return [indent + key(of: named.kind) + ":"]
      + named.references.prefix(most).map { indent + "  " + item($0) } + more
  }

  private func item(_ reference: RuleChoice.Reference) -> String {
    "- \(quoted(reference.text))" + (reference.name.map { " # \($0.escaped)" } ?? "")
  }

  /// Rules and policies are different things to a console and one thing to a family.
  private var group: [String] {
    guard let kinds = rules?.chosen, kinds.count > 1 else { return [] }
    return ["  downtime: {targets: [\(kinds.map { name(of: $0.kind) }.joined(separator: ", "))]}"]
  }

  private func lines(_ named: RuleChoice.Named) -> [String] {
    [
      "  # 'off' means no network: what blocks is enabled, what allows is disabled. Nothing else is ever touched.",
      "  \(name(of: named.kind)):", "    system: \(SetupRequest.console)", "    \(key(of: named.kind)):",
    ]
      + named.references.map { "      " + item($0) }
  }

  private func name(of kind: ResourceKind) -> String {
    guard let kinds = rules?.chosen, kinds.count > 1 else { return "downtime" }
    return kind == .aclRule ? "downtime-rules" : "downtime-policies"
  }

  private func key(of kind: ResourceKind) -> String {
    kind == .aclRule ? "acl-rules" : "firewall-policies"
  }

  // MARK: Statements

  private var statements: [String] {
    var lines: [String] = []
    if rules?.chosen.isEmpty == false {
      lines += [
        "  # The hours are a proposal. Where several sentences hold, the last one counts.",
        "  - downtime off 21:00–07:00",
      ]
    }
    if hasBlocking {
      lines += [
        "  # The Pi-hole blocks all the time; somebody's pause of up to two hours is left alone. To pause it by the clock:",
        "  #   - pause \(SetupRequest.piHole) sat 10:00–12:00", "  - \(SetupRequest.piHole) active",
      ]
    }
    return lines.isEmpty ? [] : ["", "policy:"] + lines
  }

  /// A YAML scalar in double quotes; JSON's escapes are YAML's.
  private func quoted(_ text: String) -> String { JSON.string(text).text }
}
