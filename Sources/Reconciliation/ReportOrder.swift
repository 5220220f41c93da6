/// The order in which reports list objects: by kind, then name, then id. What still ties is told apart by the rest and
/// in the end by its bytes, so that it never matters in which order a system lists them.
struct ReportOrder: Comparable {
  /// Nearly always tells, so that the rest need not be looked at.
  fileprivate let head: Head
  private let id: String
  private let qualifier: String
  private let position: Setting.Position?

  init(_ object: LiveObject) {
    head = Head(kind: object.kind, name: object.name)
    id = object.id ?? ""
    qualifier = object.qualifier ?? ""
    position = object.setting.position
  }

  init(_ line: Line) {
    head = Head(kind: line.kind, name: line.name)
    id = line.id ?? ""
    qualifier = line.qualifier ?? ""
    position = line.from?.position
  }

  fileprivate struct Head: Comparable {
    var kind: ResourceKind
    var name: String

    static func < (left: Head, right: Head) -> Bool {
      left.kind == right.kind ? left.name < right.name : left.kind < right.kind
    }
  }

  private var fields: [String] { [head.name, id, qualifier, position?.rawValue ?? ""] }

  static func < (left: ReportOrder, right: ReportOrder) -> Bool {
    if left.head != right.head { return left.head < right.head }
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
  /// In the order that `order` gives. There may be thousands: what nearly always tells is made once of each, places are
  /// sorted, and what is in order already is not copied.
  func ordered(_ order: (Element) -> ReportOrder) -> [Element] {
    let heads = map { order($0).head }
    func isBefore(_ one: Int, _ other: Int) -> Bool {
      heads[one] == heads[other] ? order(self[one]) < order(self[other]) : heads[one] < heads[other]
    }
    guard indices.dropFirst().contains(where: { isBefore($0, $0 - 1) }) else { return self }
    return indices.sorted(by: isBefore).map { self[$0] }
  }
}
