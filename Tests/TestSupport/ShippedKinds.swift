import BuilderOS
import EasyControl
import HomeAssistant
import PiHole
public import Policies
import UniFi

extension SystemKinds {
  /// The kinds of system that the program knows.
  public static let shipped = SystemKinds([.unifi, .pihole, .homeAssistant, .easyControl, .builderOS])
}

/// What targets select, as tests write it.
extension Selector {
  /// ACL rules of a console.
  public static func aclRules(system: Name, _ names: ObjectNames) -> Selector {
    objects(.unifi, "acl-rules", system, names)
  }

  /// Firewall policies of a console.
  public static func firewallPolicies(system: Name, _ names: ObjectNames) -> Selector {
    objects(.unifi, "firewall-policies", system, names)
  }

  /// SSIDs of a console.
  public static func wifi(system: Name, _ names: ObjectNames) -> Selector { objects(.unifi, "wifi", system, names) }

  /// Groups of a Pi-hole.
  public static func groups(system: Name, _ names: ObjectNames, whenOff: SwitchPosition) -> Selector {
    objects(.pihole, "groups", system, names, whenOff)
  }

  /// Subscribed lists of a Pi-hole.
  public static func lists(system: Name, _ names: ObjectNames, whenOff: SwitchPosition) -> Selector {
    objects(.pihole, "lists", system, names, whenOff)
  }

  /// Entries of a Pi-hole.
  public static func domains(system: Name, _ entries: DomainEntries) -> Selector {
    .entries(system: system, known(.pihole, "domains"), entries)
  }

  /// The blocking of a Pi-hole.
  public static func blocking(system: Name) -> Selector {
    guard let own = SystemKind.pihole.ownTarget else { preconditionFailure("a Pi-hole is a target") }
    return .whole(system: system, own)
  }

  private static func objects(
    _ kind: SystemKind, _ key: String, _ system: Name, _ names: ObjectNames, _ whenOff: SwitchPosition? = nil
  ) -> Selector {
    .objects(system: system, known(kind, key), names, whenOff: whenOff)
  }

  private static func known(_ kind: SystemKind, _ key: String) -> SelectorKind {
    guard let selector = kind.selectors(key).first else { preconditionFailure("no selector '\(key)'") }
    return selector
  }
}
