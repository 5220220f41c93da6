/// What is shown of entities, and painting on the board.
extension HomeAssistant {
  /// All that is there; in recovery mode what is remembered, and nothing else.
  var shown: [HomeAssistantEntity] { board.all.compactMap(shown) }

  func shown(_ id: String) -> HomeAssistantEntity? { board[id].flatMap(shown) }

  private func shown(_ entity: HomeAssistantEntity) -> HomeAssistantEntity? {
    guard entity.isThere else { return nil }
    guard recoveryMode else { return entity }
    guard entity.isRegistered else { return nil }
    var remembered = entity
    remembered.abandon()
    return remembered
  }

  func json(_ entity: HomeAssistantEntity) -> JSONValue {
    let updated = JSONValue.string(Self.time(entity.lastUpdated))
    let reported = generation == .old ? [] : [JSONValue.Field("last_reported", updated)]
    return .object(
      [
        .init("entity_id", .string(entity.id)), .init("state", .string(entity.state)),
        .init("attributes", entity.attributes), .init("last_changed", .string(Self.time(entity.lastChanged))),
      ] + reported + [.init("last_updated", updated), .init("context", entity.context.json)])
  }

  /// Six digits, and no letter for the zone.
  static func time(_ instant: Double) -> String { timestamp(instant).dropLast() + "+00:00" }

  /// `POST /api/states/ID`: shows a state, and switches nothing.
  mutating func paint(
    _ id: String, _ body: [UInt8], _ user: HomeAssistantUser, at now: Double
  ) -> SimulatedResponse {
    guard let tree = JSONValue.parsing(body)?.lastOfRepeated else {
      return .message(400, "Invalid JSON specified.")
    }
    guard let state = tree["state"]?.text else { return .message(400, "No state specified.") }
    guard EntityID.isValid(id) else { return .message(400, "Invalid entity ID specified.") }
    let old = shown(id)
    var new = old ?? HomeAssistantEntity(id: id, state: state, lastChanged: now)
    if let old, !old.isPainted, old.hiddenAttributes == nil { new.hiddenAttributes = old.attributes }
    new.isPainted = old?.isPainted ?? true
    new.state = state
    new.attributes = tree["attributes"] ?? [:]
    let context = newContext(user.id)
    if let old {
      show(new, instead: old, at: now, context)
    } else {
      new.context = context
      board[id] = new
    }
    settle(at: now, context)
    return .json(
      old == nil ? 201 : 200, json(board[id] ?? new), headers: [("Location", "/api/states/\(id)")])
  }

  mutating func unpaint(_ id: String) -> SimulatedResponse {
    guard shown(id) != nil else { return .message(404, "Entity not found.") }
    board[id] = nil
    return .message(200, "Entity removed.")
  }
}

/// The form of ids.
enum EntityID {
  /// Small letters, digits and underscores around one dot; neither side begins or ends with an underscore, and the
  /// domain has no two in a row.
  static func isValid(_ id: String) -> Bool {
    let sides = id.split(separator: ".", omittingEmptySubsequences: false)
    guard sides.count == 2, !sides[0].contains("__") else { return false }
    return sides.allSatisfy { side in
      !side.isEmpty && side.first != "_" && side.last != "_" && side.allSatisfy(isOfID)
    }
  }

  private static func isOfID(_ letter: Character) -> Bool {
    ("a"..."z").contains(letter) || ("0"..."9").contains(letter) || letter == "_"
  }
}
