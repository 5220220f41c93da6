/// What is between a `BEGIN` and its `END`, of those that matter here.
struct Component {
  /// From the `BEGIN` to the `END`.
  var lines: ClosedRange<Int>
  /// Those that are read at all, in their order.
  var properties: [Property] = []
  /// The parts of a zone's definition.
  var parts: [Component] = []
  /// `VEVENT`, `STANDARD` and the like.
  var kind: String

  /// The first property of that name.
  func first(_ name: String) -> Property? { properties.first { $0.name == name } }

  /// Every property of that name.
  func all(_ name: String) -> [Property] { properties.filter { $0.name == name } }
}

/// A `VCALENDAR`: several may be in a file.
struct CalendarObject {
  var events: [Component] = []
  var zones: [Component] = []
  /// Whether it takes back what it names.
  var isCancellation = false
}
