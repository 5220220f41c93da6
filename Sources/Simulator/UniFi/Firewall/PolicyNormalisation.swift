/// How a console rewrites what it is sent. What real ones do is not documented, so a client must bear any of it.
public struct PolicyNormalisation: Hashable, Sendable {
  /// How it spells MAC addresses.
  public var hardware = Spelling.asSent
  /// How it spells the times of schedules.
  public var times = TimeSpelling.asSent
  /// Whether it loses schedules.
  public var losesSchedules = false
  /// Whether it says that all states of connections are meant where none is given.
  public var listsEveryState = false
  /// After how many characters it cuts a description off; nil for never.
  public var longestDescription: Int?
  /// Whether it puts lists into an order of its own, the descending one.
  public var reordersLists = false

  /// How an address is written.
  public enum Spelling: Hashable, Sendable {
    case asSent, upper, lower, dashed
  }

  /// How a time is written: `07:00`, `07:00:00` or `7:00`.
  public enum TimeSpelling: Hashable, Sendable {
    case asSent, withSeconds, short
  }

  /// Nothing is rewritten.
  public init() {}

  /// The settings of a policy as the console keeps them.
  func applied(to settings: JSONValue) -> JSONValue {
    var kept = spelled(within: settings)
    if losesSchedules { kept["schedule"] = nil }
    if listsEveryState, kept["connectionStateFilter"] ?? .null == .null {
      kept["connectionStateFilter"] = ["NEW", "INVALID", "ESTABLISHED", "RELATED"]
    }
    if let longestDescription, let text = kept["description"]?.text {
      kept["description"] = .string(String(text.prefix(longestDescription)))
    }
    return kept
  }

  private func spelled(within settings: JSONValue) -> JSONValue {
    switch settings {
    case .object(let fields):
      .object(
        fields.map { field in
          let value = spelled(within: field.value)
          if Self.areAddresses(field.name) { return .init(field.name, spelled(value)) }
          return .init(field.name, Self.isTime(field.name) ? timed(value) : value)
        })
    case .array(let elements): .array(ordered(elements.map(spelled(within:))))
    case .null, .bool, .number, .string, .bytes: settings
    }
  }

  private static func areAddresses(_ member: String) -> Bool {
    ["macAddresses", "macAddressFilter"].contains(member)
  }

  private static func isTime(_ member: String) -> Bool { ["startTime", "stopTime"].contains(member) }

  private func timed(_ time: JSONValue) -> JSONValue {
    guard let text = time.text else { return time }
    switch times {
    case .asSent: return time
    case .withSeconds: return .string(text + ":00")
    case .short: return .string(text.hasPrefix("0") ? String(text.dropFirst()) : text)
    }
  }

  private func spelled(_ addresses: JSONValue) -> JSONValue {
    switch addresses {
    case .string(let text):
      switch hardware {
      case .asSent: addresses
      case .upper: .string(text.uppercased())
      case .lower: .string(text.lowercased())
      case .dashed: .string(text.replacing(":", with: "-").uppercased())
      }
    case .array(let elements): .array(ordered(elements.map { spelled($0) }))
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
