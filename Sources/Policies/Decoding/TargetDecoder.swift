import Documents

/// Reads one entry of `targets`.
enum TargetDecoder {
  /// What an entry was understood to be.
  struct Decoded {
    /// Nil where it has a mistake.
    var target: Target?
    /// Whether it is a target of targets.
    var isGroup: Bool
    /// The members of a target of targets.
    var members: [TargetTable.NameSyntaxInFile]
  }

  private static let options = PolicyKey.TargetOption.allCases.map(\.rawValue)

  // MARK: - A Pi-hole's own blocking

  /// The entry of a Pi-hole's own name, which has no selector.
  static func blocking(_ entry: Node.Entry, into findings: inout Findings) -> Target? {
    guard let map = MapReader(entry.value, entry.key.text, into: &findings) else { return nil }
    let allowed = PolicyKey.TargetOption.ofBlocking.map(\.rawValue)
    let known = PolicyKey.Selector.allCases.map(\.rawValue) + options
    for key in map.entries where known.contains(key.key.text) && !allowed.contains(key.key.text) {
      let isOwn = key.key.text == "system" && key.value.scalarText == entry.key.text
      let line = isOwn ? BlockingHint.line(entry.key.text, map) : nil
      findings.add(.keyOfBlocking(key.key.text, entry.key.text, instead: line), at: key.key.span)
    }
    map.refuseOthers(than: known, in: "a Pi-hole's own target", into: &findings)
    let name = Name(entry.key.text)
    return Target(
      name: name, selector: .blocking(system: name),
      otherwise: otherwise(map, kind: .activePaused, into: &findings), enforcement: enforcement(map, into: &findings),
      span: entry.key.span)
  }

  // MARK: - Every other target

  static func decode(_ entry: Node.Entry, systems: SystemTable, into findings: inout Findings) -> Decoded {
    var decoded = Decoded(target: nil, isGroup: false, members: [])
    guard let map = MapReader(entry.value, entry.key.text, into: &findings) else { return decoded }
    let known = PolicyKey.Selector.allCases.map(\.rawValue) + options
    map.refuseOthers(than: known, in: "a target", into: &findings)
    guard let key = selectorKey(map, name: entry.key, systems, into: &findings) else { return decoded }
    refuseCompanions(of: key, in: map, into: &findings)
    decoded.isGroup = key == .targets
    if decoded.isGroup { decoded.members = members(map, into: &findings) }
    decoded.target = target(map, key: key, name: entry.key, members: decoded.members, systems, into: &findings)
    return decoded
  }

  /// An entry of a policy without systems: whatever it selects, it names nothing yet.
  static func sketch(_ entry: Node.Entry, systems: SystemTable, into findings: inout Findings) -> Decoded {
    guard let map = MapReader(entry.value, entry.key.text, into: &findings) else {
      return Decoded(target: nil, isGroup: false, members: [])
    }
    if map[PolicyKey.Selector.targets.rawValue] != nil { return decode(entry, systems: systems, into: &findings) }
    map.refuseOthers(than: PolicyKey.Selector.allCases.map(\.rawValue) + options, in: "a target", into: &findings)
    let states: [TargetState] = [.on, .off, .active, .paused, .leave]
    let otherwise = map["otherwise"].map { ValueReader.choice($0, "otherwise", of: states, into: &findings) ?? .on }
    let target = Target(
      name: Name(entry.key.text), selector: .unspecified, otherwise: otherwise ?? .on,
      enforcement: enforcement(map, into: &findings), span: entry.key.span)
    return Decoded(target: target, isGroup: false, members: [])
  }

