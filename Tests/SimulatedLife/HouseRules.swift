import CivilTime

/// What a family has agreed on, as it means it. `text` is the same in the language of the program; nothing of the
/// program's own understanding of that text is used here.
struct HouseRules: Sendable {
  var zone: String
  var systems: [HouseSystem]
  var targets: [HouseTarget]
  var schedules: [HouseSchedule]
  var statements: [HouseStatement]
  var edges: [HouseEdge] = []
  /// Who is named in it; nobody where nothing is guarded.
  var people: [String] = []
}

/// One of the systems that a household has.
struct HouseSystem: Sendable {
  enum Kind: Sendable { case console, piHole, homeAssistant, easyControl, builderOS }

  var name: String
  var kind: Kind
  var host: String
  var hasSecret = true
}

/// A word of the family and what it stands for.
struct HouseTarget: Sendable {
  enum Kind: Hashable, Sendable {
    case rules, policies, wifi, groups, lists, blocking, entities, capsules
    /// What is done at times, as its system calls it.
    case action(String)
    case domains(HouseDomains)
    case several([String])
  }

  var name: String
  var system: String
  var kind: Kind
  /// Names, patterns and ids.
  var names: [String] = []
  var excluded: [String] = []
  /// For groups and lists: whether the switch is on while the target is off.
  var isEnabledWhenOff = false
  /// One of its words or `leave`; empty where nothing is written.
  var otherwise: String
  /// `normal`, `strict`, `yield` or `observe`.
  var enforcement = "normal"
  /// Whether a sentence, an override or an action may open it.
  var mayOpen = false
  /// Who has to agree before it is made freer.
  var guarding: HouseGuard?
  /// What several targets name is that one's whose number is the least, unless two have it. Written nowhere.
  var precedence = Int64.max
}

extension HouseTarget {
  /// What an entry of this text would be known by, were it one of this target.
  func entry(_ text: String) -> String {
    guard case .domains(let domains) = kind else { return text }
    return "\(system) \(domains.isDeny) \(text)"
  }

  /// The entries that it names.
  var entries: [String] {
    guard case .domains(let domains) = kind else { return [] }
    return (domains.exact + domains.regex).map(entry)
  }
}

/// Entries that the family owns on a Pi-hole.
struct HouseDomains: Hashable, Sendable {
  var isDeny: Bool
  var exact: [String]
  var regex: [String]
  var groups: [String]
  var isPruned: Bool
}

/// Days or times with a name.
struct HouseSchedule: Sendable {
  var name: String
  var hasTimes: Bool
  var parts: [HouseTimes]
}

/// One sentence.
struct HouseStatement: Hashable, Sendable {
  var names: [String]
  var state: String
  /// At these times only: at all others the opposite.
  var isOnly = false
  var when: [HouseTimes]
}

/// Something that is done at certain times of certain days, once each.
struct HouseEdge: Sendable {
  var target: String
  /// Minutes of the day.
  var times: [Int]
  /// Nil for every day.
  var days: HouseDays?
  /// For how many seconds it may still be done; nil where nothing is written.
  var grace: Int64?
}

/// Clauses of one kind, less exceptions.
struct HouseTimes: Hashable, Sendable {
  var clauses: [HouseClause]
  var exceptions: [HouseException] = []
}

/// Days with times. No days: daily; no times: all day.
struct HouseClause: Hashable, Sendable {
  var days: HouseDays?
  var times: [Times]
  /// A schedule with times instead of all that.
  var schedule: String?
}

/// What is taken away.
enum HouseException: Hashable, Sendable {
  case starting([HouseDays])
  case instants([HouseClause])
}

/// A list of days.
enum HouseDays: Hashable, Sendable {
  /// Days of the week, 0 for Monday, and as they are written.
  case week([Int], String)
  /// Numbers of days, both included.
  case dates(Int, Int)
  /// Month times 100 plus day, both included.
  case yearly(Int, Int)
  case named(String)
  case eves(String)
}
