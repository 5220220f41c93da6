import JSONTree

/// The schema of one entry of `targets`.
struct TargetSchema {
  let kinds: SystemKinds

  init(_ kinds: SystemKinds) { self.kinds = kinds }

  var schema: Schema {
    Schema().with("type", .string("object"))
      .with("properties", .object(properties))
      .with("patternProperties", .object([.init("^x-", Schema.anything.json)]))
      .with("additionalProperties", .bool(false))
      .with("allOf", kinds.selectorKeys.map(rule) + [ruleOfTargets] + (ruleOfOwnTargets.map { [$0] } ?? []))
      .called(
        "A target", "One selector says what the target controls. A target that is a system itself has none.")
  }

  /// Names, patterns and ids of live objects.
  static let objects = Schema.list(
    of: .text(SchemaPattern.object, "a name, 'id:' and a UUID, or a pattern with at least three other characters"))

  private var keys: [String] { kinds.selectorKeys + [PolicyKey.targets] }

  private var properties: [JSON.Member] {
    kinds.selectorKeys.map { .init($0, selector($0).json) } + [.init(PolicyKey.targets, Self.targets.json)]
      + PolicyKey.TargetOption.allCases.map { .init($0.rawValue, option($0).json) }
  }

  /// What `key` is, of each kind of system that has it.
  private func selectors(_ key: String) -> [SelectorKind] { kinds.all.flatMap { $0.selectors(key) } }

  // MARK: - What belongs to what

  private func rule(_ key: String) -> Schema {
    let selectors = selectors(key)
    let companions = PolicyKey.TargetOption.allCases.filter { option in
      selectors.contains { $0.companions.contains(option) }
    }
    var then = Self.allowing([key] + companions.map(\.rawValue))
    let needsWhenOff = selectors.allSatisfy {
      if case .names(let names) = $0.form { names.needsWhenOff } else { false }
    }
    if needsWhenOff { then = then.requiring([PolicyKey.TargetOption.whenOff]) }
    return Schema().when(Schema().requiring([key]), then: then.with(choices(of: selectors)))
  }

  private var ruleOfTargets: Schema {
    Schema().when(Schema().requiring([PolicyKey.targets]), then: Self.allowing([PolicyKey.targets]))
  }

  /// A map without a selector: the target that a system itself is, or any of a sketch. Nil where no kind of system is one.
  private var ruleOfOwnTargets: Schema? {
    if kinds.all.allSatisfy({ $0.ownTarget == nil }) { return nil }
    return Schema().when(
      Schema().with("not", Schema().with("anyOf", keys.map { Schema().requiring([$0]) })),
      then: Self.allowing(PolicyKey.TargetOption.withoutSelector.map(\.rawValue))
        .with(choices(of: kinds.all.flatMap(\.everySelector))))
  }

