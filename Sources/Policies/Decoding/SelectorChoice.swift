import Documents

/// Tells which of several selectors behind one key a target means: what is before the first dot of its names says it.
enum SelectorChoice {
  /// The selector among `selectors`, of which there is one at least, that the names in `node` belong to; nil where they
  /// do not all belong to one. Where `node` is no list of names, the first, whose reader says so.
  static func choose(
    among selectors: [SelectorKind], by node: Node?, into findings: inout Findings
  ) -> SelectorKind? {
    let domains = selectors.flatMap(\.domains)
    guard !domains.isEmpty, case .sequence(let members)? = node?.content else { return selectors.first }
    let names = members.compactMap { if case .scalar(let name) = $0.content { name } else { nil } }
    var chosen: (selector: SelectorKind, name: Scalar)?
    var hasMistakes = false
    for name in names {
      guard let selector = selector(of: name, among: selectors, domains, into: &findings) else {
        hasMistakes = true
        continue
      }
      guard let first = chosen else {
        chosen = (selector, name)
        continue
      }
      guard first.selector != selector else { continue }
      findings.add(.domainsMixed(first.name.text, first.selector, name.text, selector), at: name.span)
      hasMistakes = true
    }
    return hasMistakes ? nil : chosen?.selector ?? selectors.first
  }

  private static func selector(
    of name: Scalar, among selectors: [SelectorKind], _ domains: [String], into findings: inout Findings
  ) -> SelectorKind? {
    let text = name.text
    let domain = text.prefix { $0 != "." }
    guard domain.endIndex < text.endIndex else {
      findings.add(.domainMissing(name.text, example: domains[0]), at: name.span)
      return nil
    }
    guard !domain.contains(where: { $0 == "*" || $0 == "?" }) else {
      findings.add(.domainOpen(name.text, example: domains[0]), at: name.span)
      return nil
    }
    if let selector = selectors.first(where: { $0.domains.contains(String(domain)) }) { return selector }
    let near = Spelling.nearest(to: String(domain), in: domains)
    findings.add(.domainUnknown(name.text, near: near.map { $0 + text[domain.endIndex...] }, domains), at: name.span)
    return nil
  }
}
