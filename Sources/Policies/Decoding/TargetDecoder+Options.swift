import Documents

/// What is in an entry of `targets` beside its selector.
extension TargetDecoder {
  /// Reports the options that do not go with the selector `key`.
  static func refuseCompanions(
    _ companions: [PolicyKey.TargetOption], of key: String, _ sort: SelectorKind? = nil, isOfActions: Bool = false,
    in map: MapReader, into findings: inout Findings
  ) {
    let companions = companions.map(\.rawValue)
    for entry in map.entries where options.contains(entry.key.text) && !companions.contains(entry.key.text) {
      findings.add(unsuited(entry.key.text, of: key, sort, isOfActions: isOfActions), at: entry.key.span)
    }
  }

  /// Reports the options of a sketch that go with none of its selectors, or that mean nothing without one.
  static func refuseCompanions(ofSketch map: MapReader, _ kinds: SystemKinds, into findings: inout Findings) {
    let selectors = kinds.all.flatMap(\.selectors).filter { map[$0.key] != nil }
    if let first = selectors.first {
      refuseCompanions(
        selectors.flatMap(\.companions), of: first.key, first, isOfActions: first.isOfActions, in: map, into: &findings)
    } else {
      let allowed = PolicyKey.TargetOption.withoutSelector.map(\.rawValue)
      for entry in map.entries where options.contains(entry.key.text) && !allowed.contains(entry.key.text) {
        findings.add(.keyUnsuited(entry.key.text, to: "a target that names nothing"), at: entry.key.span)
      }
    }
  }

  private static func unsuited(_ option: String, of key: String, _ sort: SelectorKind?, isOfActions: Bool)
    -> PolicyMessage
  {
    let isGuard = option == PolicyKey.TargetOption.guard.rawValue
    if key == PolicyKey.targets { return isGuard ? .guardOfGroup : .keyOfGroup(option) }
    if isGuard, isOfActions { return .guardOfAction }
    return .keyUnsuited(option, to: sort?.one.withArticle ?? "'\(key)'")
  }

  static func otherwise(_ map: MapReader, _ pair: StatePair, into findings: inout Findings) -> TargetState {
    guard let node = map["otherwise"] else { return pair.usual }
    if pair.permission != nil, node.scalarText.map({ ASCII.lowercased($0) }) == pair.on.rawValue {
      findings.add(.openOtherwise(pair), at: node.span)
      return pair.usual
    }
    return ValueReader.choice(node, "otherwise", of: pair.otherwise, into: &findings) ?? pair.usual
  }

  /// Those of `keys` that permit something and are given as true.
  static func permissions(
    _ map: MapReader, _ keys: [PolicyKey.TargetOption], into findings: inout Findings
  ) -> Set<PolicyKey.TargetOption> {
    let given = keys.filter(PolicyKey.TargetOption.permissions.contains)
    return Set(
      given.filter { key in
        map[key.rawValue].flatMap { ValueReader.flag($0, key.rawValue, into: &findings) } ?? false
      })
  }

  static func enforcement(_ map: MapReader, into findings: inout Findings) -> Enforcement {
    guard let node = map["enforcement"] else { return .normal }
    return ValueReader.choice(node, "enforcement", of: Enforcement.allCases, into: &findings) ?? .normal
  }
}
