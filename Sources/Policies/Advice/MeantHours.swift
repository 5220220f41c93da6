/// What was meant by statements that say what holds anyway: that it holds at no other time.
///
/// What is proposed for several of them goes together: none turns off what another one is to keep on.
struct MeantHours {
  enum Proposal {
    /// One sentence for the hours of all these statements.
    case only(String, of: [Int])
    /// A line that says the opposite above this statement.
    case opposite(above: Int)
  }

  /// More statements than that are not made into one.
  private static let most = 12

  private let policy: Policy
  /// For each statement that is asked about the first one in force that says as much about one of its targets at some times.
  private var first: [Int: Int] = [:]
  /// Those with a line above them that says the opposite for all other times, of each of their targets.
  private var opposed: Set<Int> = []
  /// For each the statements directly above it, target by target; -1 for none.
  private var previous: [Int: Set<Int>] = [:]

  /// For each of `statements`, which are in order, what to write; nothing for one that has a line for all other times already.
  static func proposals(
    for statements: [Int], in policy: Policy, _ evaluator: Evaluator, timesOfDay: Set<Name>
  ) -> [Int: Proposal] {
    let hours = MeantHours(statements, policy, evaluator)
    var result: [Int: Proposal] = [:]
    for group in Dictionary(grouping: statements, by: { policy.statements[$0].subjects }).values {
      let only = hours.only(group, timesOfDay)
      for statement in group where only != nil || !hours.opposed.contains(statement) {
        result[statement] = only ?? .opposite(above: hours.first[statement] ?? statement)
      }
    }
    return result
  }

  private init(_ statements: [Int], _ policy: Policy, _ evaluator: Evaluator) {
    self.policy = policy
    let asked = Set(statements)
    opposed = asked
    for naming in evaluator.naming {
      var firstInForce: Int?
      var atOtherTimes: TargetState?
      for (place, index) in naming.enumerated() {
        let statement = policy.statements[index]
        // What is further up never decides.
        if statement.speaks.contains(.always) {
          firstInForce = nil
          atOtherTimes = statement.atOtherTimes ?? statement.state
        }
        if !statement.state.isOff, !statement.when.contains(.always) { firstInForce = firstInForce ?? index }
        guard asked.contains(index) else { continue }
        if atOtherTimes?.isOff != true { opposed.remove(index) }
        first[index] = min(first[index] ?? index, firstInForce ?? index)
        previous[index, default: []].insert(place == 0 ? -1 : naming[place - 1])
      }
    }
  }

  /// `kids on only 15:00–18:00` for statements about the same targets; nil where something else is about these in between,
  /// or is on further up.
  private func only(_ group: [Int], _ timesOfDay: Set<Name>) -> Proposal? {
    let statements = group.map { policy.statements[$0] }
    let areHours = statements.allSatisfy { statement in
      statement.state == .on && statement.when.allSatisfy { $0.isTimesOfDay(timesOfDay.contains) }
    }
    guard areHours, group.count <= Self.most, first[group[0]] == group[0],
      zip(group, group.dropFirst()).allSatisfy({ previous[$1] == [$0] })
    else { return nil }
    return .only(SentenceText.only(statements[0].subjects, statements.flatMap(\.when)), of: group)
  }
}
