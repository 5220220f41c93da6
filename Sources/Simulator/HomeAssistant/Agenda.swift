/// Something that will happen to a pretend Home Assistant.
struct Happening: Sendable {
  enum What: Sendable {
    /// The device says that it is in a state now; nil is the one that it is in.
    case report(state: String?, attributes: [JSONValue.Field])
    case appear
    case vanish
    case phase(HomeAssistant.Phase)
  }

  /// Seconds since 1970.
  var at: Double
  /// What is of one instant and one round happens before groups look at it.
  var round: Int
  /// The entity; empty where it happens to the server.
  var id = ""
  var what: What
  var context = ChangeContext.none
}

/// What will happen, in order.
struct Agenda: Sendable {
  private var waiting: [Happening] = []

  mutating func add(_ happening: Happening) {
    let before = waiting.lastIndex { ($0.at, $0.round) <= (happening.at, happening.round) }
    waiting.insert(happening, at: before.map { $0 + 1 } ?? 0)
  }

  /// Takes out what is due first, with all of the same instant and round; empty where nothing is due by `now`.
  mutating func takeDue(by now: Double) -> [Happening] {
    guard let first = waiting.first, first.at <= now else { return [] }
    let due = waiting.prefix { $0.at == first.at && $0.round == first.round }
    waiting.removeFirst(due.count)
    return Array(due)
  }

  /// Takes back what a device was going to say.
  mutating func cancelReports(of id: String) {
    waiting.removeAll { happening in
      if case .report = happening.what { happening.id == id } else { false }
    }
  }

  /// Takes back what is left of a start.
  mutating func cancelStart() {
    waiting.removeAll { happening in
      if case .report = happening.what { false } else { true }
    }
  }
}
