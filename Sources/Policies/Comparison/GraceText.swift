import CivilTime

/// For how long what a target does at times may still be done afterwards, target by target, as a user would write it.
struct GraceText {
  private let texts: [Name: String]

  /// Those of the targets of `policy` that some edge gives another grace than the usual one.
  init(_ policy: Policy) {
    if policy.edges.allSatisfy({ $0.graceSeconds == Edge.usualGrace }) {
      texts = [:]
      return
    }
    let groups = TargetGroups(policy.targets)
    var naming: [Name: [Edge]] = [:]
    for edge in policy.edges {
      for member in groups.members(of: edge.subjects) { naming[member, default: []].append(edge) }
    }
    texts = naming.compactMapValues { Self.text($0) }
  }

  /// `5m`; with several `5m at 06:45, 10m at 18:00`; nil where it is the usual one.
  subscript(target: Name) -> String? { texts[target] }

  private static func text(_ edges: [Edge]) -> String? {
    let graces = Set(edges.map(\.graceSeconds)).sorted()
    if graces == [Edge.usualGrace] { return nil }
    guard graces.count > 1 else { return graces.first.map { DurationText.text(seconds: Int64($0)) } }
    return graces.map { grace in
      let times = Set(edges.filter { $0.graceSeconds == grace }.flatMap(\.times)).sorted()
      return DurationText.text(seconds: Int64(grace)) + " at " + times.map(\.description).joined(separator: " and ")
    }.joined(separator: ", ")
  }
}
