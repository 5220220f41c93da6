import Documents

/// The keys and values of one map of a policy file.
struct MapReader {
  /// Where the map stands.
  let span: SourceSpan
  /// In the order of the file, without keys that start with `x-`.
  let entries: [Node.Entry]

  /// Reads a map; nil, with a diagnostic, where `node` is something else. `what` names it in messages; `instead` is what
  /// to write there.
  init?(
    _ node: Node, _ what: String, instead: @autoclosure () -> String? = nil, into findings: inout Findings
  ) {
    guard case .mapping(let entries) = node.content else {
      findings.add(.wrongKind(what, expected: "a map", found: node, instead: instead()), at: node.span)
      return nil
    }
    self.init(entries: entries, span: node.span)
  }

  /// The entries of a map already taken apart.
  init(entries: [Node.Entry], span: SourceSpan) {
    self.entries = entries.filter { !$0.key.text.hasPrefix("x-") }
    self.span = span
  }

  /// The value of `key`, or nil.
  subscript(key: String) -> Node? { entry(key)?.value }

  /// The entry of `key`, or nil.
  func entry(_ key: String) -> Node.Entry? { entries.first { $0.key.text == key } }

  /// Reports every key that is not a case of `Key`.
  func refuseOthers<Key: CaseIterable & RawRepresentable<String>>(
    than _: Key.Type, in what: String, into findings: inout Findings
  ) {
    refuseOthers(than: Key.allCases.map(\.rawValue), in: what, into: &findings)
  }

  /// Reports every key that is not one of `known`.
  func refuseOthers(than known: [String], in what: String, into findings: inout Findings) {
    for (place, entry) in entries.enumerated() where !known.contains(entry.key.text) {
      let near = meant(by: entry.key.text, among: known)
      let message = PolicyMessage.unknownKey(entry.key.text, in: what, suggestion: near, known: known)
      findings.add(near == nil && isCutByComma(at: place) ? message.cutByComma : message, at: entry.key.span)
    }
  }

  /// Whether nothing is written under a key that stands behind another value of the same line, as in `{because: a, b}`.
  private func isCutByComma(at place: Int) -> Bool {
    guard place > 0, entries[place].value.scalarText == "" else { return false }
    return entries[place - 1].value.span.end.line == entries[place].key.span.start.line
  }

  /// The one of `known` that somebody may have meant by `key`, which is none of them. A key that is there already would stand
  /// twice.
  func meant(by key: String, among known: [String]) -> String? {
    Spelling.nearest(to: key, in: known) { entry($0) == nil }
  }

  /// The entries of misspelt keys by the keys of `known` that are meant: these are not missing, too.
  func misspelt(among known: [String]) -> [String: Node.Entry] {
    let slips = entries.filter { !known.contains($0.key.text) }.compactMap { entry in
      meant(by: entry.key.text, among: known).map { ($0, entry) }
    }
    return Dictionary(slips, uniquingKeysWith: { first, _ in first })
  }

  /// Whether a misspelt key is meant to be one of `keys`: that is reported, and what it is meant to be is not missing, too.
  func misspells<Key: CaseIterable & RawRepresentable<String>>(_ keys: Key...) -> Bool {
    misspells(keys.map(\.rawValue), among: Key.allCases.map(\.rawValue))
  }

  /// The same of a map that may have the keys `known`.
  func misspells(_ keys: [String], among known: [String]) -> Bool {
    let meant = misspelt(among: known)
    return keys.contains { meant[$0] != nil }
  }
}

extension Node {
  /// Its text where it is a plain value.
  var scalarText: String? { if case .scalar(let scalar) = content { scalar.text } else { nil } }

  /// Whether it is a plain value without any text.
  var isEmpty: Bool { scalarText?.isEmpty ?? false }
}
