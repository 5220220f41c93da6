import CivilTime
import JSONTree
import Policies
import Providers
import Simulator
import TestSupport
import Testing

@testable import UniFi

/// Hours that a console keeps by its own clock: made, read, put back, and left alone.
@Suite struct DeviceHoursTests {
  private static func daily(_ start: Int, _ end: Int) throws -> MadeObject.Hours {
    .daily(
      TimeRange(
        start: try #require(TimeOfDay(minutes: start * 60)), end: try #require(TimeOfDay(minutes: end * 60))))
  }

  private static func schedule(_ stage: DeviceStage) async -> [JSONValue?] {
    await stage.made.map { $0.settings["schedule"] }
  }

  private static let night: JSONValue = [
    "mode": "EVERY_DAY", "timeFilter": ["startTime": "21:00", "stopTime": "07:00"],
  ]

  private static func without(_ settings: JSONValue) -> JSONValue {
    var settings = settings
    settings["schedule"] = nil
    return settings
  }

  @Test func whatIsMadeKeepsItsHours() async throws {
    var stage = DeviceStage()
    stage.hours = try Self.daily(21, 7)
    #expect(try await stage.settle() == [.applied([])])
    #expect(await Self.schedule(stage) == [Self.night])
    #expect(try await stage.look().objects.map { $0.made?.hours } == [stage.hours])
    #expect(try await stage.settle().isEmpty)
    // Other hours, none, and hours again: one update each, and nothing else with it.
    for hours in [try Self.daily(22, 7), .always, try Self.daily(0, 6), try Self.daily(18, 0)] {
      stage.hours = hours
      let before = await stage.made.map { Self.without($0.settings) }
      await stage.wire.clearLog()
      #expect(try await stage.settle() == [.applied([])])
      #expect(await stage.wire.log.count(where: \.isWrite) == 1)
      #expect(try await stage.look().objects.map { $0.made?.hours } == [hours])
      #expect(await stage.made.map { Self.without($0.settings) } == before)
      #expect(try await stage.settle().isEmpty)
    }
  }

  struct Edit: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let schedule: JSONValue
  }

  static let edits: [Edit] = [
    Edit(
      testDescription: "22:00–06:00",
      schedule: ["mode": "EVERY_DAY", "timeFilter": ["startTime": "22:00", "stopTime": "06:00"]]),
    Edit(
      testDescription: "Mon–Fri 22:00–06:00",
      schedule: [
        "mode": "EVERY_WEEK", "repeatOnDays": ["MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY"],
        "timeFilter": ["startTime": "22:00", "stopTime": "06:00"],
      ]),
    Edit(testDescription: "Sat, Sun", schedule: ["mode": "EVERY_WEEK", "repeatOnDays": ["SATURDAY", "SUNDAY"]]),
    Edit(
      testDescription: "2026-12-24 18:00–23:00",
      schedule: [
        "mode": "ONE_TIME_ONLY", "date": "2026-12-24", "timeFilter": ["startTime": "18:00", "stopTime": "23:00"],
      ]),
    Edit(
      testDescription: "2026-12-01..2026-12-24 Mon",
      schedule: ["mode": "CUSTOM", "startDate": "2026-12-01", "stopDate": "2026-12-24", "repeatOnDays": ["MONDAY"]]),
  ]

  /// Whichever hours somebody sets by hand, they are told and put back: to none, and to those of the file.
  @Test(arguments: edits) func hoursThatAreEditedArePutBack(_ edit: Edit) async throws {
    for hours in [.always, try Self.daily(21, 7)] {
      var stage = DeviceStage()
      stage.hours = hours
      try await stage.settle()
      let before = await stage.made
      await stage.byHand { console in console.edit("reconcile: emma") { $0.settings["schedule"] = edit.schedule } }
      #expect(try await stage.look().objects.map { $0.made?.hours?.words } == [edit.testDescription])
      #expect(try await stage.settle() == [.applied([])])
      let after = await stage.made
      #expect(after.map(\.settings.sorted) == before.map(\.settings.sorted) && after.map(\.id) == before.map(\.id))
      #expect(try await stage.settle().isEmpty)
    }
  }

  /// What is opened because nobody names it any more keeps whatever hours it has.
  @Test func hoursOfNobodyStayAsTheyAre() async throws {
    var stage = DeviceStage()
    stage.hours = try Self.daily(21, 7)
    try await stage.settle()
    stage.hours = nil
    #expect(try await stage.settle(to: .disabled) == [.applied([])])
    #expect(await Self.schedule(stage) == [Self.night])
    #expect(await stage.made.map(\.isEnabled) == [false])
  }

  /// While an application is unknown nobody can say what its policy stops, but when: it is armed with hours where it had
  /// none, and locked without those that it had.
  @Test(arguments: [nil, (21, 7)] as [(Int, Int)?]) func hoursNeedNoKnownApplication(_ before: (Int, Int)?) async throws
  {
    var stage = DeviceStage([
      ("videos", DeviceSelection(devices: [DeviceStage.ipad], apps: [.name("YouTube"), .name("Netflix")]))
    ])
    let night = try Self.daily(21, 7)
    stage.hours = before == nil ? .always : night
    try await stage.settle()
    try await stage.settle(to: .disabled)
    let made = await stage.made.map { Self.without($0.settings) }
    await stage.byHand { console in
      console.catalogue.rename(application: "YouTube", to: "YouTube TV")
      console.catalogue.rename(application: "Netflix", to: "Netflix TV")
    }
    stage.hours = before == nil ? night : .always
    let seen = try await stage.look()
    #expect(seen.problems[Name("videos")]?.count == 2)
    #expect(seen.objects.count == 1 && seen.objects[0].made?.content == nil)
    #expect(try await stage.settle() == [.applied([])])
    #expect(try await stage.look().objects.map { $0.made?.hours } == [stage.hours])
    #expect(await stage.made.map(\.isEnabled) == [true])
    #expect(try await stage.settle().isEmpty)
    // Hours alone are sent, too, and what the policy stops is as it was.
    stage.hours = try Self.daily(22, 6)
    #expect(try await stage.settle() == [.applied([])])
    #expect(try await stage.look().objects.map { $0.made?.hours } == [stage.hours])
    let after = await stage.made.map { Self.without($0.settings) }
    #expect(after.map { $0["destination"] } == made.map { $0["destination"] })
  }

  /// A member that nobody describes stays, and hours that look otherwise and are the same are the same.
  @Test func hoursOfANewerConsoleAreUnderstood() async throws {
    var stage = DeviceStage()
    stage.hours = try Self.daily(21, 7)
    try await stage.settle()
    await stage.byHand { console in
      console.edit("reconcile: emma") {
        $0.settings["schedule"] = [
          "mode": "EVERY_DAY", "repeatOnDays": .null, "timeFilter": ["stopTime": "07:00", "startTime": "21:00"],
          "zone": "x",
        ]
      }
    }
    #expect(try await stage.settle().isEmpty)
  }

  /// Whatever cannot be read as hours of every day is another schedule, and none that is taken for right.
  @Test(arguments: [
    #"{"mode":"EVERY_DAY"}"#, #"{"mode":"EVERY_DAY","timeFilter":{"startTime":"21:00"}}"#,
    #"{"mode":"EVERY_DAY","timeFilter":{"startTime":"21:00","stopTime":"21:00"}}"#,
    #"{"mode":"EVERY_DAY","timeFilter":{"startTime":"21:00","stopTime":"24:00"}}"#,
    #"{"mode":"EVERY_DAY","timeFilter":{"startTime":"21:0","stopTime":"+7:00"}}"#,
    #"{"mode":"EVERY_DAY","timeFilter":{"startTime":"21:60","stopTime":"07:00"}}"#, #"{"mode":"FULL_MOON"}"#, "[]", "7",
  ]) func anotherScheduleIsNotTakenForHours(_ text: String) throws {
    let hours = MadeObject.Hours(schedule: try JSONText(checking: Array(text.utf8)))
    #expect(hours.daily == nil && hours != .always, "\(hours)")
  }
}
