import Policies
import Providers

/// What reports list: live objects, and the entries about them.
///
/// Reports list by kind, then name, then id. What still ties is told apart by the rest and in the end by its bytes, so that
/// it never matters in which order a system lists things.
protocol Listed {
  var kind: ObjectKind { get }
  var name: String { get }
  var id: String? { get }
  var qualifier: String? { get }
  /// The position of its switch; nil where that is not known.
  var position: SwitchState.Position? { get }
}

extension ObservedObject: Listed {
  var position: SwitchState.Position? { switchState.position }
}

extension PlanEntry: Listed {
  var position: SwitchState.Position? { from?.position }
}

extension Listed {
  /// What tells things of one kind apart, the first that differs.
  private var fields: [String] { [name, id ?? "", qualifier ?? "", position?.rawValue ?? ""] }

  /// Whether the kind and the name of two do not tell which comes first, asked only then.
  fileprivate func isBeforeNamesake(_ other: Self) -> Bool {
    let pairs = zip(fields, other.fields)
    for (one, other) in pairs where one != other { return one < other }
    // Texts that are canonically equal and still not the same.
    for (one, other) in pairs where !one.utf8.elementsEqual(other.utf8) {
      return one.utf8.lexicographicallyPrecedes(other.utf8)
    }
    return false
  }
}

extension Array where Element: Listed {
  /// In the order of reports.
  var inReportOrder: [Element] {
    let places = Array<Int>(indices)
    let ordered = inReportOrder(places)
    return ordered == places ? self : ordered.map { self[$0] }
  }

  /// These `places` in the order of reports of what is there. There may be thousands, of which nothing is copied.
  func inReportOrder(_ places: [Int]) -> [Int] {
    let isOrdered = !places.indices.dropFirst().contains { isBefore(places[$0], places[$0 - 1]) }
    return isOrdered ? places : places.sorted(by: isBefore)
  }

  private func isBefore(_ one: Int, _ other: Int) -> Bool {
    if self[one].kind != self[other].kind { return self[one].kind < self[other].kind }
    if self[one].name != self[other].name { return self[one].name < self[other].name }
    return self[one].isBeforeNamesake(self[other])
  }
}

extension Array {
  /// Adds `more` at the end; what comes to nothing is not copied.
  mutating func take(_ more: [Element]) {
    if isEmpty { self = more } else { self += more }
  }
}