  private static func selectorKey(
    _ map: MapReader, name: Scalar, _ systems: SystemTable, into findings: inout Findings
  ) -> PolicyKey.Selector? {
    let given = PolicyKey.Selector.allCases.filter { map[$0.rawValue] != nil }
    if let system = map["system"]?.scalarText, given.isEmpty, systems.kind(of: Name(system)) == .pihole {
      findings.add(
        .noSelectorOnPiHole(name.text, system: system, blocking: BlockingHint.line(system, map)), at: name.span)
    } else if given.isEmpty {
      findings.add(.noSelector(name.text, keys: PolicyKey.Selector.allCases.map(\.rawValue)), at: name.span)
    }
    if given.count > 1 {
      findings.add(.manySelectors(name.text, keys: given.map(\.rawValue)), at: map.entry(given[1].rawValue)?.key.span)
    }
    return given.first
  }

  private static func refuseCompanions(of key: PolicyKey.Selector, in map: MapReader, into findings: inout Findings) {
    let companions = key.companions.map(\.rawValue)
    for entry in map.entries where options.contains(entry.key.text) && !companions.contains(entry.key.text) {
      findings.add(
        key == .targets
          ? .keyOfGroup(entry.key.text) : .keyUnsuited(entry.key.text, to: "'\(key.rawValue)'"), at: entry.key.span)
    }
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
    _ map: MapReader, key: PolicyKey.Selector, name: Scalar, members: [TargetTable.NameSyntaxInFile],
    _ systems: SystemTable,
    into findings: inout Findings
  ) -> Target? {
    guard let kind = key.system else {
      return Target(
        name: Name(name.text), selector: .targets(members.map(\.name)), otherwise: nil, enforcement: nil,
        span: name.span)
    }
    let system = system(map, key: key, kind: kind, name: name, systems, into: &findings)
    let selector = SelectorDecoder.decode(map, key: key, system: system ?? Name(""), name: name, into: &findings)
    let otherwise = otherwise(map, kind: .onOff, into: &findings)
    let enforcement = enforcement(map, into: &findings)
    guard system != nil, let selector else { return nil }
    return Target(
      name: Name(name.text), selector: selector, otherwise: otherwise, enforcement: enforcement, span: name.span)
  }

  /// The system that is named, or the only one that fits.
  private static func system(
    _ map: MapReader, key: PolicyKey.Selector, kind: SystemKind, name: Scalar, _ systems: SystemTable,
    into findings: inout Findings
  ) -> Name? {
    let fitting = systems.entries(of: kind)
    guard let node = map["system"] else {
      if fitting.count == 1 { return fitting[0].name }
      // A system whose kind is not known may be the one; it has a diagnostic of its own.
      if fitting.isEmpty, systems.entries.contains(where: { $0.kind == nil }) { return nil }
      findings.add(
        .systemNeeded(name.text, key: key.rawValue, kind: kind.rawValue, fitting: fitting.map(\.name.text)),
        at: name.span)
      return nil
    }
    guard let scalar = ValueReader.text(node, "system", into: &findings) else { return nil }
    let wanted = Name(scalar.text)
    guard let entry = systems.entry(wanted) else {
      let candidates = fitting.map(\.name.text)
      let near = Spelling.nearest(to: scalar.text, in: candidates) { NameRules.fault(of: $0) == nil }
      findings.add(.unknownSystem(scalar.text, suggestion: near, known: candidates), at: scalar.span)
      return nil
    }
    if let found = entry.kind, found != kind {
      findings.add(.wrongSystem(scalar.text, found.rawValue, key: key.rawValue, wanted: kind.rawValue), at: scalar.span)
    }
    return wanted
  }

  // MARK: - Options

  private static func otherwise(_ map: MapReader, kind: StateKind, into findings: inout Findings) -> TargetState {
    let usual: TargetState = kind == .onOff ? .on : .active
    guard let node = map["otherwise"] else { return usual }
    return ValueReader.choice(node, "otherwise", of: kind.states + [.leave], into: &findings) ?? usual
  }

  private static func enforcement(_ map: MapReader, into findings: inout Findings) -> Enforcement {
    guard let node = map["enforcement"] else { return .normal }
    return ValueReader.choice(node, "enforcement", of: Enforcement.allCases, into: &findings) ?? .normal
  }
}
