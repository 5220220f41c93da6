/// Which part of a list is asked for.
struct UniFiPage {
  var offset = 0
  /// At most 200: a larger one is cut, not refused.
  var limit = 25

  init() {}

  init(_ target: RequestTarget) throws(UniFiRefusal) {
    if let filter = target.parameter("filter") {
      throw UniFiRefusal(400, "api.request.invalid-filter", "the simulator does not filter: '\(filter)'")
    }
    offset = try Self.number("offset", target) ?? offset
    limit = min(200, try Self.number("limit", target) ?? limit)
  }

  private static func number(
    _ name: String, _ target: RequestTarget
  ) throws(UniFiRefusal) -> Int? {
    guard let text = target.parameter(name) else { return nil }
    guard let number = Int32(text) else { throw .mismatch(text, name) }
    guard number >= 0 else { throw .invalid("\(name) must be greater than or equal to 0") }
    return Int(number)
  }

  /// The page of `items`, in the envelope every list has; only what is on the page is spelled out.
  func answer<Items: RandomAccessCollection>(_ items: Items, _ spell: (Items.Element) -> JSONValue) -> JSONValue {
    let data = items.dropFirst(offset).prefix(limit).map(spell)
    return [
      "offset": .number(String(offset)), "limit": .number(String(limit)), "count": .number(String(data.count)),
      "totalCount": .number(String(items.count)), "data": .array(data),
    ]
  }
}
