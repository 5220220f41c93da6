import Documents

/// Reads the `guard` of a target.
struct GuardDecoder {
  private static let key = PolicyKey.TargetOption.guard.rawValue
  private let people: PeopleTable

  /// Approvers are some of `people`.
  init(people: PeopleTable) { self.people = people }

  /// The guard of the target that `map` is; nil where it has none, or one with a mistake.
  func decode(_ map: MapReader, into findings: inout Findings) -> Guard? {
    guard let entry = map.entry(Self.key),
      let keys = MapReader(entry.value, Self.key, instead: instead(of: entry.value), into: &findings)
    else { return nil }
    keys.refuseOthers(than: PolicyKey.Guard.self, in: "'guard'", into: &findings)
    let needsAll = flag(.all, keys, into: &findings)
    let holdsEdits = flag(.edits, keys, into: &findings)
    guard let approve = keys[PolicyKey.Guard.approve.rawValue] else {
      if !keys.misspells(PolicyKey.Guard.approve) { findings.add(.approversMissing, at: entry.key.span) }
      return nil
    }
    let approvers = approvers(approve, into: &findings)
    return approvers.isEmpty ? nil : Guard(approvers: approvers, needsAll: needsAll, holdsEdits: holdsEdits)
  }

  /// `{approve: anna}` for her name alone.
  private func instead(of node: Node) -> String? {
    node.scalarText.flatMap { people.problem(with: Name(ASCII.lowercased($0))) == nil ? "{approve: \($0)}" : nil }
  }

  /// Each once; the case of their names does not matter.
  private func approvers(_ node: Node, into findings: inout Findings) -> [Name] {
    let key = PolicyKey.Guard.approve.rawValue
    var approvers: [Name] = []
    let members = ValueReader.oneOrMore(node, key, into: &findings) ?? []
    if members.count > Guard.mostApprovers {
      findings.add(.approversMany(members.count), at: node.span)
      return []
    }
    for member in members {
      guard let scalar = ValueReader.text(member, key, into: &findings) else { continue }
      let name = Name(ASCII.lowercased(scalar.text))
      if let problem = people.problem(with: name) {
        findings.add(problem, at: scalar.span)
      } else if !approvers.contains(name) {
        approvers.append(name)
      }
    }
    return approvers
  }

  private func flag(_ key: PolicyKey.Guard, _ map: MapReader, into findings: inout Findings) -> Bool {
    map[key.rawValue].flatMap { ValueReader.flag($0, key.rawValue, into: &findings) } ?? false
  }
}
