import CivilTime
import Planning
import Policies
import Testing

/// Several lines that want one thing done at one time: each counts for itself.
@Suite struct SharedTimeTests {
  /// What a run notes that reads `before` ten minutes before 7:00, and what one makes of it that reads `after` so many minutes
  /// after 7:00: whether it is done, and by which line.
  private static func due(_ before: [String], _ after: [String], minutes: Int64) throws -> String? {
    let seven = Instant(secondsSinceEpoch: 1_795_413_600)
    let old = try #require(try EdgeTests.decoded(before).policy)
    let noted = DueActions(old, Evaluator(old).edges, known: [], at: seven + -600).recorded
      .filter { $0.key.target == Name("gate") }
    let new = try #require(try EdgeTests.decoded(after).policy)
    let due = DueActions(new, Evaluator(new).edges, known: noted, at: seven + minutes * 60).due
      .filter { $0.key.at == seven && $0.key.target == Name("gate") }
    #expect(due.count < 2)
    return due.first.map { "\($0.standing) \($0.edge.map { new.edges[$0].id } ?? "–")" }
  }

  private static let weekdays = "{do: gate at 07:00 on weekdays, id: weekdays}"
  private static let patient = "{do: gate at 07:00, id: daily, grace: 1h}"
  private static let monday = "{do: gate at 07:00 on mon, id: monday}"

  @Test func theMostPatientLineCounts() throws {
    for lines in [[Self.weekdays, Self.patient], [Self.patient, Self.weekdays]] {
      #expect(try Self.due(lines, lines, minutes: 5) == "due daily")
      #expect(try Self.due(lines, lines, minutes: 20) == "due daily")
      #expect(try Self.due(lines, lines, minutes: 60) == "due daily")
      #expect(try Self.due(lines, lines, minutes: 61) == "missed daily")
    }
  }

  @Test func whatStaysIsDoneWhereAnotherLineIsRemoved() throws {
    let lines = [Self.weekdays, Self.patient, Self.monday]
    #expect(try Self.due(lines, [Self.patient], minutes: 0) == "due daily")
    #expect(try Self.due(lines, [Self.patient], minutes: 59) == "due daily")
    #expect(try Self.due(lines, [Self.weekdays], minutes: 0) == "due weekdays")
    #expect(try Self.due(lines, [Self.monday], minutes: 0) == "due monday")
    #expect(try Self.due(lines, [Self.weekdays, Self.monday], minutes: 11) == "missed weekdays")
    #expect(try Self.due(lines, [], minutes: 0) == nil)
  }

  /// A line that no run had read, and more time that was written since, do nothing, whatever the others say.
  @Test func whatWasNotReadBeforeIsNotDone() throws {
    #expect(try Self.due([Self.weekdays], [Self.patient], minutes: 0) == nil)
    #expect(try Self.due([Self.weekdays, Self.monday], [Self.patient], minutes: 0) == nil)
    let longer = "{do: gate at 07:00 on weekdays, id: weekdays, grace: 2h}"
    #expect(try Self.due([Self.weekdays, Self.monday], [longer, Self.monday], minutes: 11) == "missed weekdays")
    #expect(try Self.due([Self.weekdays, Self.patient], [longer, Self.patient], minutes: 61) == "missed daily")
  }

  /// The same words twice, as often as anybody likes: what is remembered does not grow with them.
  @Test func manyLinesAreFew() throws {
    let many = (1...60).map { "{do: gate at 07:00 on mon, id: line-\($0), grace: \($0)m}" }
    #expect(try Self.due(many, many, minutes: 1) != nil)
    let policy = try #require(try EdgeTests.decoded(many).policy)
    let noted = DueActions(policy, Evaluator(policy).edges, known: [], at: Instant(secondsSinceEpoch: 1_795_413_000))
    let others = noted.recorded.filter { $0.key.target == Name("gate") }.map(\.others.count)
    #expect(!others.isEmpty && others.allSatisfy { $0 == RecordedAction.mostOthers }, "\(others)")
  }
}
