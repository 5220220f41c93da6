import Documents
import Text

/// Reads which live objects a target names.
enum SelectorDecoder {
  static func decode(
    _ map: MapReader, _ kind: SelectorKind, system: Name, name: Scalar, _ devices: DeviceTable,
    into findings: inout Findings
  ) -> Selector? {
    guard let node = map[kind.key] else { return nil }
    switch kind.form {
    case .whole: return nil
    case .action(let actions):
      guard let scalar = ValueReader.text(node, kind.key, into: &findings) else { return nil }
      guard let action = actions.first(where: { $0.name == scalar.text }) else {
        let names = actions.map(\.name)
        findings.add(
          .actionUnknown(scalar.text, suggestion: Spelling.nearest(to: scalar.text, in: names), known: names),
          at: scalar.span)
        return nil
      }
      return .action(system: system, kind, action)
    case .devices:
      return DevicesDecoder.decode(map, kind.key, devices, into: &findings)
        .map { .devices(system: system, kind, $0) }
    case .entries(let form):
      let prune = map["prune"].flatMap { ValueReader.flag($0, "prune", into: &findings) } ?? false
      return DomainsDecoder.decode(node, kind.key, form, prune: prune, into: &findings)
        .map { .entries(system: system, kind, $0) }
    case .names(let form):
      let whenOff = form.needsWhenOff ? whenOff(map, kind.key, name: name, into: &findings) : nil
      refuse(form.refusals, node, into: &findings)
      guard let names = names(node, map, kind.key, into: &findings), whenOff != nil || !form.needsWhenOff else {
        return nil
      }
      return .objects(system: system, kind, names, whenOff: whenOff)
    }
  }

  private static func whenOff(
    _ map: MapReader, _ key: String, name: Scalar, into findings: inout Findings
  ) -> SwitchPosition? {
    guard let node = map["when-off"] else {
      if !map.misspells(["when-off"], among: TargetDecoder.options + [key]) {
        findings.add(.whenOffMissing(name.text, key: key), at: name.span)
      }
      return nil
    }
    return ValueReader.choice(node, "when-off", of: SwitchPosition.allCases, into: &findings)
  }

  /// Names that cannot be meant, each where it stands.
  private static func refuse(
    _ refusals: [SelectorKind.NameRefusal], _ node: Node, into findings: inout Findings
  ) {
    guard case .sequence(let members) = node.content else { return }
    for refusal in refusals {
      for case .scalar(let scalar) in members.map(\.content) where refusal.names.contains(ASCII.lowercased(scalar.text))
      {
        findings.add(.refused(scalar.text, refusal), at: scalar.span)
      }
    }
  }

  private static func names(
    _ node: Node, _ map: MapReader, _ key: String, into findings: inout Findings
  ) -> ObjectNames? {
    guard let included = names(node, key, into: &findings) else { return nil }
    let excluded = map["not"].map { names($0, "not", into: &findings) ?? [] } ?? []
    return ObjectNames(included: included, excluded: excluded)
  }

  private static func names(_ node: Node, _ what: String, into findings: inout Findings) -> [ObjectName]? {
    ValueReader.list(node, what, into: &findings)?.compactMap { member in
      ValueReader.text(member, what, into: &findings).flatMap { name($0, into: &findings) }
    }
  }

  private static func name(_ scalar: Scalar, into findings: inout Findings) -> ObjectName? {
    let text = scalar.text
    if text.hasPrefix("id:") {
      let id = ASCII.lowercased(String(text.dropFirst(3)))
      if id.isUUID { return .id(id) }
      findings.add(.objectID(text), at: scalar.span)
      return nil
    }
    guard text.contains("*") || text.contains("?") else { return .name(text) }
    guard text.unicodeScalars.count <= longestPattern else {
      findings.add(.longPattern(most: longestPattern), at: scalar.span)
      return nil
    }
    if text.count(where: { $0 != "*" && $0 != "?" }) >= 3 { return .pattern(text) }
    findings.add(.shortPattern(text), at: scalar.span)
    return nil
  }

  /// In characters. What a pattern costs grows with its length times that of each name.
  static let longestPattern = 256
}
