import CivilTime
import Policies
import StateStore
import Testing

@testable import Controller
@testable import ReconcileCLI

/// What somebody did not take is known to them as it was before, whatever sort of news it is: what began is told again, and so is
/// its end.
@Suite struct UntakenNewsTests {
  private static let now = Instant(secondsSinceEpoch: 1_795_204_804)

  /// What people have heard of `sort`, once `mark` was noted as told.
  private static func noted(_ sort: NewsMark.Sort, _ mark: String, into told: inout Told) {
    switch sort {
    case .lost: told.lost.insert(Name(mark))
    case .back: told.lost.remove(Name(mark))
    case .stuck: told.stuck.insert(mark)
    case .failure: told.failures.insert(mark)
    case .failureOver: told.failures.remove(mark)
    case .problem: told.problems.insert(mark)
    case .problemOver: told.problems.remove(mark)
    case .doubt: told.doubts.insert(mark)
    case .contended: told.contended.insert(mark)
    case .contendedOver: told.contended.remove(mark)
    case .gone: told.gone.insert(mark)
    case .ending: told.ends.insert(mark)
    case .coming: told.changes.append(ToldChange(target: Name("kids"), at: now))
    }
  }

  private static let mark = "kids 1795204804"
  private static let other = "tv 1795204804"

  /// Beside all else that people have heard.
  @Test(arguments: NewsMark.Sort.allCases) func isKnownAsBefore(_ sort: NewsMark.Sort) {
    var before = Told()
    for another in NewsMark.Sort.allCases where another != .coming { Self.noted(another, Self.other, into: &before) }
    before.lost.insert(Name(Self.other))
    (before.failures, before.problems, before.contended) = ([Self.other], [Self.other], [Self.other])
    switch sort {
    case .back: before.lost.insert(Name(Self.mark))
    case .failureOver: before.failures.insert(Self.mark)
    case .problemOver: before.problems.insert(Self.mark)
    case .contendedOver: before.contended.insert(Self.mark)
    case .lost, .stuck, .failure, .problem, .doubt, .contended, .gone, .ending, .coming: break
    }
    var after = before
    Self.noted(sort, Self.mark, into: &after)
    #expect(after != before)
    var again = after.without([NewsMark(sort, Self.mark)])
    // Another state was wanted when they last heard.
    if sort == .doubt { #expect(again.doubts.remove("kids ?") != nil) }
    #expect(again == before)
  }

  /// It is read as it was written, each sort of each receiver, and nothing of it is left once it was taken.
  @Test func isKeptAsItIs() throws {
    let world = TestWorld()
    let store = try StateStore(writing: world.state.path, now: Self.now)
    var untaken: [String: [NewsMark: UntakenNews]] = [:]
    for (number, sort) in NewsMark.Sort.allCases.enumerated() {
      for receiver in NewsReceiver.allCases {
        untaken[receiver.rawValue, default: [:]][NewsMark(sort, "a b \(number)")] = UntakenNews(
          tries: number + 1, at: Self.now + Int64(number))
      }
    }
    try store.keep(untaken: untaken)
    #expect(try store.untakenNews() == untaken)
    try store.keep(untaken: ["command": [:]])
    #expect(try store.untakenNews().isEmpty)
  }

  /// Ten tries minute by minute, then a quarter of an hour, half an hour, and an hour each; a clock that was set back makes
  /// nobody wait longer.
  @Test(arguments: [(1, 0), (9, 0), (10, 900), (11, 1800), (12, 3600), (13, 3600), (Int.max, 3600)] as [(Int, Int64)])
  func howLongIsWaited(_ tries: Int, _ seconds: Int64) {
    let untaken = UntakenNews(tries: tries, at: Self.now)
    for (after, isWaiting) in [(0, seconds > 0), (seconds - 1, seconds > 0), (seconds, false), (-1, false)] {
      #expect(untaken.isWaiting(at: Self.now + after) == isWaiting, "\(after)")
    }
  }
}
