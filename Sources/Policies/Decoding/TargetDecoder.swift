import Documents
import Text

/// Reads one entry of `targets`.
enum TargetDecoder {
  /// What an entry was understood to be.
  struct Decoded {
    /// Nil where it has a mistake.
    var target: Target?
    /// The states that it takes; nil where they are not known, or where it has none of its own.
    var states: StatePair?
    /// Whether it is an action, as far as its key says.
    var isAction = false
    /// The members of a target of targets.
    var members: [TargetTable.NameSyntaxInFile]
  }

  static let options = PolicyKey.TargetOption.allCases.map(\.rawValue)

  /// The keys of selectors, `targets` last.
  private static func selectors(_ kinds: SystemKinds) -> [String] { kinds.selectorKeys + [PolicyKey.targets] }

  // MARK: - The target that a system itself is

  /// The entry of the own name of a system of `kind`, which has no selector.
  static func whole(
    _ entry: Node.Entry, _ kind: SystemKind, _ own: SelectorKind, _ kinds: SystemKinds, _ parts: TargetParts,
    into findings: inout Findings
  ) -> Target? {
    guard let map = MapReader(entry.value, entry.key.text, instead: "{} if there is nothing to say", into: &findings)
    else { return nil }
    let allowed = own.companions.map(\.rawValue)
    let known = selectors(kinds) + options
    for key in map.entries where known.contains(key.key.text) && !allowed.contains(key.key.text) {
      let isOwn = key.key.text == "system" && key.value.scalarText == entry.key.text
      let line = isOwn ? OwnTargetHint.line(entry.key.text, map, own) : nil
      findings.add(.keyOfOwnTarget(key.key.text, entry.key.text, kind, instead: line), at: key.key.span)
    }
    map.refuseOthers(than: known, in: "the target of \(kind.one) itself", into: &findings)
    let name = Name(entry.key.text)
    var target = Target(
      name: name, selector: .whole(system: name, own),
      otherwise: otherwise(map, own.states ?? .onOff, into: &findings), enforcement: enforcement(map, into: &findings),
      span: entry.key.span)
    target.guarding = parts.guards.decode(map, into: &findings)
    return target
  }

  // MARK: - Every other target

  static func decode(
    _ entry: Node.Entry, systems: SystemTable, _ parts: TargetParts, into findings: inout Findings
  ) -> Decoded {
    var decoded = Decoded(target: nil, states: .onOff, members: [])
    let instead = "what it controls: a map with \(selectors(systems.kinds).listed("or"))"
    guard let map = MapReader(entry.value, entry.key.text, instead: instead, into: &findings) else { return decoded }
    map.refuseOthers(than: selectors(systems.kinds) + options, in: "a target", into: &findings)
    guard let key = selectorKey(map, name: entry.key, systems, into: &findings) else { return decoded }
    if key == PolicyKey.targets {
      refuseCompanions([], of: key, in: map, into: &findings)
      decoded.states = nil
      decoded.members = members(map, into: &findings)
      decoded.target = Target(
        name: Name(entry.key.text), selector: .targets(decoded.members.map(\.name)), otherwise: nil, enforcement: nil,
        span: entry.key.span)
      return decoded
    }
    let (system, selectors) = system(map, key: key, name: entry.key, systems, into: &findings)
    guard !selectors.isEmpty else { return decoded }
    guard let kind = SelectorChoice.choose(among: selectors, by: map[key], into: &findings) else {
      decoded.states = nil
      return decoded
    }
    decoded.states = kind.states
    decoded.isAction = kind.isOfActions
    decoded.target = target(map, kind, on: system, name: entry.key, parts, into: &findings)
    return decoded
  }

  /// An entry of a policy without systems: whatever it selects, it names nothing yet. An action is one all the same.
  static func sketch(
    _ entry: Node.Entry, systems: SystemTable, _ parts: TargetParts, into findings: inout Findings
  ) -> Decoded {
    guard let map = MapReader(entry.value, entry.key.text, instead: "{} if there is nothing to say", into: &findings)
    else { return Decoded(target: nil, states: .onOff, members: []) }
    if map[PolicyKey.targets] != nil { return decode(entry, systems: systems, parts, into: &findings) }
    map.refuseOthers(than: selectors(systems.kinds) + options, in: "a target", into: &findings)
    refuseCompanions(ofSketch: map, systems.kinds, into: &findings)
    let states = systems.kinds.states + [.leave]
    let otherwise = map["otherwise"].map { ValueReader.choice($0, "otherwise", of: states, into: &findings) ?? .on }
    let action = action(ofSketch: map, Name(entry.key.text), systems.kinds)
    var target = Target(
      name: Name(entry.key.text), selector: action ?? .unspecified, otherwise: action == nil ? otherwise ?? .on : nil,
      enforcement: enforcement(map, into: &findings), span: entry.key.span)
    target.permissions = permissions(map, PolicyKey.TargetOption.permissions, into: &findings)
    target.guarding = parts.guards.decode(map, into: &findings)
    return Decoded(target: target, states: nil, isAction: action != nil, members: [])
  }

  /// The action that a sketch names. Only the kind of its system could say whether there is one of that name.
  private static func action(ofSketch map: MapReader, _ target: Name, _ kinds: SystemKinds) -> Selector? {
    guard let kind = kinds.action, let name = map[kind.key]?.scalarText else { return nil }
    return .action(system: target, kind, SelectorKind.Action(name))
  }

