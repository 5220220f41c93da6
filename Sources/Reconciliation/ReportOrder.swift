/// The order in which reports list objects: by kind, then name, then id. What still ties is told apart by the rest and
/// in the end by its bytes, so that it never matters in which order a system lists them.
struct ReportOrder: Comparable {
  private let kind: ResourceKind
  /// Nearly always tells, so that the rest need not be looked at.
  private let name: String
  private let id: String
  private let qualifier: String
  private let position: Setting.Position?

  init(_ object: LiveObject) {
    kind = object.kind
    name = object.name
    id = object.id ?? ""
    qualifier = object.qualifier ?? ""
    position = object.setting.position
  }

  init(_ line: Line) {
    kind = line.kind
    name = line.name
    id = line.id ?? ""
    qualifier = line.qualifier ?? ""
    position = line.from?.position
  }

  private var fields: [String] { [name, id, qualifier, position?.rawValue ?? ""] }

  static func < (left: ReportOrder, right: ReportOrder) -> Bool {
    if left.kind != right.kind { return left.kind < right.kind }
    if left.name != right.name { return left.name < right.name }
    let pairs = zip(left.fields, right.fields)
    for (left, right) in pairs where left != right { return left < right }
    // Texts that are canonically equal and still not the same.
    for (left, right) in pairs where !left.utf8.elementsEqual(right.utf8) {
      return left.utf8.lexicographicallyPrecedes(right.utf8)
    }
    return false
  }
}

extension [LiveObject] {
  /// In the order of reports.
  var inReportOrder: [LiveObject] { ordered { ReportOrder($0) } }
}

extension [Line] {
  /// In the order of reports.
  var inReportOrder: [Line] { ordered { ReportOrder($0) } }
}

extension Array {
  /// In the order that `order` gives. There may be thousands: what is compared is made once of each, places are sorted, and
  /// what is in order already is not copied.
  fileprivate func ordered(_ order: (Element) -> ReportOrder) -> [Element] {
    let orders = map(order)
    guard zip(orders, orders.dropFirst()).contains(where: { $1 < $0 }) else { return self }
    return indices.sorted { orders[$0] < orders[$1] }.map { self[$0] }
  }
}
