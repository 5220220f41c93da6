import Documents

/// The people of a policy, those with mistakes included, so that a mistake in one does not make the name unknown.
struct PeopleTable {
  /// In the order of the file.
  let people: [Person]
  private let names: Set<Name>
  private let inSmallLetters: Set<Name>
  /// What is written of each of them.
  private let maps: [MapReader?]
  private let vocabulary: Vocabulary

  init(_ entries: [Node.Entry], _ vocabulary: Vocabulary, into findings: inout Findings) {
    people = entries.map { Person(name: Name($0.key.text), span: $0.key.span) }
    names = Set(people.map(\.name))
    inSmallLetters = Set(people.map { Name($0.name.text.lowercased()) })
    self.vocabulary = vocabulary
    let taken = Set(entries.map(\.key.text))
    var maps: [MapReader?] = []
    for entry in entries {
      if let fault = NameRules.fault(of: entry.key.text, vocabulary) {
        let proposal = NameRules.proposal(for: entry.key.text, .person, taken: taken, vocabulary)
        findings.add(.nameForm(entry.key.text, fault: fault, proposal: proposal), at: entry.key.span)
      }
      maps.append(Self.map(of: entry, into: &findings))
    }
    self.maps = maps
  }

  /// What is written of a person; nil where that is nothing, or a mistake.
  private static func map(of entry: Node.Entry, into findings: inout Findings) -> MapReader? {
    if entry.value.isNothing { return nil }
    guard let map = MapReader(entry.value, entry.key.text, instead: "{} if there is nothing to say", into: &findings)
    else { return nil }
    let known = PolicyKey.Person.allCases.map(\.rawValue)
    for key in map.entries where !known.contains(key.key.text) {
      let near = Spelling.nearest(to: key.key.text, in: known) { map.entry($0) == nil }
      findings.add(.keyOfPerson(key.key.text, suggestion: near), at: key.key.span)
    }
    return map
  }

  /// The people with what each of them manages and sees, which is some of `targets`.
  func people(_ targets: TargetTable, schedules: Set<Name>, into findings: inout Findings) -> [Person] {
    zip(people, maps).map { person, map in
      guard let map else { return person }
      var person = person
      person.manages = names(.manages, map, targets, schedules, into: &findings)
      person.asks = names(.asks, map, targets, schedules, into: &findings)
      return person
    }
  }

  /// Each once; the case of their names does not matter.
  private func names(
    _ key: PolicyKey.Person, _ map: MapReader, _ targets: TargetTable, _ schedules: Set<Name>,
    into findings: inout Findings
  ) -> [Name] {
    guard let node = map[key.rawValue] else { return [] }
    var found: [Name] = []
    for member in ValueReader.oneOrMore(node, key.rawValue, into: &findings) ?? [] {
      guard let scalar = ValueReader.text(member, key.rawValue, into: &findings) else { continue }
      let name = Name(ASCII.lowercased(scalar.text))
      if let problem = targets.problem(with: name, schedules: schedules) {
        findings.add(problem, at: scalar.span)
      } else if !found.contains(name) {
        found.append(name)
      }
    }
    return found
  }

  /// What is wrong with `name` where a person is expected, or nil.
  func problem(with name: Name) -> PolicyMessage? {
    // What is only written in another case has a diagnostic of its own.
    if names.contains(name) || inSmallLetters.contains(name) { return nil }
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
