/// The body of a service call.
struct ServiceBody {
  /// Which entities are meant.
  enum Named: Hashable {
    case nothing
    case all
    case ids([String])
  }

  var named = Named.nothing
  var areas: [String] = []
  var labels: [String] = []
  /// The fields that say what is to be done.
  var fields: JSONValue = [:]

  private static let targets = ["entity_id", "device_id", "area_id", "floor_id", "label_id"]
  private static let modes = ["off", "heat", "cool", "heat_cool", "auto", "dry", "fan_only"]

  /// Devices and floors are taken, and there are none.
  init(_ bytes: [UInt8], _ rule: ServiceRule) throws(ServiceFailure) {
    guard String(validating: bytes, as: UTF8.self) != nil else { throw .stumble }
    guard let tree = bytes.isEmpty ? [:] : JSONValue.parsing(bytes) else { throw .notJSON }
    guard let all = tree.lastOfRepeated.fields else { throw .badRequest }
    var isTargeted = false
    for field in all {
      if Self.targets.contains(field.name) {
        isTargeted = true
        try aim(field)
      } else {
        guard rule.required == nil || rule.fields.contains(field.name), Self.isSound(field) else { throw .badRequest }
        fields[field.name] = field.value
      }
    }
    if rule.needsTarget, !isTargeted { throw .badRequest }
    let isComplete = (rule.required ?? []).allSatisfy { fields[$0] != nil }
    if !isComplete { throw .badRequest }
  }

  private mutating func aim(_ field: JSONValue.Field) throws(ServiceFailure) {
    switch field.name {
    case "entity_id": named = try Self.named(field.value)
    case "area_id": areas = Self.texts(field.value)
    case "label_id": labels = Self.texts(field.value)
    default: break
    }
  }

  private static func named(_ value: JSONValue) throws(ServiceFailure) -> Named {
    let ids: [String]
    switch value {
    case .null: return .nothing
    case .string("all"): return .all
    case .string("none"): return .nothing
    case .string(let text): ids = text.split(separator: ",", omittingEmptySubsequences: false).map(plain)
    case .array(let elements):
      ids = elements.compactMap { $0.text.map { plain($0[...]) } }
      guard ids.count == elements.count else { throw .badRequest }
    case .bool, .number, .bytes, .object: throw .stumble
    }
    guard ids.allSatisfy(EntityID.isValid) else { throw .badRequest }
    return .ids(ids)
  }

  private static func plain(_ id: Substring) -> String {
    String(id.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()).lowercased()
  }

  private static func texts(_ value: JSONValue) -> [String] {
    value.text.map { [$0] } ?? value.elements?.compactMap(\.text) ?? []
  }

  /// Whether the value of a service's own field has the right form.
  private static func isSound(_ field: JSONValue.Field) -> Bool {
    switch field.name {
    case "position", "brightness_pct", "percentage": field.value.double.map { (0...100).contains($0) } ?? false
    case "brightness": field.value.double.map { (0...255).contains($0) } ?? false
    case "hvac_mode": field.value.text.map(modes.contains) ?? false
    case "code":
      switch field.value {
      case .string, .number: true
      default: false
      }
    default: true
    }
  }
}
