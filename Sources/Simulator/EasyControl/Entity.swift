extension EasyControl {
  /// Something that the server controls.
  public struct Entity: Sendable {
    /// As Home Assistant has it, such as `locked`; nothing moves while it is `unavailable`.
    public var state: String
    /// For people.
    public var name: String
    /// What else is told of it, such as `current_position` and `supported_features`.
    public var details: JSONValue
    /// How long a call takes, while the guest waits.
    public var seconds: Double
    /// How long after a call its state is told.
    public var lag = 0.0
    /// A cover that goes on after the call: how long ten per cent take.
    public var secondsPerStep: Double?
    /// Why every call fails.
    public var failure: String?
    /// What every call ends as, whatever was asked, such as `jammed`.
    public var endsAs: String?
    private var coming: (state: String, at: Double)?
    private var journey: Journey?

    private struct Journey {
      var from: Int
      var to: Int
      var startedAt: Double
      /// Such as `closing`; nil where only a position was asked for.
      var word: String?
    }

    /// An entity that does what it is asked to.
    public init(_ name: String, state: String, seconds: Double = 0, details: JSONValue = [:]) {
      self.name = name
      self.state = state
      self.seconds = seconds
      self.details = details
    }

    /// Whether it can do `action`; what does not say what it can do can do everything.
    func supports(_ action: GuestAction) -> Bool {
      guard let feature = action.feature, let features = details["supported_features"]?.whole else { return true }
      return features & feature != 0
    }

    /// A call begins: doors say that they are on their way.
    mutating func begin(_ action: GuestAction) {
      guard state != "unavailable", seconds > 0, let word = Self.onTheWay[action.service ?? ""] else { return }
      coming = nil
      state = word
    }

    /// A call ends well.
    mutating func finish(_ action: GuestAction, _ number: Double?, at now: Double) {
      guard state != "unavailable" else { return }
      (coming, journey) = (nil, nil)
      switch action.service {
      case "cover.open_cover": move(to: 100, "opening", at: now)
      case "cover.close_cover": move(to: 0, "closing", at: now)
      case "cover.set_cover_position": move(to: Int(number ?? 0), nil, at: now)
      case "cover.set_cover_tilt_position": details["current_tilt_position"] = .spelled((number ?? 0).rounded(.down))
      case "climate.set_temperature": details["temperature"] = .number(String(number ?? 0))
      case "switch.toggle", "light.toggle": become(state == "on" ? "off" : "on", at: now)
      case "light.turn_on" where number == 0: become("off", at: now)
      case let service?: become(Self.result[service] ?? state, number, at: now)
      case nil: break
      }
    }

    /// Lets everything happen that is due by `now`.
    mutating func advance(to now: Double) {
      if let coming, now >= coming.at { (state, self.coming) = (coming.state, nil) }
      guard let journey, let secondsPerStep else { return }
      let way = Int(((now - journey.startedAt) / secondsPerStep).rounded(.down)) * 10
      let isDone = way >= abs(journey.to - journey.from)
      let position = isDone ? journey.to : journey.from + (journey.to < journey.from ? -way : way)
      details["current_position"] = .number(String(position))
      state = isDone ? endsAs ?? Self.word(position) : journey.word ?? Self.word(position)
      if isDone { self.journey = nil }
    }

    private mutating func move(to position: Int, _ word: String?, at now: Double) {
      if secondsPerStep != nil, let from = details["current_position"]?.whole {
        journey = Journey(from: from, to: position, startedAt: now, word: word)
        return advance(to: now)
      }
      if details["current_position"] != nil { details["current_position"] = .number(String(position)) }
      become(Self.word(position), at: now)
    }

    private mutating func become(_ asked: String, _ percent: Double? = nil, at now: Double) {
      let last = endsAs ?? asked
      if let percent { details = Self.dimmed(details, percent) }
      if asked == "off" { details["brightness"] = nil }
      if lag > 0 { coming = (last, now + lag) } else { state = last }
    }

    private static func dimmed(_ details: JSONValue, _ percent: Double) -> JSONValue {
      var rest = details
      rest["brightness"] = nil
      return .object([.init("brightness", .spelled((percent * 2.55).rounded()))] + (rest.fields ?? []))
    }

    private static func word(_ position: Int) -> String { position == 0 ? "closed" : "open" }

    private static let onTheWay = [
      "lock.lock": "locking", "lock.unlock": "unlocking", "cover.open_cover": "opening", "cover.close_cover": "closing",
    ]
    private static let result = [
      "lock.lock": "locked", "lock.unlock": "unlocked", "switch.turn_on": "on", "switch.turn_off": "off",
      "light.turn_on": "on", "light.turn_off": "off",
    ]
  }
}
