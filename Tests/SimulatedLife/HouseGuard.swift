/// Who has to agree before a target is made freer.
struct HouseGuard: Hashable, Sendable {
  var approvers: [String]
  /// Whether each of them has to; else any one is enough.
  var needsAll = false
  /// Whether they have to agree to edits of the rules as well.
  var holdsEdits = false

  func isMet(by people: [String]) -> Bool {
    needsAll ? approvers.allSatisfy(people.contains) : approvers.contains(where: people.contains)
  }

  /// As it is written in a policy.
  var text: String {
    let words = ["approve: [\(approvers.joined(separator: ", "))]"] + (needsAll ? ["all: true"] : [])
    return "guard: {\((words + (holdsEdits ? ["edits: true"] : [])).joined(separator: ", "))}"
  }
}

extension [HouseGuard] {
  /// Everybody who may agree to something, each once.
  var approvers: [String] {
    flatMap(\.approvers).reduce(into: []) { unique, name in if !unique.contains(name) { unique.append(name) } }
  }

  func areMet(by people: [String]) -> Bool { allSatisfy { $0.isMet(by: people) } }
}
