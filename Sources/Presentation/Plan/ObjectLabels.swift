import Policies
import Providers
import Planning
import Text

/// What the objects of a report are called in text. Nothing here is escaped.
struct ObjectLabels {
  /// A name that several objects of one system may have.
  private struct NamedKind: Hashable {
    var system: Name
    var kind: ObjectKind
    var name: FoldedName

    init(_ entry: PlanEntry) {
      (system, kind, name) = (entry.system, entry.kind, FoldedName(entry.name))
    }
  }

  private let counts: [NamedKind: Int]

  /// The labels of a report with these lines.
  init(_ entries: [PlanEntry]) {
    // It matters how many have a name only where something tells them apart.
    let isCounted = entries.contains { $0.qualifier != nil }
    counts = isCounted ? Dictionary(grouping: entries, by: NamedKind.init).mapValues(\.count) : [:]
  }

  /// Whether something tells any of them from another of the same name.
  var areQualified: Bool { !counts.isEmpty }

  /// `acl-rule 'Downtime-KidsRoom'`, with what tells it from another of the same name, where there is one.
  func label(_ entry: PlanEntry) -> String {
    let label = label(entry.kind, entry.name)
    return qualifier(of: entry).map { label + " (\($0))" } ?? label
  }

  /// What tells the object from another of the same name; nil where nothing has to.
  func qualifier(of entry: PlanEntry) -> String? {
    guard let qualifier = entry.qualifier, counts[NamedKind(entry), default: 0] > 1 else { return nil }
    return qualifier
  }

  /// What a problem is about: an object that could not be found, or all objects of a kind.
  func label(_ problem: Finding) -> String {
    guard let kind = problem.kind else { return "" }
    return problem.name.map { label(kind, $0) } ?? kind.rawValue
  }

  private func label(_ kind: ObjectKind, _ name: String) -> String {
    kind.isWhole ? kind.rawValue : "\(kind.rawValue) \(name.quoted)"
  }
}
