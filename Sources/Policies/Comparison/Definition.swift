import CivilTime

/// What a file says about a thing, key by key, as it can be compared and shown. Never a secret: only where one is found.
struct Definition {
  private(set) var properties: [(key: String, value: Value)] = []

  /// What comes after a key. A list is compared as one: no name can pass for two.
  enum Value: Hashable {
    case word(String)
    case names([String])

    /// As a user would write it, names in single quotes.
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
    add("people", policy.people.map(\.name.text).sorted())
    for person in policy.people.sorted(by: { $0.name < $1.name }) {
      add("\(person.name) manages", person.manages.map(\.text).sorted())
      add("\(person.name) asks", person.asks.map(\.text).sorted())
    }
  }

  init(_ system: System) {
    add("kind", system.kind.name)
    add("url", system.url.origin + system.url.path)
    for setting in system.kind.settings {
      if setting.isSecret { add(setting.key, system.secret.map(Self.text)) }
      if let text = system.text(setting.key) { add(setting.key, text) }
      add(setting.key, system.texts(setting.key))
      if system.flag(setting.key) { add(setting.key, "true") }
      if let seconds = system.seconds(setting.key) { add(setting.key, DurationText.text(seconds: Int64(seconds))) }
    }
    add(system.tls)
    add("timeout", DurationText.text(seconds: Int64(system.timeoutSeconds)))
    if system.plaintext { add("plaintext", "true") }
  }

  fileprivate static func text(_ secret: SecretReference) -> String {
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
    case .objects(_, let kind, let names, let whenOff): add(kind.key, names, whenOff)
    case .entries(_, let kind, let entries): add(kind.key, entries)
    case .devices(_, let kind, let devices): add(kind.key, devices)
    case .whole(_, let kind): add("selects", "its \(kind.one)")
    case .action(_, let kind, let action): add(kind.key, action.name)
    case .targets(let members): add("targets", members.map(\.text))
    case .unspecified: break
    }
    add("otherwise", target.otherwise?.rawValue)
    add("enforcement", target.enforcement?.rawValue)
    for key in PolicyKey.TargetOption.permissions where target.permissions.contains(key) { add(key.rawValue, "true") }
    add("code", target.code.map(Self.text))
    if let guarding = target.guarding { add(guarding) }
  }

  /// In whichever order approvers are named, they are the same.
  private mutating func add(_ guarding: Guard) {
    add("guard approve", guarding.approvers.map(\.text).sorted())
    if guarding.needsAll { add("guard all", "true") }
    if guarding.holdsEdits { add("guard edits", "true") }
  }

  private mutating func add(_ key: String, _ names: ObjectNames, _ whenOff: SwitchPosition?) {
    add(key, names.included.map(Self.text))
    add("not", names.excluded.map(Self.text))
    add("when-off", whenOff?.rawValue)
  }

  private mutating func add(_ key: String, _ entries: DomainEntries) {
    add("\(key) \(entries.list.rawValue)", entries.exact + entries.regex.map { "regex:" + $0 })
    add("groups", entries.groups)
    if entries.prune { add("prune", "true") }
  }

  private mutating func add(_ key: String, _ selection: DeviceSelection) {
    add(key, selection.devices.map { "\($0.name) (\($0.mac))" })
    add(PolicyKey.TargetOption.apps.rawValue, selection.apps.map(\.asWritten))
    add(PolicyKey.TargetOption.appCategories.rawValue, selection.categories.map(\.asWritten))
    add(PolicyKey.TargetOption.sites.rawValue, selection.sites)
  }

  private static func text(_ name: ObjectName) -> String {
    switch name {
    case .name(let text), .pattern(let text): text
    case .id(let id): "id:" + id
    }
  }
}
