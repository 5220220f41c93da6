import Policies
import Providers

extension Setup {
  /// What `init` proposes of a Pi-hole: its blocking as a target, and groups and lists that block as comments.
  static let pihole = Setup(
    name: "pihole", scheme: .http, exampleHost: "192.168.1.2", mayRepeat: true, secret: ("password", "password"),
    credential: { $0 + "-password" },
    openComment: "It has no password: anybody on the network can switch it.", objects: [.blocking, .group, .list]
  ) { found in
    Draft(
      targets: [
        "  # The whole Pi-hole. A pause by hand of up to two hours is left alone; {enforcement: strict} ends it.",
        "  \(found.system): {}",
      ],
      statements: [
        "  # It blocks all the time. The sentence below would pause it:", "  - \(found.system) active",
        "#  - pause \(found.system) sat 10:00–12:00",
      ],
      proposals: [
        (ObjectKind.group, "groups", "Groups", "for the devices in them"),
        (ObjectKind.list, "lists", "Lists", "for the devices that use them"),
      ].flatMap { kind, key, title, effect in
        [true, false].compactMap { proposal(kind, key, title, effect: effect, areEnabled: $0, found) }
      })
  }

  /// Those objects of `kind` that somebody made and that are enabled or not, in the order of their names; nil if there is
  /// none. What is enabled blocks all the time, and a night's hours would disable it by day.
  private static func proposal(
    _ kind: ObjectKind, _ key: String, _ title: String, effect: String, areEnabled: Bool, _ found: Found
  ) -> DraftProposal? {
    let usable = found.objects.filter {
      $0.kind == kind && $0.isUserDefined && $0.switchBlocker == nil && $0.isSelectableByPattern
        && ($0.switchState.position == .enabled) == areEnabled
    }
    let counts = ObjectNameCounts(found.objects)
    let names = usable.filter { $0.isNamedPlainly(among: counts) }.map(\.name).sorted()
    if names.isEmpty { return nil }
    let name = areEnabled ? "\(found.system)-\(key)" : "\(found.system)-night-\(key)"
    return DraftProposal(
      areEnabled
        ? "\(title) of '\(found.system)' that are enabled. While the target is off they are disabled, and block nothing."
        : "\(title) of '\(found.system)' that are disabled. While the target is off they are enabled, and block \(effect).",
      outside: "Outside the hours of the sentence they are \(areEnabled ? "enabled" : "disabled")", target: name,
      system: found.system, key: key, items: names.map(DraftName.item), more: usable.count - names.count,
      rest: [areEnabled ? "when-off: disabled" : "when-off: enabled"],
      statement: areEnabled ? "\(name) off sat 10:00–12:00" : "\(name) off 21:00–07:00")
  }
}
