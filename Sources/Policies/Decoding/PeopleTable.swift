import Documents

/// The people of a policy, those with mistakes included, so that a mistake in one does not make the name unknown.
struct PeopleTable {
  /// In the order of the file.
  let people: [Person]
  private let names: Set<Name>
  private let vocabulary: Vocabulary

  init(_ entries: [Node.Entry], _ vocabulary: Vocabulary, into findings: inout Findings) {
    people = entries.map { Person(name: Name($0.key.text), span: $0.key.span) }
    names = Set(people.map(\.name))
    self.vocabulary = vocabulary
    let taken = Set(entries.map(\.key.text))
    for entry in entries {
      if let fault = NameRules.fault(of: entry.key.text, vocabulary) {
        let proposal = NameRules.proposal(for: entry.key.text, .person, taken: taken, vocabulary)
        findings.add(.nameForm(entry.key.text, fault: fault, proposal: proposal), at: entry.key.span)
      }
      refuseKeys(of: entry, into: &findings)
    }
  }

  /// Nothing is said of a person yet but the name.
  private func refuseKeys(of entry: Node.Entry, into findings: inout Findings) {
    if entry.value.isNothing { return }
    guard case .mapping(let entries) = entry.value.content else {
      findings.add(
        .wrongKind(entry.key.text, expected: "a map without keys", found: entry.value), at: entry.value.span)
      return
    }
    for key in MapReader(entries: entries, span: entry.value.span).entries {
      findings.add(.keyOfPerson(key.key.text), at: key.key.span)
    }
  }

  /// What is wrong with `name` where a person must stand, or nil.
  func problem(with name: Name) -> PolicyMessage? {
    if names.contains(name) { return nil }
    let known = people.map(\.name.text)
    let near = Spelling.nearest(to: name.text, in: known) { NameRules.fault(of: $0, vocabulary) == nil }
    return .unknownPerson(name.text, suggestion: near, known: known)
  }
}

extension Node {
  /// Whether the file writes nothing there, or `null` or `~` without quotes.
  fileprivate var isNothing: Bool {
    guard case .scalar(let scalar) = content, ["", "~", "null"].contains(ASCII.lowercased(scalar.text)) else {
      return false
    }
    let isQuoted = scalar.span.end.column - scalar.span.start.column > scalar.text.utf8.count
    return !isQuoted
  }
}
