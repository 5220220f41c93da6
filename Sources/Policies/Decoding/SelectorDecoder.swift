import Documents

/// Reads which live objects a target names.
enum SelectorDecoder {
  static func decode(
    _ map: MapReader, key: PolicyKey.Selector, system: Name, name: Scalar, into findings: inout Findings
  ) -> Selector? {
    guard let node = map[key.rawValue] else { return nil }
    switch key {
    case .targets: return nil
    case .domains:
      let prune = map["prune"].flatMap { ValueReader.flag($0, "prune", into: &findings) } ?? false
      return DomainsDecoder.decode(node, prune: prune, into: &findings).map { .domains(system: system, $0) }
    case .aclRules: return names(node, map, key, into: &findings).map { .aclRules(system: system, $0) }
    case .firewallPolicies: return names(node, map, key, into: &findings).map { .firewallPolicies(system: system, $0) }
    case .wifi: return names(node, map, key, into: &findings).map { .wifi(system: system, $0) }
    case .groups, .lists:
      let whenOff = whenOff(map, key, name: name, into: &findings)
      refuseDots(node, key.rawValue, into: &findings)
      guard let names = names(node, map, key, into: &findings), let whenOff else { return nil }
      if key == .lists { return .lists(system: system, names, whenOff: whenOff) }
      refuseDefaultGroup(node, into: &findings)
      return .groups(system: system, names, whenOff: whenOff)
    }
  }

  private static func whenOff(
    _ map: MapReader, _ key: PolicyKey.Selector, name: Scalar, into findings: inout Findings
  ) -> SwitchPosition? {
    guard let node = map["when-off"] else {
      findings.add(.whenOffMissing(name.text, key: key.rawValue), at: name.span)
      return nil
    }
    return ValueReader.choice(node, "when-off", of: SwitchPosition.allCases, into: &findings)
  }

  /// Switching the group 0 would take the filter from every client that is in no group of its own.
  private static func refuseDefaultGroup(_ node: Node, into findings: inout Findings) {
    guard case .sequence(let members) = node.content else { return }
    for case .scalar(let scalar) in members.map(\.content) where ASCII.lowercased(scalar.text) == "default" {
      findings.add(.defaultGroup, at: scalar.span)
    }
  }

  /// In the path of a request they mean another place.
  private static func refuseDots(_ node: Node, _ what: String, into findings: inout Findings) {
    guard case .sequence(let members) = node.content else { return }
    for case .scalar(let scalar) in members.map(\.content) where [".", ".."].contains(scalar.text) {
      findings.add(.dots(scalar.text, hint: "give it another name in the Pi-hole"), at: scalar.span)
    }
  }

  private static func names(
    _ node: Node, _ map: MapReader, _ key: PolicyKey.Selector, into findings: inout Findings
  ) -> ObjectNames? {
    guard let included = names(node, key.rawValue, into: &findings) else { return nil }
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
      if isUUID(id) { return .id(id) }
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
  private static let longestPattern = 256

  private static func isUUID(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.utf8.count) == [8, 4, 4, 4, 12]
      && parts.allSatisfy { $0.unicodeScalars.allSatisfy(ASCII.isHexDigit) }
  }
}
