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
        proposal(
          .group, "groups", "Groups of '\(found.system)'", effect: "for the devices in them", found),
        proposal(
          .list, "lists", "Lists of '\(found.system)'", effect: "for the devices that use them", found),
      ].compactMap(\.self))
  }

  /// Those objects of `kind` that somebody made and that block, in the order of their names; nil if there is none.
  private static func proposal(
    _ kind: ObjectKind, _ key: String, _ title: String, effect: String, _ found: Found
  ) -> DraftProposal? {
    let usable = found.objects.filter {
      $0.kind == kind && $0.isUserDefined && $0.switchBlocker == nil && $0.isSelectableByPattern
    }
    let names = usable.filter { $0.isNamedPlainly(among: found.objects) }.map(\.name).sorted()
    if names.isEmpty { return nil }
    return DraftProposal(
      "\(title). While the target is off they are enabled, and block \(effect):", target: "\(found.system)-\(key)",
      system: found.system, key: key, items: names.map(DraftName.item), more: usable.count - names.count,
      rest: ["when-off: enabled"], statement: "\(found.system)-\(key) off 21:00–07:00")
  }
}
