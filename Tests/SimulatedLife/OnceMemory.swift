/// What the program has to remember of what it asks for once: actions at their times, and services of which nobody can
/// tell whether they run.
struct OnceMemory {
  /// An action at the time at which it falls due, by the machine's clock.
  struct Action: Hashable {
    var target: String
    var at: Int64
  }

  /// What is known of a service.
  struct Service {
    /// What was wanted when it was last managed: a word, or `leave`.
    var wanted: String
    /// Whether a fault may have come between: then it may have been asked in vain too often, and is left alone until
    /// something else is wanted.
    var isDoubtful: Bool
    /// What it was last asked for, while that is still wanted.
    var asked: String?
    /// The overrides that there were when it was last asked for anything, by number, with their ends.
    var wishes: [Int: Int64] = [:]

    /// Whether somebody has made, changed or ended one of `overrides` since: then it may be asked for what is wanted anyway, once.
    func isWished(_ overrides: [HouseOverride], at instant: Int64) -> Bool {
      overrides.contains { wishes[$0.id] != $0.until }
        || wishes.contains { id, until in until > instant && !overrides.contains { $0.id == id } }
    }
  }

  /// Those that a run has read of before their time. Nothing else may be done.
  private(set) var mayBeExpected: Set<Action> = []
  /// Those of them that it surely has, and that are still to be done or told of.
  private(set) var expected: Set<Action> = []
  /// When each was begun, by the true clock.
  private(set) var begun: [Action: [Int64]] = [:]
  /// By system and name. What is not there no target has named so far, for all that is known.
  private(set) var services: [String: Service] = [:]
  /// Something may have been forgotten, or seen by a run that could not remember it.
  private(set) var hasGaps = false

  /// For how long what was done is surely remembered, in seconds, whatever the clock says: the program keeps it for two
  /// days.
  private static let kept: Int64 = 129_600
  /// How far ahead a run looks, in seconds.
  static let horizon: Int64 = 8 * 86_400

  /// Whether it was begun already, so that it must not be begun at `now` by the true clock.
  func isBegun(_ action: Action, at now: Int64) -> Bool {
    begun[action]?.contains { abs(now - $0) <= Self.kept } ?? false
  }

  /// A policy or a clock was changed.
  mutating func unsettle() {
    expected = []
    hasGaps = true
    for key in services.keys { services[key]?.isDoubtful = true }
  }

  mutating func begin(_ action: Action, at now: Int64) { begun[action, default: []].append(now) }

  /// A run has read that `upcoming` is to be done.
  mutating func expect(_ upcoming: Set<Action>, isSure: Bool) {
    mayBeExpected.formUnion(upcoming)
    expected = isSure ? upcoming.filter { begun[$0] == nil } : []
    hasGaps = !isSure
  }

  /// A run has managed services in the states of `wanted`, and asked for some. `isSure` is false where a fault may
  /// have kept it from seeing, doing or remembering something, and `isFollowed` where it may have wanted something else.
  /// There were these `overrides`.
  mutating func learn(
    wanted: [String: String], asked: [String: String], _ overrides: [HouseOverride], isSure: Bool, isFollowed: Bool
  ) {
    let wishes = Dictionary(overrides.map { ($0.id, $0.until) }) { $1 }
    for key in services.keys where wanted[key] == nil {
      services[key]?.isDoubtful = true
      if isSure { services[key] = nil }
    }
    for (key, state) in wanted {
      let before = services[key]
      let isDoubtful = !isSure || before.map { $0.isDoubtful && $0.wanted == state } ?? false
      let last = asked[key] ?? before?.asked
      services[key] = Service(
        wanted: state, isDoubtful: isDoubtful, asked: isFollowed && last == state ? last : nil,
        wishes: asked[key] == nil ? before?.wishes ?? [:] : wishes)
    }
  }
}
