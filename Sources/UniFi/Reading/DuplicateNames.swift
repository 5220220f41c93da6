import Providers

/// The names that more than one policy of a person has; such policies are told apart by their zones.
struct DuplicateNames {
  private let names: Set<FoldedName>

  init(_ policies: [FirewallPolicy]) {
    let own = policies.filter { $0.head.origin == .userDefined }
    names = Set(Dictionary(grouping: own) { FoldedName($0.name) }.filter { $0.value.count > 1 }.keys)
  }

  /// Whether there are none.
  var isEmpty: Bool { names.isEmpty }

  /// What tells `policy` from its namesakes, such as `Internal → External`; nil where it has none. `zones` are the names
  /// of zones by their ids in lower case.
  func qualifier(of policy: FirewallPolicy, _ zones: [String: String]) -> String? {
    guard names.contains(FoldedName(policy.name)), let ends = policy.zones else { return nil }
    let (source, destination) = (zones[ends.source.lowercased()], zones[ends.destination.lowercased()])
    return "\((source ?? ends.source).shortened()) → \((destination ?? ends.destination).shortened())"
  }
}
