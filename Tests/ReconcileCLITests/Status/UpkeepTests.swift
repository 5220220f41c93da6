import CivilTime
import Testing

@testable import Controller

/// Whether something runs the program, by the mark of a run and by what is enabled.
@Suite struct UpkeepTests {
  static let booted = "/run/systemd/system/init.scope"
  static let timer = "/etc/systemd/system/timers.target.wants/reconcile.timer"
  static let watch = "/etc/systemd/system/multi-user.target.wants/reconcile-watch.service"

  static let links: [(files: [String], names: [String]?)] = [
    ([], nil),
    // Links that a container's image brings along, where systemd does not run.
    ([timer], nil),
    ([booted], []),
    ([booted, timer], ["reconcile.timer"]),
    ([booted, watch], ["reconcile-watch.service"]),
    ([booted, timer, watch], ["reconcile.timer", "reconcile-watch.service"]),
    ([booted, "/run/systemd/system/timers.target.wants/reconcile.timer"], ["reconcile.timer"]),
    ([booted, "/run/systemd/system/timers.target.wants/reconcile.timer", timer], ["reconcile.timer"]),
    ([booted, "/etc/systemd/system/timers.target.wants/apt-daily.timer"], []),
    ([booted, "/etc/systemd/system/reconcile.timer"], []),
  ]

  @Test(arguments: links) func unitsAreEnabledByTheirLinks(_ files: [String], _ names: [String]?) {
    let units = EnabledUnits(FakeFiles(texts: Dictionary(uniqueKeysWithValues: files.map { ($0, "") })))
    #expect(units?.names == names)
  }

  static let marks: [(ago: Int64?, standing: Upkeep.Standing)] = [
    (nil, .never), (0, .running), (150, .running), (300, .running), (301, .late), (86_400, .late),
    // The clock was set back since.
    (-300, .running), (-301, .late),
  ]

  @Test(arguments: marks) func aMarkOfTheLastMinutesMeansThatItRuns(_ ago: Int64?, _ standing: Upkeep.Standing) {
    let now = TestWorld().now
    let upkeep = Upkeep(lastRun: ago.map { now + -$0 }, units: nil, now: now)
    #expect(upkeep.standing == standing)
    #expect(upkeep.isIdle == (standing != .running))
    #expect(upkeep.isAhead == (standing == .late && ago ?? 0 < 0))
  }

  /// A run leaves no new mark within two and a half minutes of another.
  @Test(arguments: [(-10, 0), (0, 0), (60, 60), (149, 149), (150, 0), (nil, 0)] as [(look: Int64?, last: Int64)])
  func whatLooksRightAfterARunIsOne(_ look: Int64?, _ last: Int64) {
    let (now, mark) = (TestWorld().now, TestWorld().now + -200)
    let upkeep = Upkeep(lastRun: mark, units: nil, now: now)
    #expect(upkeep.lastRun(beside: look.map { mark + $0 }) == mark + last)
    #expect(Upkeep(lastRun: nil, units: nil, now: now).lastRun(beside: now) == nil)
  }

  @Test func whereTheStateCannotBeReadNobodyKnows() {
    let upkeep = Upkeep(unknownBeside: EnabledUnits(names: []))
    #expect(upkeep.standing == .unknown && !upkeep.isIdle && upkeep.lastRun == nil)
  }
}
