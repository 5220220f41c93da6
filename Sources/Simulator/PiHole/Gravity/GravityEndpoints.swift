/// `/api/groups`, `/api/clients`, `/api/domains` and `/api/lists`.
extension PiHole {
  mutating func readGravity(_ table: GravityTable.Name, _ call: PiHoleCall) -> PiHoleAnswer {
    var target = GravityTarget(table, call.target)
    if let problem = target.narrow(call, isNeeded: false) { return problem.answer }
    return rows(target.places, target.item, status: 200, processed: nil, obstacle(at: call.now))
  }

  /// `POST` makes, `PUT` replaces.
  mutating func writeGravity(_ table: GravityTable.Name, _ call: PiHoleCall) -> PiHoleAnswer {
    var target = GravityTarget(table, call.target)
    do throws(PiHoleProblem) {
      let place = try target.place(call)
      let isPut = call.request.method == "PUT"
      if isPut, target.item.isEmpty { throw .uri("Specify item in URI", nil) }
      if !isPut, !target.item.isEmpty { throw .uri("Specify item in payload, not as URI parameter", target.item) }
      let body = GravityRequestBody(try call.body().get(), table)
      guard let items = isPut ? [.string(target.item)] : body.items else { throw .noItem(table) }
      let names = try names(items, in: place)
      let obstacle = obstacle(at: call.now)
      let processed = write(names, place, body, isPut: isPut, obstacle, at: call.now)
      let last = names.last ?? nil
      var answer = rows([place], last, status: isPut ? 200 : 201, processed: processed, obstacle)
      answer.location = Self.location(target.path, last)
      return answer
    } catch {
      return error.answer
    }
  }

  mutating func deleteGravity(_ table: GravityTable.Name, _ call: PiHoleCall) -> PiHoleAnswer {
    var target = GravityTarget(table, call.target)
    do throws(PiHoleProblem) {
      let place = try target.place(call)
      return delete([(target.item, place)], call)
    } catch {
      return error.answer
    }
  }

  mutating func delete(_ rows: [(name: String, place: GravityPlace)], _ call: PiHoleCall) -> PiHoleAnswer {
    if let obstacle = obstacle(at: call.now) { return .notRemoved(obstacle.writing) }
    guard gravity.delete(rows, at: call.now) > 0 else { return PiHoleAnswer(status: 404, body: [:], isBare: true) }
    return .noContent("text/html")
  }

  private func rows(
    _ places: [GravityPlace], _ item: String?, status: Int, processed: JSONValue?, _ obstacle: GravityObstacle?
  ) -> PiHoleAnswer {
    if let (message, hint) = obstacle?.reading {
      return .error(400, "database_error", message, hint: .string(hint))
    }
    let word = places.first?.table.word ?? ""
    var body = JSONValue.object([.init(word, .array(gravity.rows(at: places, item).map(\.json)))])
    if let processed { body["processed"] = processed }
    return PiHoleAnswer(status: status, body: body, isBare: true)
  }

  private mutating func write(
    _ names: [String?], _ place: GravityPlace, _ body: GravityRequestBody, isPut: Bool, _ obstacle: GravityObstacle?,
    at now: Double
  ) -> JSONValue {
    var (errors, successes) = ([JSONValue](), [JSONValue]())
    for name in names {
      let item = name.map { JSONValue.string($0) } ?? .null
      do throws(Gravity.Refusal) {
        if let obstacle { throw Gravity.Refusal(text: obstacle.writing) }
        try write(name, place, body, isPut: isPut, at: now)
        successes.append(["item": item])
      } catch {
        errors.append(["item": item, "error": .string(error.text)])
      }
    }
    return ["errors": .array(errors), "success": .array(successes)]
  }

  private mutating func write(
    _ name: String?, _ place: GravityPlace, _ body: GravityRequestBody, isPut: Bool, at now: Double
  ) throws(Gravity.Refusal) {
    guard let name else { throw Gravity.Refusal(text: "NOT NULL constraint failed: group.name") }
    let (comment, isEnabled) = (body.comment, place == .client || body.isEnabled)
    if !isPut {
      try gravity.insert(name, in: place, comment: comment, isEnabled: isEnabled, at: now)
    } else if place == .group, let other = body.name {
      try gravity.rename(group: name, to: other, comment: comment, isEnabled: isEnabled, at: now)
    } else {
      try gravity.upsert(
        name, in: try body.oldPlace(place), becoming: place, comment: comment, isEnabled: isEnabled, at: now)
    }
    if place != .group, let groups = body.groups { try gravity.setGroups(groups, of: name, in: place) }
  }

  /// The field is cut to fit a buffer of 1024 bytes, and not encoded.
  private static func location(_ path: String, _ item: String?) -> String {
    let location = Array("\(path)/\(item ?? "(null)")".utf8)
    let room = 1023 - "Location: ".utf8.count
    return String(
      decoding: location.count > room ? location.prefix(room - 3) + Array("...".utf8) : location[...],
      as: UTF8.self)
  }
}

extension GravityTarget {
  /// Narrows lists to the parameter `type`, which everything but reading needs.
  mutating func narrow(_ call: PiHoleCall, isNeeded: Bool) -> PiHoleProblem? {
    guard table == .lists else { return nil }
    guard let type = call.target.parameter("type"), !type.isEmpty else {
      return isNeeded ? .listType("Specify type parameter", nil) : nil
    }
    guard let type = GravityPlace.ListType(rawValue: type.lowercased()) else {
      let query = call.request.target.split(separator: "?", maxSplits: 1).last.map(String.init)
      return .listType("Invalid type parameter", query)
    }
    places = [.list(type)]
    return nil
  }

  /// The one place that a change is for.
  mutating func place(_ call: PiHoleCall) throws(PiHoleProblem) -> GravityPlace {
    if let problem = narrow(call, isNeeded: true) { throw problem }
    guard places.count == 1, let place = places.first else {
      throw .uri("Specify list to modify more precisely", call.target.path)
    }
    return place
  }
}

extension GravityRequestBody {
  /// Where a domain is before it is written to `place`: only both members together move it.
  func oldPlace(_ place: GravityPlace) throws(Gravity.Refusal) -> GravityPlace {
    guard place.table == .domains else { return place }
    switch (type, kind) {
    case (nil, nil): return place
    case (nil, _?): throw Gravity.Refusal(text: "Field type missing from request")
    case (_?, nil): throw Gravity.Refusal(text: "Field oldkind missing from request")
    case (let type?, let kind?):
      guard let old = GravityPlace.domain(type, kind) else {
        throw Gravity.Refusal(text: "Cannot interpret type/kind")
      }
      return old
    }
  }
}
