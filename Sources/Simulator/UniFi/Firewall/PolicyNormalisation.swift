/// How a console rewrites what it is sent. What real ones do is not documented, so a client must bear any of it.
public struct PolicyNormalisation: Hashable, Sendable {
  /// How it spells MAC addresses.
  public var hardware = LetterCase.asSent
  /// Whether it puts lists into an order of its own, the descending one.
  public var reordersLists = false

  /// The letters of an address.
  public enum LetterCase: Hashable, Sendable {
    case asSent, upper, lower
  }

  /// Nothing is rewritten.
  public init() {}

  /// The settings of a policy as the console keeps them.
  func applied(to settings: JSONValue) -> JSONValue {
    switch settings {
    case .object(let fields):
      .object(
        fields.map { field in
          let value = applied(to: field.value)
          return .init(field.name, Self.areAddresses(field.name) ? spelled(value) : value)
        })
    case .array(let elements): .array(ordered(elements.map(applied)))
    case .null, .bool, .number, .string, .bytes: settings
    }
  }

  private static func areAddresses(_ member: String) -> Bool {
    ["macAddresses", "macAddressFilter"].contains(member)
  }

  private func spelled(_ addresses: JSONValue) -> JSONValue {
    switch addresses {
    case .string(let text):
      switch hardware {
      case .asSent: addresses
      case .upper: .string(text.uppercased())
      case .lower: .string(text.lowercased())
      }
    case .array(let elements): .array(ordered(elements.map(spelled)))
    case .null, .bool, .number, .bytes, .object: addresses
    }
  }

  /// Descending, because most clients send ascending lists.
  private func ordered(_ elements: [JSONValue]) -> [JSONValue] {
    guard reordersLists else { return elements }
    let numbers = elements.compactMap(\.double)
    if numbers.count == elements.count {
      return zip(numbers, elements).sorted { $0.0 > $1.0 }.map(\.1)
    }
    let texts = elements.compactMap(\.text)
    return texts.count == elements.count ? texts.sorted(by: >).map(JSONValue.string) : elements
  }
}
