/// What a change asks for. Whatever has another type than it should counts as missing.
struct GravityRequestBody {
  var comment: String?
  var isEnabled: Bool
  /// The new name of a group.
  var name: String?
  /// The old place of a domain.
  var type: String?
  /// The old place of a domain.
  var kind: String?
  /// Nil only where the member is missing: null or anything else that is no array is no group at all.
  var groups: [Int]?
  /// The names of what is to be made: one, or several.
  var items: [JSONValue]?

  init(_ body: JSONValue, _ table: GravityTable.Name) {
    let text = { (name: String) in body[name]?.text.flatMap { $0.isEmpty ? nil : $0 } }
    comment = text("comment")
    isEnabled = body["enabled"]?.flag ?? true
    name = text("name")
    type = text("type")
    kind = text("kind")
    groups = body["groups"].map { ($0.elements ?? []).compactMap(\.double).map(Self.cut) }
    items = text(table.item).map { [.string($0)] } ?? body[table.item]?.elements.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// A number as an `int`: without its fraction, and within its range.
  private static func cut(_ number: Double) -> Int {
    Int(Int32(max(Double(Int32.min), min(Double(Int32.max), number))))
  }
}
