/// What a request body may look like, as data, so that one checker serves every endpoint.
indirect enum BodySchema: Sendable {
  case text(minimumLength: Int, maximumLength: Int = .max)
  case spelled(BodySpelling)
  case uuid
  case choice([String])
  case flag
  case whole(ClosedRange<Int>)
  /// A number that is one of these.
  case numbers([Double])
  case list(BodySchema, minimum: Int, maximum: Int = .max, unique: Bool)
  case object([Member])
  /// An object whose other members depend on the value of one.
  case variants(by: String, [(value: String, members: [Member])])

  struct Member: Sendable {
    var name: String
    var schema: BodySchema
    var isRequired: Bool

    static func required(_ name: String, _ schema: BodySchema) -> Member {
      Member(name: name, schema: schema, isRequired: true)
    }

    static func optional(_ name: String, _ schema: BodySchema) -> Member {
      Member(name: name, schema: schema, isRequired: false)
    }
  }
}

/// Checks a body in the order the application does: discriminators, then unknown properties, then the types of
/// values, then their content; each over the whole tree before the next.
struct BodyChecker {
  private let schema: BodySchema
  /// Members of the outermost object that are taken although the schema does not have them.
  private let tolerated: [String]
  /// Whether they are taken in all objects within it as well.
  private let toleratesInside: Bool

  init(_ schema: BodySchema, tolerating tolerated: [String] = [], inside: Bool = false) {
    self.schema = schema
    self.tolerated = tolerated
    toleratesInside = inside
  }

  func check(_ body: JSONValue) throws(UniFiRefusal) {
    for pass in [Pass.discriminators, .unknownProperties, .types, .content] {
      try run(pass, schema, body, "$")
    }
  }

  private enum Pass { case discriminators, unknownProperties, types, content }

  private func run(_ pass: Pass, _ schema: BodySchema, _ value: JSONValue, _ path: String) throws(UniFiRefusal) {
    switch schema {
    case .text, .spelled, .uuid, .choice, .flag, .whole, .numbers: try leaf(pass, schema, value, path)
    case .list(let element, let minimum, let maximum, let unique):
      try list(pass, value, path, minimum...maximum, unique: unique)
      for (place, item) in (value.elements ?? []).enumerated() { try run(pass, element, item, "\(path)[\(place)]") }
    case .object(let members): try object(pass, members, value, path)
    case .variants(let discriminator, let variants):
      if pass == .discriminators { try self.discriminator(discriminator, variants, value, path) }
      if pass == .types, value.fields == nil { throw .unreadable("\(path) must be an object") }
      guard let chosen = variants.first(where: { $0.value == value[discriminator]?.text }) else { return }
      let named = BodySchema.Member.required(discriminator, .choice([chosen.value]))
      try object(pass, [named] + chosen.members, value, path)
    }
  }

  private func discriminator(
    _ name: String, _ variants: [(value: String, members: [BodySchema.Member])], _ value: JSONValue, _ path: String
  ) throws(UniFiRefusal) {
    guard value.fields != nil else { return }
    guard let found = value[name], found != .null else { throw .missingTypeID("\(path).\(name)") }
    let valid = variants.map(\.value)
    let text = found.text ?? String(decoding: found.encoded, as: UTF8.self)
    guard valid.contains(text) else { throw .unknownTypeID("\(path).\(name)", text, valid: valid) }
  }

  private func object(
    _ pass: Pass, _ members: [BodySchema.Member], _ value: JSONValue, _ path: String
  ) throws(UniFiRefusal) {
    guard let fields = value.fields else {
      if pass == .types { throw .unreadable("\(path) must be an object") }
      return
    }
    if pass == .unknownProperties {
      for field in fields where !members.contains(where: { $0.name == field.name }) {
        if path == "$" || toleratesInside, tolerated.contains(field.name) { continue }
        throw .unknownProperty("\(path).\(field.name)")
      }
    }
    for member in members {
      if let inner = value[member.name], inner != .null {
        try run(pass, member.schema, inner, "\(path).\(member.name)")
      } else if pass == .content, member.isRequired {
        throw .invalid("\(path).\(member.name) must not be null")
      }
    }
  }

  private func list(
    _ pass: Pass, _ value: JSONValue, _ path: String, _ counts: ClosedRange<Int>, unique: Bool
  ) throws(UniFiRefusal) {
    switch pass {
    case .discriminators, .unknownProperties: return
    case .types: if value.elements == nil { throw .unreadable("\(path) must be an array") }
    case .content:
      let elements = value.elements ?? []
      if elements.count < counts.lowerBound {
        throw .invalid("\(path) must have at least \(counts.lowerBound) element(s)")
      }
      if elements.count > counts.upperBound {
        throw .invalid("\(path) must have at most \(counts.upperBound) element(s)")
      }
      if unique, Set(elements).count < elements.count { throw .invalid("\(path) must only have unique elements") }
    }
  }

  private func leaf(_ pass: Pass, _ schema: BodySchema, _ value: JSONValue, _ path: String) throws(UniFiRefusal) {
    switch pass {
    case .discriminators, .unknownProperties: return
    case .types: if let wrong = Self.wrongType(schema, value) { throw .unreadable("\(path) must be \(wrong)") }
    case .content: if let wrong = Self.wrongContent(schema, value) { throw .invalid("\(path) \(wrong)") }
    }
  }

  private static func wrongType(_ schema: BodySchema, _ value: JSONValue) -> String? {
    switch schema {
    case .text, .spelled: value.text == nil ? "a string" : nil
    case .uuid: value.text.map(isUUID) == true ? nil : "a UUID"
    case .choice(let words): value.text.map(words.contains) == true ? nil : "one of \(words.joined(separator: ", "))"
    case .flag: value.flag == nil ? "a boolean" : nil
    case .whole: value.whole == nil ? "an integer" : nil
    case .numbers(let numbers): value.double.map(numbers.contains) == true ? nil : "one of \(numbers)"
    case .list, .object, .variants: nil
    }
  }

  private static func wrongContent(_ schema: BodySchema, _ value: JSONValue) -> String? {
    switch schema {
    case .text(let minimum, let maximum): wrongLength(value.text ?? "", minimum, maximum)
    case .spelled(let spelling): spelling.fits(value.text ?? "") ? nil : "must be \(spelling.explanation)"
    case .whole(let range):
      value.whole.map(range.contains) == true ? nil : "must be from \(range.lowerBound) to \(range.upperBound)"
    case .uuid, .choice, .flag, .numbers, .list, .object, .variants: nil
    }
  }

  private static func wrongLength(_ text: String, _ minimum: Int, _ maximum: Int) -> String? {
    let length = text.unicodeScalars.count
    if length == 0, minimum > 0 { return "must not be empty" }
    if length < minimum { return "must have at least \(minimum) characters" }
    return length > maximum ? "must have at most \(maximum) characters" : nil
  }
}

extension JSONValue {
  /// The value of a number without a fraction, in whatever spelling.
  var whole: Int? {
    guard let double, double == double.rounded(), abs(double) < 1e15 else { return nil }
    return Int(double)
  }
}

/// Whether `text` is spelled like a UUID, in either case.
func isUUID(_ text: String) -> Bool {
  let groups = text.split(separator: "-", omittingEmptySubsequences: false)
  return groups.map(\.count) == [8, 4, 4, 4, 12] && groups.allSatisfy { $0.allSatisfy(\.isHexDigit) }
    && text.utf8.count == 36
}