  private static func selectorKey(
    _ map: MapReader, name: Scalar, _ systems: SystemTable, into findings: inout Findings
  ) -> String? {
    let keys = selectors(systems.kinds)
    let given = keys.filter { map[$0] != nil }
    if let system = map["system"]?.scalarText, given.isEmpty, let kind = systems.kind(of: Name(system)),
      let own = kind.ownTarget
    {
      findings.add(
        .noSelector(
          name.text, on: system, own, keys: kind.selectors.map(\.key), own: OwnTargetHint.line(system, map, own)),
        at: name.span)
    } else if given.isEmpty, map.misspelt(among: keys + options).keys.allSatisfy({ !keys.contains($0) }) {
      findings.add(.noSelector(name.text, keys: keys), at: name.span)
    }
    if given.count > 1 {
      findings.add(.manySelectors(name.text, keys: given), at: map.entry(given[1])?.key.span)
    }
    return given.first
  }

  private static func members(_ map: MapReader, into findings: inout Findings) -> [TargetTable.NameSyntaxInFile] {
    guard let node = map["targets"], let list = ValueReader.list(node, "targets", into: &findings) else { return [] }
    return list.compactMap { member in
      ValueReader.text(member, "targets", into: &findings).map {
        TargetTable.NameSyntaxInFile(name: Name(ASCII.lowercased($0.text)), span: $0.span)
      }
    }
  }

  private static func target(
    _ map: MapReader, _ kind: SelectorKind, on system: Name?, name: Scalar, _ parts: TargetParts,
    into findings: inout Findings
  ) -> Target? {
    refuseCompanions(
      kind.companions, of: kind.key, kind.domains.isEmpty ? nil : kind, isOfActions: kind.isOfActions, in: map,
      into: &findings)
    let guarding = kind.states.flatMap { _ in parts.guards.decode(map, into: &findings) }
    let selector = SelectorDecoder.decode(
      map, kind, system: system ?? Name(""), name: name, parts.devices, into: &findings)
    let otherwise = kind.states.map { Self.otherwise(map, $0, into: &findings) }
    let enforcement = kind.states.map { _ in Self.enforcement(map, into: &findings) }
    let permissions = Self.permissions(map, kind.companions, into: &findings)
    let code = kind.takesCode ? map["code"].flatMap { SecretDecoder.decode($0, "code", into: &findings) } : nil
    guard system != nil, let selector else { return nil }
    var target = Target(
      name: Name(name.text), selector: selector, otherwise: otherwise, enforcement: enforcement, span: name.span)
    target.permissions = permissions
    target.code = code
    target.guarding = guarding
    return target
  }

  /// The system that is named, or the only one that fits, and the selectors behind `key` there. Where that is not known
  /// they are those of the first kind of system with this key.
  private static func system(
    _ map: MapReader, key: String, name: Scalar, _ systems: SystemTable, into findings: inout Findings
  ) -> (Name?, [SelectorKind]) {
    let fitting = systems.entries(having: key)
    let kinds = systems.kinds.having(selector: key)
    let usual = (fitting.first?.kind ?? kinds.first)?.selectors(key) ?? []
    guard let node = map["system"] else {
      if fitting.count == 1 { return (fitting[0].name, usual) }
      // A system whose kind is not known may be the one; it has a diagnostic of its own.
      if fitting.isEmpty, systems.entries.contains(where: { $0.kind == nil }) { return (nil, usual) }
      if fitting.isEmpty, let instead = substitute(for: key, systems) {
        findings.add(
          .substitute(
            instead.substitute, of: key, target: name.text, on: instead.system.text, instead.kind.title,
            members: { members(map[$0]) }), at: name.span)
        return (nil, usual)
      }
      findings.add(
        .systemNeeded(name.text, key: key, kinds: kinds.map(\.name), fitting: fitting.map(\.name.text)), at: name.span)
      return (nil, usual)
    }
    guard let scalar = ValueReader.text(node, "system", into: &findings) else { return (nil, usual) }
    let wanted = Name(scalar.text)
    guard let entry = systems.entry(wanted) else {
      let candidates = fitting.map(\.name.text)
      let near = Spelling.nearest(to: scalar.text, in: candidates) {
        NameRules.fault(of: $0, systems.kinds.vocabulary) == nil
      }
      findings.add(.unknownSystem(scalar.text, suggestion: near, known: candidates), at: scalar.span)
      return (nil, usual)
    }
    guard let found = entry.kind else { return (wanted, usual) }
    let selectors = found.selectors(key)
    if !selectors.isEmpty { return (wanted, selectors) }
    if let substitute = found.substitutes.first(where: { $0.key == key }) {
      findings.add(
        .substitute(
          substitute, of: key, target: name.text, on: scalar.text, found.title, members: { members(map[$0]) }),
        at: scalar.span)
      return (wanted, usual)
    }
    findings.add(.wrongSystem(scalar.text, found.name, key: key, wanted: kinds.map(\.name)), at: scalar.span)
    return (wanted, usual)
  }

  /// What does the same in another way on the first system of the file that has such a way.
  private static func substitute(
    for key: String, _ systems: SystemTable
  ) -> (system: Name, kind: SystemKind, substitute: SystemKind.Substitute)? {
    systems.entries.lazy.compactMap { entry in
      entry.kind.flatMap { kind in
        kind.substitutes.first { $0.key == key }.map { (entry.name, kind, $0) }
      }
    }.first
  }

  /// The plain texts of a list; nil where there is none.
  private static func members(_ node: Node?) -> [String]? {
    guard case .sequence(let members)? = node?.content else { return nil }
    return members.compactMap(\.scalarText)
  }
}
