import CivilTime

/// What a file says about a thing, key by key, as it can be compared and shown. Never a secret: only where one is found.
struct Definition {
  private(set) var properties: [(key: String, value: Value)] = []

  /// What stands behind a key. A list is compared as one: no name can pass for two.
  enum Value: Hashable {
    case word(String)
    case names([String])

    /// As a person would write it, names in single quotes.
    var text: String {
      switch self {
      case .word(let word): word
      case .names(let names): names.map { "'\($0)'" }.joined(separator: ", ")
      }
    }
  }

  /// The value of `key`; nil where the thing has none.
  subscript(key: String) -> Value? { properties.first { $0.key == key }?.value }

  /// All of it in one line: `system: gateway, acl-rules: 'Downtime-*', enforcement: strict`.
  var text: String { properties.map { "\($0.key): \($0.value.text)" }.joined(separator: ", ") }

  private mutating func add(_ key: String, _ word: String?) {
    if let word { properties.append((key, .word(word))) }
  }

  private mutating func add(_ key: String, _ names: [String]) {
    if !names.isEmpty { properties.append((key, .names(names))) }
  }
}

extension Definition {
  init(_ policy: Policy) {
    add("timezone", policy.zone.name)
    add("owner", policy.owner)
    add("max-changes", policy.maxChanges.map(String.init))
  }

  init(_ system: System) {
    switch system.kind {
    case .unifi(let apiKey, let site):
      add("kind", "unifi")
      add("url", system.url.origin + system.url.path)
      add("site", site)
      add("api-key", Self.text(apiKey))
    case .pihole(let password, let pauseLimitSeconds):
      add("kind", "pihole")
      add("url", system.url.origin + system.url.path)
      add("password", password.map(Self.text))
      add("pause-limit", DurationText.text(seconds: Int64(pauseLimitSeconds)))
    }
    add(system.tls)
    add("timeout", DurationText.text(seconds: Int64(system.timeoutSeconds)))
    if system.plaintext { add("plaintext", "true") }
  }

  private static func text(_ secret: SecretReference) -> String {
    switch secret {
    case .credential(let name): "credential \(name)"
    case .file(let path): "file \(path)"
    case .environment(let name): "env \(name)"
    }
  }

  private mutating func add(_ trust: System.TLSTrust) {
    switch trust {
    case .system: add("tls", "the machine's trust store")
    case .pins(let pins): add("tls pin", pins)
    case .authorities(let path): add("tls ca", path)
    case .insecure: add("tls", "insecure")
    }
  }
}

extension Definition {
  init(_ target: Target) {
    add("system", target.selector.system?.text)
    switch target.selector {
    case .aclRules(_, let names): add("acl-rules", names)
    case .firewallPolicies(_, let names): add("firewall-policies", names)
    case .wifi(_, let names): add("wifi", names)
    case .blocking: add("selects", "its blocking")
    case .groups(_, let names, let whenOff): add("groups", names, whenOff)
    case .lists(_, let names, let whenOff): add("lists", names, whenOff)
    case .domains(_, let entries): add(entries)
    case .targets(let members): add("targets", members.map(\.text))
    case .unspecified: break
    }
    add("otherwise", target.otherwise?.rawValue)
    add("enforcement", target.enforcement?.rawValue)
  }

  private mutating func add(_ key: String, _ names: ObjectNames, _ whenOff: SwitchPosition? = nil) {
    add(key, names.included.map(Self.text))
    add("not", names.excluded.map(Self.text))
    add("when-off", whenOff?.rawValue)
  }

  private mutating func add(_ entries: DomainEntries) {
    add("domains \(entries.list.rawValue)", entries.exact + entries.regex.map { "regex:" + $0 })
    add("groups", entries.groups)
    if entries.prune { add("prune", "true") }
  }

  private static func text(_ name: ObjectName) -> String {
    switch name {
    case .name(let text), .pattern(let text): text
    case .id(let id): "id:" + id
    }
  }
}