  /// What `otherwise` may be where one of `selectors` is meant.
  private func choices(of selectors: [SelectorKind]) -> Schema {
    let possible = Set(selectors.compactMap(\.states).flatMap(\.otherwise))
    let states = kinds.states.filter(possible.contains) + [.leave]
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

  private func selector(_ key: String) -> Schema {
    let selectors = selectors(key)
    let any = Schema.any(of: selectors.map(Self.selector))
    guard selectors.count > 1 else { return any }
    // What an editor shows before it knows which is meant.
    return any.called(
      KeyHelp(selectors[0].help.title, selectors.map(\.help.description).joined(separator: " ")))
  }

  private static func selector(_ selector: SelectorKind) -> Schema {
    switch selector.form {
    case .names(let names):
      let patterns = names.refusals.compactMap(\.schemaPattern)
      let objects = Schema.reference(.objects)
      if !names.domains.isEmpty {
        let domain = JSON.string("^(?:\(names.domains.joined(separator: "|")))[.]")
        return objects.with("items", Schema().with("pattern", domain)).called(selector.help)
      }
      let allowed = patterns.isEmpty ? objects : objects.with("items", refusing(patterns))
      return allowed.called(selector.help)
    case .entries(let entries):
      return Schema.map(PolicyKey.Domains.self) { domains($0, entries) }
        .requiringOne(of: [PolicyKey.Domains.deny, .allow]).called(selector.help)
    case .devices:
      return Schema.list(of: .text(SchemaPattern.nameInAnyCase, "the name of a device")).called(selector.help)
    case .whole: return .anything
    case .action(let actions): return Schema.choice(actions.map { Word(rawValue: $0.name) }).called(selector.help)
    }
  }

  /// A number fits every pattern, and may be a name.
  private static func refusing(_ patterns: [String]) -> Schema {
    let schemas = patterns.map { Schema().with("type", .string("string")).with("pattern", .string($0)) }
    return Schema().with("not", schemas.count == 1 ? schemas[0] : Schema().with("anyOf", schemas))
  }

  private static let targets = Schema.list(of: .reference(.targetName)).called(
    "Targets", "Other targets, so that one name can mean several.", examples: [.strings(["kids", "guests"])])

  private static func domains(_ key: PolicyKey.Domains, _ entries: SelectorKind.EntryForm) -> Schema {
    switch key {
    case .deny:
      domainList.called("Deny", "Domains, or 'regex:' and an expression.", examples: [.strings(["youtube.com"])])
    case .allow:
      domainList.called("Allow", "Domains, or 'regex:' and an expression.", examples: [.strings(["bbc.co.uk"])])
    case .groups: Schema.list(of: .text).called(entries.groupsHelp)
    }
  }

  private static let site = Schema.text(SchemaPattern.domain, "a domain alone, such as games.example")

  private static let domainList = Schema.list(
    of: .text(SchemaPattern.domain, "a domain alone, such as youtube.com, or 'regex:' and an expression"))

  // MARK: - Options

  private func option(_ key: PolicyKey.TargetOption) -> Schema {
    switch key {
    case .system:
      Schema.reference(.systemName).called(
        "System", "The system that has the objects. Not needed if only one system fits.")
    case .otherwise:
      Schema.anything.called(
        "Otherwise",
        "The state while no statement applies: on unless given (active for what can be paused), or leave if no statement "
          + "names the target or it is a door; leave writes nothing."
      )
    case .enforcement:
      Schema.choice(Enforcement.allCases).called(
        "Enforcement",
        "What happens to a difference. normal: corrected, but a pause somebody made is left alone; strict: that too is "
          + "corrected; yield: a change by hand stays until the schedule changes; observe: only reported.")
    case .not:
      Schema.reference(.objects).called(
        "Not", "Names or patterns that the selector leaves out.", examples: [.strings(["Downtime-TV"])])
    case .whenOff:
      Schema.choice(SwitchPosition.allCases).called(
        "When off", "What the objects are while the target is off.")
    case .prune:
      Schema.flag.called("Prune", "Removes entries that this file owns and no longer names.")
    case .apps:
      Schema.list(of: .text).called(
        "Applications", "Only these applications of the devices, by name or as id:NUMBER; 'reconcile apps' lists them.",
        examples: [.strings(["YouTube", "TikTok"])])
    case .appCategories:
      Schema.list(of: .text).called(
        "Kinds of application", "Only these kinds of application of the devices; 'reconcile apps' lists them.",
        examples: [.strings(["Social Networks"])])
    case .sites:
      Schema.list(of: Self.site).called(
        "Sites", "Only these sites of the devices: domains.", examples: [.strings(["games.example"])])
    case .mayUnlock:
      Schema.flag.called("May unlock", "Permits statements and overrides that unlock it. Locking needs no permission.")
    case .code:
      Schema.reference(.secret).called(
        "Code", "Where the code of a lock is; its second line is that of the system's own secret.")
    case .guard:
      Schema.map(PolicyKey.Guard.self, required: [.approve], Self.guarding)
        .called("Guard", "Who must agree before the target is made freer than the policy allows.")
    case .mayOpen:
      Schema.flag.called("May open", "Permits statements and overrides that open it. Closing needs no permission.")
    }
  }

  private static func guarding(_ key: PolicyKey.Guard) -> Schema {
    switch key {
    case .approve:
      Schema.any(of: [person, .list(of: person)])
        .called("Approve", "Who may agree: a name of 'people', or several.", examples: [.strings(["anna", "ben"])])
    case .all: Schema.flag.called("All", "Whether all of them must agree, and not just one.")
    case .edits:
      Schema.flag.called("Edits", "Whether an edit of the policy that makes the target freer also waits for them.")
    }
  }

  private static let person = Schema.text(SchemaPattern.nameInAnyCase, "a name under people")
}
