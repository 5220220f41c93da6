import JSONTree
import Policies

/// The schema of one entry of `targets`.
enum TargetSchema {
  static let schema = Schema().with("type", .string("object"))
    .with("properties", .object(properties))
    .with("patternProperties", .object([.init("^x-", Schema.anything.json)]))
    .with("additionalProperties", .bool(false))
    .with("allOf", PolicyKey.Selector.allCases.map(rule) + [ruleOfBlocking])
    .called("A target", "One selector says which live things the word means. A Pi-hole's own target has none.")

  /// Names, patterns and ids of live objects.
  static let objects = Schema.list(
    of: .text(SchemaPattern.object, "a name, 'id:' and a UUID, or a pattern with at least three other characters"))

  private static var properties: [JSON.Member] {
    PolicyKey.Selector.allCases.map { .init($0.rawValue, selector($0).json) }
      + PolicyKey.TargetOption.allCases.map { .init($0.rawValue, option($0).json) }
  }

  // MARK: - What belongs to what

  private static func rule(_ key: PolicyKey.Selector) -> Schema {
    let given = Schema().requiring([key])
    let only = allowing([key.rawValue] + key.companions.map(\.rawValue))
    let otherwise = choices(of: [.on, .off, .leave])
    switch key {
    case .aclRules, .firewallPolicies, .wifi, .domains: return Schema().when(given, then: only.with(otherwise))
    case .groups, .lists:
      let required = only.requiring([PolicyKey.TargetOption.whenOff])
      return Schema().when(given, then: required.with(otherwise))
    case .targets: return Schema().when(given, then: only)
    }
  }

  /// A map without a selector: a Pi-hole's own target.
  private static let ruleOfBlocking = Schema().when(
    Schema().with("not", Schema().with("anyOf", PolicyKey.Selector.allCases.map { Schema().requiring([$0]) })),
    then: allowing(PolicyKey.TargetOption.ofBlocking.map(\.rawValue)).with(choices(of: [.active, .paused, .leave])))

  private static func choices(of states: [TargetState]) -> Schema {
    let otherwise = JSON.Member(PolicyKey.TargetOption.otherwise.rawValue, Schema.choice(states).json)
    return Schema().with("properties", .object([otherwise]))
  }

  private static func allowing(_ keys: [String]) -> Schema {
    Schema().with(
      "propertyNames",
      Schema().with("pattern", .string("^(?:x-.*|\(keys.joined(separator: "|")))$"))
        .otherwise("a target has one selector, and only what suits it: \(keys.joined(separator: ", "))"))
  }

  // MARK: - Selectors

  private static func selector(_ key: PolicyKey.Selector) -> Schema {
    switch key {
    case .aclRules:
      Schema.reference(.objects).called(
        "ACL rules", "ACL rules of a UniFi console: names, patterns with * and ?, or id:UUID.",
        examples: [.strings(["Downtime-*"])])
    case .firewallPolicies:
      Schema.reference(.objects).called(
        "Firewall policies", "Zone firewall policies of a UniFi console: names, patterns, or id:UUID.",
        examples: [.strings(["Guest internet"])])
    case .wifi:
      Schema.reference(.objects).called(
        "WiFi", "WiFi networks (SSIDs) of a UniFi console: names, patterns, or id:UUID.", examples: [.strings(["Kids"])]
      )
    case .groups:
      Schema.reference(.objects)
        .with("items", Schema().with("not", Schema().with("pattern", .string(SchemaPattern.defaultGroup))))
        .called(
          "Groups", "Groups of a Pi-hole, but not 'Default'. 'when-off' says what off means for them.",
          examples: [.strings(["no-youtube"])])
    case .lists:
      Schema.reference(.objects).called(
        "Lists", "Subscribed lists of a Pi-hole. 'when-off' says what off means for them.",
        examples: [.strings(["https://example.com/list.txt"])])
    case .domains:
      Schema.map(PolicyKey.Domains.self, domains).requiringOne(of: [PolicyKey.Domains.deny, .allow])
        .called("Domains", "Deny or allow entries of a Pi-hole that this file owns. Off: they cannot be reached.")
    case .targets:
      Schema.list(of: .reference(.targetName)).called(
        "Targets", "Other targets, so that one word can mean several.", examples: [.strings(["kids", "guests"])])
    }
  }

  private static func domains(_ key: PolicyKey.Domains) -> Schema {
    switch key {
    case .deny:
      domainList.called("Deny", "Domains, or 'regex:' and an expression.", examples: [.strings(["youtube.com"])])
    case .allow:
      domainList.called("Allow", "Domains, or 'regex:' and an expression.", examples: [.strings(["bbc.co.uk"])])
    case .groups:
      Schema.list(of: .text).called(
        "Groups", "The Pi-hole groups that the entries are for; 'Default' unless given.", examples: [.strings(["kids"])]
      )
    }
  }

  private static let domainList = Schema.list(
    of: .text(SchemaPattern.domain, "a domain alone, such as youtube.com, or 'regex:' and an expression"))

  // MARK: - Options

  private static func option(_ key: PolicyKey.TargetOption) -> Schema {
    switch key {
    case .system:
      Schema.reference(.systemName).called("System", "Whose objects are meant. Left out where only one system fits.")
    case .otherwise:
      Schema.anything.called(
        "Otherwise",
        "The state while no statement holds: on (for a Pi-hole active) unless given, or leave if no statement names the "
          + "target; leave writes nothing."
      )
    case .enforcement:
      Schema.choice(Enforcement.allCases).called(
        "Enforcement",
        "What happens to a difference. normal: put right, but a person's pause is left alone; strict: that one too; "
          + "yield: a change by hand stands until the schedule changes; observe: only reported.")
    case .not:
      Schema.reference(.objects).called(
        "Not", "Names or patterns taken out of the selector.", examples: [.strings(["Downtime-TV"])])
    case .whenOff:
      Schema.choice(SwitchPosition.allCases).called(
        "When off", "What the objects are while the target is off.")
    case .prune:
      Schema.flag.called("Prune", "Removes entries that this file owned and names no more.")
    }
  }
}
