import Documents

/// Reads what comes after a selector of entries: those of a deny or allow list that the file owns.
enum DomainsDecoder {
  static func decode(
    _ node: Node, _ key: String, _ form: SelectorKind.EntryForm, prune: Bool, into findings: inout Findings
  ) -> DomainEntries? {
    guard let map = MapReader(node, key, instead: instead(of: node), into: &findings) else { return nil }
    map.refuseOthers(than: PolicyKey.Domains.self, in: "'\(key)'", into: &findings)
    let given = [DomainEntries.List.deny, .allow].filter { map[$0.rawValue] != nil }
    if given.count > 1 {
      findings.add(.exclusive(["deny", "allow"], in: "'\(key)'"), at: map.entry("allow")?.key.span)
    }
    guard let list = given.first, let value = map[list.rawValue] else {
      if !map.misspells(PolicyKey.Domains.deny, .allow) {
        findings.add(
          .keyMissing("deny", in: "'\(key)'", example: "'deny: [example.com]' or 'allow: [example.com]'"), at: node.span
        )
      }
      return nil
    }
    let groups = map["groups"].map { texts($0, "groups", into: &findings).map(\.text) } ?? [form.usualGroup]
    var entries = DomainEntries(list: list, exact: [], regex: [], groups: groups, prune: prune)
    let scalars = texts(value, list.rawValue, into: &findings)
    for scalar in scalars { add(scalar, to: &entries, form, into: &findings) }
    reportSecondForms(in: scalars, into: &findings)
    return entries
  }

  /// `{deny: [youtube.com]} or {allow: [youtube.com]}` for that list, or domain, alone.
  private static func instead(of node: Node) -> String {
    let nodes = if case .sequence(let members) = node.content { members } else { [node] }
    let texts = nodes.compactMap(\.scalarText)
    let isOfDomains =
      !texts.isEmpty && texts.count == nodes.count && texts.allSatisfy { DomainForm.hint(for: $0) == nil }
    let list = isOfDomains && texts.count < 5 ? texts.joined(separator: ", ") : "youtube.com"
    return (isOfDomains ? "" : "something like ") + "{deny: [\(list)]} or {allow: [\(list)]}"
  }

  /// Reports domains that are there as they are read and in the `xn--` form: that is one entry, which the second one of them
  /// would find already made.
  private static func reportSecondForms(in scalars: [Scalar], into findings: inout Findings) {
    var first: [String: String] = [:]
    for scalar in scalars where !scalar.text.hasPrefix("regex:") {
      let domain = scalar.text.lowercased()
      guard let other = first.updateValue(domain, forKey: Punycode.readable(domain)), other != domain else { continue }
      findings.add(.domainTwice(domain, other), at: scalar.span)
    }
  }

  private static func texts(_ node: Node, _ what: String, into findings: inout Findings) -> [Scalar] {
    (ValueReader.list(node, what, into: &findings) ?? []).compactMap { ValueReader.text($0, what, into: &findings) }
  }

  private static func add(
    _ scalar: Scalar, to entries: inout DomainEntries, _ form: SelectorKind.EntryForm, into findings: inout Findings
  ) {
    if scalar.text.hasPrefix("regex:") {
      let regex = String(scalar.text.dropFirst("regex:".count))
      if regex.isEmpty { findings.add(.empty("regex"), at: scalar.span) }
      for refusal in form.refusals where refusal.names.contains(regex) {
        findings.add(.refused(regex, refusal), at: scalar.span)
      }
      entries.regex.append(regex)
    } else {
      let domain = scalar.text.lowercased()
      if let hint = DomainForm.hint(for: domain) { findings.add(.domainForm(domain, hint: hint), at: scalar.span) }
      entries.exact.append(domain)
    }
  }
}
