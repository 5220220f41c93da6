internal import Documents

/// Reads `domains`: entries of a Pi-hole's deny or allow list that the file owns.
enum DomainsDecoder {
  static func decode(_ node: Node, prune: Bool, into findings: inout Findings) -> DomainEntries? {
    guard let map = MapReader(node, "domains", into: &findings) else { return nil }
    map.refuseOthers(than: PolicyKey.Domains.self, in: "'domains'", into: &findings)
    let given = [DomainEntries.List.deny, .allow].filter { map[$0.rawValue] != nil }
    if given.count > 1 {
      findings.add(.exclusive(["deny", "allow"], in: "'domains'"), at: map.entry("allow")?.key.span)
    }
    guard let list = given.first, let value = map[list.rawValue] else {
      findings.add(
        .keyMissing("deny", in: "'domains'", example: "'deny: [example.com]' or 'allow: [example.com]'"), at: node.span)
      return nil
    }
    let groups = map["groups"].map { texts($0, "groups", into: &findings).map(\.text) } ?? ["Default"]
    var entries = DomainEntries(list: list, exact: [], regex: [], groups: groups, prune: prune)
    for scalar in texts(value, list.rawValue, into: &findings) { add(scalar, to: &entries, into: &findings) }
    return entries
  }

  private static func texts(_ node: Node, _ what: String, into findings: inout Findings) -> [Scalar] {
    (ValueReader.list(node, what, into: &findings) ?? []).compactMap { ValueReader.text($0, what, into: &findings) }
  }

  private static func add(_ scalar: Scalar, to entries: inout DomainEntries, into findings: inout Findings) {
    if scalar.text.hasPrefix("regex:") {
      let regex = String(scalar.text.dropFirst("regex:".count))
      if regex.isEmpty { findings.add(.empty("regex"), at: scalar.span) }
      entries.regex.append(regex)
    } else {
      let domain = ASCII.lowercased(scalar.text)
      if let wording = problem(with: domain) { findings.add(wording, at: scalar.span) }
      entries.exact.append(domain)
    }
  }

  private static func problem(with domain: String) -> Wording? {
    if domain.hasPrefix("*.") {
      let parent = String(domain.dropFirst(2))
      let escaped = parent.split(separator: ".").joined(separator: #"\."#)
      return .domainForm(domain, hint: #"write 'regex:(^|\.)\#(escaped)$' for it and everything below it"#)
    }
    if domain.unicodeScalars.contains(where: { !$0.isASCII }) {
      return .domainForm(domain, hint: "write its xn-- form")
    }
    if domain.contains("/") || domain.contains(":") {
      return .domainForm(domain, hint: "write the domain alone, without https:// and without a path")
    }
    return isDomain(domain) ? nil : .domainForm(domain, hint: "write it as youtube.com, or 'regex:' and an expression")
  }

  private static func isDomain(_ text: String) -> Bool {
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    return text.utf8.count <= 253
      && labels.allSatisfy { label in
        (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
          && label.unicodeScalars.allSatisfy {
            ASCII.isLowercaseLetter($0) || ASCII.isDigit($0) || $0 == "-" || $0 == "_"
          }
      }
  }
}
