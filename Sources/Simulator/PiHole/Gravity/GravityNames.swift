/// What the names of new rows must be like. A name that is refused refuses the whole request.
extension PiHole {
  /// The names as they are stored.
  func names(_ items: [JSONValue], in place: GravityPlace) throws(PiHoleProblem) -> [String?] {
    switch place {
    case .group: return items.map(\.text)
    case .client, .list: return try items.map { (item) throws(PiHoleProblem) in try Self.word(item) }
    case .domain(_, .exact):
      return try items.map { (item) throws(PiHoleProblem) in try domain(try Self.word(item)) }
    case .domain(_, .regex):
      return try items.map { (item) throws(PiHoleProblem) in try Self.regex(item) }
    }
  }

  private static func word(_ item: JSONValue) throws(PiHoleProblem) -> String {
    // The key is the same for everything: the server reuses the answer for regular expressions.
    guard let text = item.text else { throw noRegex(.null) }
    guard !text.utf8.contains(where: { [0x20, 0x09, 0x0A].contains($0) }) else {
      throw PiHoleProblem(
        answer: .error(
          400, "bad_request", "Spaces, newlines and tabs are not allowed in domains and URLs", hint: .string(text)))
    }
    return text
  }

  private func domain(_ text: String) throws(PiHoleProblem) -> String {
    do throws(DomainName.Refusal) {
      return try DomainName.stored(text, hasUTF8Locale: hasUTF8Locale)
    } catch {
      switch error {
      case .notConverted(let why):
        throw PiHoleProblem(
          answer: .error(400, "bad_request", "Invalid request: Invalid domain name", hint: .string(why)))
      case .invalid:
        throw PiHoleProblem(answer: .error(400, "bad_request", "Invalid domain", hint: .string(text)))
      }
    }
  }

  private static func regex(_ item: JSONValue) throws(PiHoleProblem) -> String {
    guard let text = item.text else { throw noRegex(.null) }
    if let mistake = RegexCheck.mistake(in: text) { throw noRegex(.string(mistake)) }
    return text
  }

  private static func noRegex(_ hint: JSONValue) -> PiHoleProblem {
    PiHoleProblem(answer: .error(400, "regex_error", "Regex validation failed", hint: hint))
  }
}
