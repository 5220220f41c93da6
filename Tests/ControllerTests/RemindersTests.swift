import CivilTime
import Policies
import StateStore
import Testing

@testable import Controller

/// Which coming changes are told, case by case, and that each is told once.
@Suite struct RemindersTests {
  private static let now = Instant(secondsSinceEpoch: 1_795_204_800)

  private static func change(_ seconds: Int64, _ target: String = "kids") -> ComingChange {
    ComingChange(target: Name(target), at: now + seconds, from: .on, to: .off)
  }

  private static func told(_ seconds: Int64, _ target: String = "kids") -> ToldChange {
    ToldChange(target: Name(target), at: now + seconds)
  }

  struct Case: CustomTestStringConvertible {
    var name: String
    var coming: [Int64]
    var told: [Int64] = []
    /// Which of them are due now, ten minutes beforehand, and when the next one is.
    var due: [Int64]
    /// What is not remembered any longer.
    var forgotten: [Int64] = []
    var next: Int64?

    var testDescription: String { name }
  }

  @Test(arguments: [
    Case(name: "nothing comes", coming: [], due: []),
    Case(name: "a second too early", coming: [601], due: [], next: 1),
    Case(name: "just in time", coming: [600], due: [600]),
    Case(name: "a little late", coming: [1], due: [1]),
    Case(name: "it came about", coming: [0], due: []),
    Case(name: "it is over", coming: [-1], due: []),
    Case(name: "told before", coming: [600], told: [600], due: []),
    Case(name: "told of another, which comes no more", coming: [600], told: [540], due: [600], forgotten: [540]),
    Case(name: "told of another, which comes as well", coming: [540, 600], told: [540], due: [600]),
    Case(name: "told of another, which came about", coming: [600], told: [0], due: [600]),
    Case(name: "one is due, one is to come", coming: [300, 5_000], due: [300], next: 4_400),
    Case(name: "several at once", coming: [300, 300], due: [300, 300]),
    Case(name: "the next of several", coming: [5_000, 4_000], due: [], next: 3_400),
  ]) func whatIsDue(_ row: Case) {
    let reminders = Reminders(
      row.coming.map { Self.change($0) }, told: row.told.map { Self.told($0) }, before: 600, now: Self.now)
    #expect(reminders.due == row.due.map { Self.change($0) })
    #expect(reminders.next == row.next.map { Self.now + $0 })
    #expect(reminders.told == (row.told.filter { !row.forgotten.contains($0) } + row.due).map { Self.told($0) })
  }

  /// Another target at the same time is another change.
  @Test func targetsAreToldApart() {
    let coming = [Self.change(60), Self.change(60, "tv")]
    let reminders = Reminders(coming, told: [Self.told(60)], before: 600, now: Self.now)
    #expect(reminders.due == [Self.change(60, "tv")])
  }

  /// The last word is true: what is put off and comes after all as it was first said is told again, as often as that happens.
  @Test func theLastWordIsTrue() {
    var told = [Self.told(500, "tv")]
    for at in [300, 420, 300, 420, 420, 300, 360] as [Int64] {
      let isLast = told.last == Self.told(at)
      let reminders = Reminders([Self.change(at), Self.change(500, "tv")], told: told, before: 600, now: Self.now)
      #expect(reminders.due == (isLast ? [] : [Self.change(at)]), "\(at)")
      told = reminders.told
    }
  }

  /// Two changes of one target a few minutes apart, each once.
  @Test func twoOfOneTargetAreToldOnceEach() {
    var told: [ToldChange] = []
    var due: [ComingChange] = []
    for minute in Int64(0)..<60 {
      let coming = [3_000, 3_300].map { Self.change($0) }
      let reminders = Reminders(coming, told: told, before: 600, now: Self.now + minute * 60)
      due += reminders.due
      told = reminders.told
    }
    #expect(due == [Self.change(3_000), Self.change(3_300)])
  }

  /// Minute after minute, by a clock that is set back an hour meanwhile: once.
  @Test func eachIsToldOnce() {
    var told: [ToldChange] = []
    var due: [ComingChange] = []
    for minute in Array(0..<60) + Array(20..<80) as [Int64] {
      let now = Self.now + minute * 60
      let reminders = Reminders([Self.change(3_000)], told: told, before: 600, now: now)
      due += reminders.due
      told = reminders.told
    }
    #expect(due == [Self.change(3_000)])
    #expect(Reminders([], told: told, before: 600, now: Self.now + 200_000).told.isEmpty, "it is forgotten in the end")
  }

  @Test(arguments: [
    (StatePair.onOff, TargetState.on, TargetState.off, true), (.onOff, .off, .on, false), (.onOff, .leave, .off, true),
    (.onOff, .off, .leave, false), (.activePaused, .paused, .active, true), (.activePaused, .active, .paused, false),
    (.unlockedLocked, StatePair.unlockedLocked.on, StatePair.unlockedLocked.off, true),
    (.openClosed, StatePair.openClosed.off, StatePair.openClosed.on, false), (.onOff, .leave, .runs, false),
  ]) func onlyWhatHoldsBackIsTold(_ pair: StatePair, _ from: TargetState, _ to: TargetState, _ isTold: Bool) {
    let change = ScheduledChange(at: Self.now, target: Name("x"), from: from, to: to, decidedBy: .otherwise)
    #expect((change.holdingBack(pair) != nil) == isTold)
  }
}
