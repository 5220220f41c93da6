/// The order in which reports list objects: by kind, then name, then id. What still ties is told apart by the rest and
/// in the end by its bytes, so that it never matters in which order a system lists them.
struct ReportOrder: Comparable {
  private let kind: ResourceKind
  private let fields: [String]

  init(_ object: LiveObject) {
    kind = object.kind
    fields = [object.name, object.id ?? "", object.qualifier ?? "", object.setting.position.rawValue]
  }

  init(_ line: Line) {
    kind = line.kind
    fields = [line.name, line.id ?? "", line.qualifier ?? "", line.from?.position.rawValue ?? ""]
  }

  static func < (left: ReportOrder, right: ReportOrder) -> Bool {
    if left.kind != right.kind { return left.kind < right.kind }
    let pairs = zip(left.fields, right.fields)
    for (left, right) in pairs where left != right { return left < right }
    // Texts that are canonically equal and still not the same.
    for (left, right) in pairs where !left.utf8.elementsEqual(right.utf8) {
      return left.utf8.lexicographicallyPrecedes(right.utf8)
    }
    return false
  }
}
