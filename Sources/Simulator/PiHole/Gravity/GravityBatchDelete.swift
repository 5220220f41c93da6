/// `POST /api/…:batchDelete`.
extension PiHole {
  mutating func batchDelete(_ table: GravityTable.Name, _ call: PiHoleCall) -> PiHoleAnswer {
    var target = GravityTarget(table, RequestTarget("/api/" + table.word))
    if let problem = target.narrow(call, isNeeded: false) { return problem.answer }
    do throws(PiHoleProblem) {
      // A body that is missing or no JSON goes through until the database wants an array.
      let body = try? call.body().get()
      let members = body?.elements ?? body?.fields?.map(\.value) ?? []
      var rows: [(name: String, place: GravityPlace)] = []
      for member in members { rows += try Self.row(member, table).map { [$0] } ?? [] }
      guard body?.elements != nil else { throw PiHoleProblem(answer: .notRemoved("Argument is not an array")) }
      return delete(rows, call)
    } catch {
      return error.answer
    }
  }

  /// The row that a member names; nil for a list of an unknown type, which removes nothing.
  private static func row(
    _ member: JSONValue, _ table: GravityTable.Name
  ) throws(PiHoleProblem) -> (name: String, place: GravityPlace)? {
    guard member.fields != nil else { throw .batch("requires an array of objects") }
    guard let item = member["item"]?.text else { throw .batch("requires an array of objects with \"item\" as string") }
    switch table {
    case .groups: return (item, .group)
    case .clients: return (item, .client)
    case .lists:
      return member["type"]?.text.flatMap { GravityPlace.ListType(rawValue: $0.lowercased()) }.map { (item, .list($0)) }
    case .domains: return (item, try domainPlace(member))
    }
  }

  private static func domainPlace(_ member: JSONValue) throws(PiHoleProblem) -> GravityPlace {
    guard let type = member["type"]?.text, let kind = member["kind"]?.text else {
      throw .batch("requires an array of objects with \"type\" and \"kind\" as string")
    }
    guard let place = GravityPlace.domain(type, kind) else {
      throw .batch("requires an valid combination of \"type\" and \"kind\" for each object")
    }
    return place
  }
}

extension PiHoleProblem {
  static func batch(_ why: String) -> PiHoleProblem {
    PiHoleProblem(answer: .error(400, "bad_request", "Invalid request: Batch delete " + why))
  }

  static func uri(_ why: String, _ hint: String?) -> PiHoleProblem {
    PiHoleProblem(answer: .error(400, "uri_error", "Invalid request: " + why, hint: hint.map { .string($0) } ?? .null))
  }

  static func listType(_ why: String, _ hint: String?) -> PiHoleProblem {
    PiHoleProblem(
      answer: .error(
        400, "bad_request", "Invalid request: \(why) (should be either \"allow\" or \"block\")",
        hint: hint.map { .string($0) } ?? .null))
  }

  static func noItem(_ table: GravityTable.Name) -> PiHoleProblem {
    PiHoleProblem(
      answer: .error(
        400, "bad_request",
        "Invalid request: No valid \"\(table.item)\" in payload (must be either string or array)"))
  }
}

extension PiHoleAnswer {
  static func notRemoved(_ why: String) -> PiHoleAnswer {
    .error(400, "database_error", "Could not remove entries from table", hint: .string(why))
  }
}
