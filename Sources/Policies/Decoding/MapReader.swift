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
    for entry in entries where !known.contains(entry.key.text) {
      // A key that is there already would stand twice.
      let near = Spelling.nearest(to: entry.key.text, in: known) { self.entry($0) == nil }
      findings.add(.unknownKey(entry.key.text, in: what, suggestion: near, known: known), at: entry.key.span)
    }
  }
}

extension Node {
  /// Its text where it is a plain value.
  var scalarText: String? { if case .scalar(let scalar) = content { scalar.text } else { nil } }

  /// Whether it is a plain value without any text.
  var isEmpty: Bool { scalarText?.isEmpty ?? false }
}
