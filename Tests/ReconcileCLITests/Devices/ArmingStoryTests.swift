import CivilTime
import JSONTree
import Policies
import Simulator
import TestSupport
import Testing

@testable import Host

/// A household whose console keeps the hours by itself: with this program alive and dead, from run to run.
@Suite struct ArmingStoryTests {
  private static func policy(_ lines: [String], clock: String? = "Europe/Berlin", _ settings: String = "") -> String {
    """
    timezone: Europe/Berlin
    owner: home
    systems:
      gateway:
        kind: unifi
        url: https://192.168.1.1
        api-key: {credential: unifi-api-key}
        \(clock.map { "console-timezone: \($0)" } ?? "prune: false")
    devices:
      laptop: "00:00:5e:00:53:11"
    targets:
      ben: {devices: [laptop]\(settings)}
    policy:
    \(lines.map { "  - \($0)\n" }.joined())
    """
  }

  private static let laptop = "00:00:5e:00:53:11"

  /// A household whose console's clock is in Berlin, at `start`.
  private static func chronicle(_ policy: String, at start: String) async throws -> Chronicle {
    var chronicle = Chronicle(policy: policy)
    let zone = try #require(Chronicle.zone)
    await chronicle.household.console.inspect { console in
      console.clock = { now in
        let local = zone.local(Instant(secondsSinceEpoch: Int64(now.rounded(.down))))
        return LocalTime(local.date.year, local.date.month, local.date.day, local.hour, local.minute)
      }
    }
    try await chronicle.pass(until: start)
    return chronicle
  }

  private static func isBlocked(_ chronicle: Chronicle, at instant: Instant) async -> Bool? {
    await chronicle.household.console.inspect { $0.blocks(laptop, at: Double(instant.secondsSinceEpoch)) }
  }

  /// What the policies of the file keep: `21:00–07:00`, `always`, or `rests` for a disabled one; each once.
  private static func hours(_ chronicle: Chronicle) async -> [String] {
    await chronicle.household.console.inspect { console in
      let own = (console.sites[0].zoneFirewall?.policies ?? []).filter {
        $0.settings["name"]?.text?.hasPrefix("reconcile:") == true
      }
      return Set(
        own.map { policy in
          let times = policy.settings["schedule"]?["timeFilter"]
          guard policy.isEnabled else { return "rests" }
          return times.map { "\($0["startTime"]?.text ?? "?")–\($0["stopTime"]?.text ?? "?")" } ?? "always"
        }
      ).sorted()
    }
  }

  private static func words(_ run: TestWorld.Outcome) -> String {
    run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  // MARK: - Without a line

  /// Who takes the line away has not taken the hours away: that is told, for as long as the console keeps them.
  @Test(arguments: ["policy: []", "otherwise"]) func whatIsLeftAloneGoesOnBlocking(_ edit: String) async throws {
    var chronicle = try await Self.chronicle(Self.policy(["ben off 21:00–07:00"]), at: "2026-11-23 15:00:00")
    #expect(chronicle.apply().status == 0)
    let text = chronicle.world.files["household.yaml"] ?? ""
    let without = text.replacing("policy:\n  - ben off 21:00–07:00\n", with: "policy: []\n")
    chronicle.world.files["household.yaml"] =
      edit == "otherwise" ? without.replacing("[laptop]}", with: "[laptop], otherwise: leave}") : without
    for _ in 1...2 {
      let run = chronicle.apply()
      #expect(
        run.status == 0 && Self.words(run).contains("keeps blocking every day 21:00–07:00, by the console's own clock"),
        "\(run)")
      let status = chronicle.world.run("status", "household.yaml")
      // What no line names is left behind; what is to be left alone is only told.
      let words =
        edit == "otherwise"
        ? "'ben' is left alone, but the console keeps blocking it every day 21:00–07:00, by its own clock"
        : "'reconcile: ben (Internal)' still blocks every day 21:00–07:00, by the console's own clock"
      #expect(Self.words(status).contains(words), "\(status)")
      #expect(await Self.hours(chronicle) == ["21:00–07:00"])
    }
  }

  /// Lets a machine that remembers nothing go on with the same policy.
  private static func forget(_ chronicle: inout Chronicle) {
    let (now, text) = (chronicle.now, chronicle.world.files["household.yaml"] ?? "")
    chronicle.world = chronicle.household.world(policy: text)
    chronicle.world.now = now
  }

  /// What a machine that remembers nothing finds in place is known from then on, as if it had written it: also once its line is
  /// gone, and its target.
  @Test func whatIsFoundInPlaceIsToldOfByTheState() async throws {
    var chronicle = try await Self.chronicle(Self.policy(["ben off 21:00–07:00"]), at: "2026-11-23 15:00:00")
    #expect(chronicle.apply().status == 0)
    Self.forget(&chronicle)
    await chronicle.pass(minutes: 5)
    #expect(chronicle.apply().output.contains("Nothing to do"))
    let text = chronicle.world.files["household.yaml"] ?? ""
    chronicle.world.files["household.yaml"] = text.replacing(
      "policy:\n  - ben off 21:00–07:00\n", with: "policy: []\n")
    for _ in 1...2 {
      await chronicle.pass(minutes: 5)
      #expect(chronicle.apply().status == 0)
      let status = chronicle.world.run("status", "household.yaml")
      // What no line names is left behind.
      let words = "'reconcile: ben (Internal)' still blocks every day 21:00–07:00, by the console's own clock"
      #expect(Self.words(status).contains(words), "\(status)")
    }
    chronicle.world.files["household.yaml"] = text.replacing("ben: {", with: "tv: {").replacing(
      "ben off", with: "tv off")
    for _ in 1...2 {
      await chronicle.pass(minutes: 5)
      #expect(chronicle.apply().status == 0)
      let status = chronicle.world.run("status", "household.yaml")
      let words = "'reconcile: ben (Internal)' still blocks every day 21:00–07:00, by the console's own clock"
      #expect(Self.words(status).contains(words), "\(status)")
    }
    // The first run of a machine that has never known the target tells of it, too.
    Self.forget(&chronicle)
    #expect(chronicle.apply().status == 0)
    let status = chronicle.world.run("status", "household.yaml")
    #expect(Self.words(status).contains("'reconcile: ben (Internal)' still blocks every day"), "\(status)")
  }

  /// The hours that the console keeps are not taken away while the rule that is to block instead is not there, not even by
  /// day: the night would be open.
  @Test func theHoursStayWhileTheOtherRuleIsMissing() async throws {
    let policy = Self.policy(["ben off 21:00–07:00"]).replacing(
      "console-timezone: Europe/Berlin", with: "console-timezone: Europe/Berlin\n    prune: true")
    var chronicle = try await Self.chronicle(policy, at: "2026-11-23 15:00:00")
    #expect(chronicle.apply().status == 0)
    chronicle.world.files["household.yaml"] = policy.replacing("devices: [laptop]", with: "firewall-policies: [Nope]")
    for time in ["15:05:00", "21:05:00", "21:06:00"] {
      try await chronicle.pass(until: "2026-11-23 \(time)")
      let run = chronicle.apply()
      #expect(run.status == 3 && Self.words(run).contains("is removed once everything"), "\(run)")
      #expect(await Self.hours(chronicle) == ["21:00–07:00"])
    }
    chronicle.world.files["household.yaml"] = policy
    #expect(chronicle.apply().output.contains("Nothing to do"))
  }

  // MARK: - Hours that are lost

  /// A console that drops hours keeps nobody off by day: what was to keep them is lifted in the same run, made or changed,
  /// and switched for a day. Then it is tried again, with the same end while the console is as it was.
  @Test(arguments: [false, true], [false, true])
  func whatLosesItsHoursIsSwitched(_ isThere: Bool, _ isMended: Bool) async throws {
    var chronicle = try await Self.chronicle(Self.policy(["ben off 22:00–07:00"]), at: "2026-11-23 14:59:00")
    if isThere { #expect(chronicle.apply().status == 0) }
    await chronicle.household.console.inspect { $0.policyNormalisation.losesSchedules = true }
    let text = chronicle.world.files["household.yaml"] ?? ""
    chronicle.world.files["household.yaml"] = text.replacing("22:00–07:00", with: "21:00–07:00")
    try await chronicle.pass(until: "2026-11-23 15:00:00")
    let lifted = isThere ? ["rests"] : []
    let run = chronicle.apply()
    #expect(
      run.status != 0 && Self.words(run).contains("does not keep the hours of 'reconcile: ben (Internal)'"), "\(run)")
    #expect(Self.words(run).contains("was lifted again"), "\(run)")
    #expect(await Self.hours(chronicle) == lifted)
    for _ in 1...2 {
      await chronicle.pass(minutes: 1)
      let next = chronicle.apply()
      #expect(next.status == 0 && next.output.contains("Nothing to do"), "\(next)")
      #expect(Self.words(next).contains("the console did not keep its hours"), "\(next)")
      #expect(await Self.hours(chronicle) == lifted)
    }
    for (time, isOff) in [("23 20:59:59", false), ("23 21:00:00", true), ("24 06:59:59", true), ("24 07:00:00", false)]
    {
      try await chronicle.pass(until: "2026-11-\(time)")
      #expect(chronicle.apply().status == 0)
      #expect(await Self.hours(chronicle) == (isOff ? ["always"] : time == "23 20:59:59" ? lifted : ["rests"]))
      #expect(await Self.isBlocked(chronicle, at: chronicle.now) == isOff)
    }
    await chronicle.household.console.inspect { $0.policyNormalisation.losesSchedules = !isMended }
    try await chronicle.pass(until: "2026-11-24 15:00:01")
    #expect((chronicle.apply().status == 0) == isMended)
    #expect(await Self.hours(chronicle) == (isMended ? ["21:00–07:00"] : ["rests"]))
    #expect(await Self.isBlocked(chronicle, at: chronicle.now) == false)
  }

  /// What is to block anyway is not lifted because its hours are lost, and is lifted in the morning.
  @Test func whatLosesItsHoursAtNightGoesOnBlocking() async throws {
    var chronicle = try await Self.chronicle(Self.policy(["ben off 21:00–07:00"]), at: "2026-11-23 22:00:00")
    await chronicle.household.console.inspect { $0.policyNormalisation.losesSchedules = true }
    let run = chronicle.apply()
    #expect(run.status != 0 && Self.words(run).contains("it blocks until a run lifts it"), "\(run)")
    for _ in 1...2 {
      #expect(await Self.hours(chronicle) == ["always"])
      await chronicle.pass(minutes: 1)
      let next = chronicle.apply()
      #expect(next.status == 0 && next.output.contains("Nothing to do"), "\(next)")
    }
    try await chronicle.pass(until: "2026-11-24 07:00:00")
    #expect(chronicle.apply().status == 0)
    #expect(await Self.hours(chronicle) == ["rests"])
  }

  // MARK: - A day

  /// In the afternoon the night is left to the console, and until the next one nothing more is written.
  @Test func theConsoleKeepsTheNight() async throws {
    var chronicle = try await Self.chronicle(Self.policy(["ben off 21:00–07:00"]), at: "2026-11-23 15:00:00")
    let plan = chronicle.plan()
    #expect(Self.words(plan).contains("~ ben on device-policy 'reconcile: ben (Internal)' absent → enabled"), "\(plan)")
    #expect(plan.output.contains("armed: off 21:00–07:00 by the console's own clock"), "\(plan)")
    #expect(chronicle.apply().status == 0)
    #expect(await Self.hours(chronicle) == ["21:00–07:00"])
    let shown = chronicle.plan()
    #expect(
      Self.words(shown).contains("ben on device-policy 'reconcile: ben (Internal)' enabled, in place"), "\(shown)")
    #expect(shown.output.contains("armed: off 21:00–07:00"), "\(shown)")
    for (time, isOff) in [("20:59:59", false), ("21:00:00", true), ("21:05:00", true)] {
      try await chronicle.pass(until: "2026-11-23 \(time)")
      #expect(await Self.isBlocked(chronicle, at: chronicle.now) == isOff)
      let run = chronicle.apply()
      #expect(run.output.contains("Nothing to do"), "\(run)")
      #expect(Self.words(run).contains(isOff ? "ben off device-policy" : "ben on device-policy"), "\(run)")
    }
    try await chronicle.pass(until: "2026-11-24 07:00:00")
    #expect(await Self.isBlocked(chronicle, at: chronicle.now) == false)
    #expect(chronicle.apply().output.contains("Nothing to do"))
    #expect(chronicle.drift().status == 0)
    let json = try JSON(parsing: Array(chronicle.plan("--format", "json").output.utf8))
    #expect(json["resources"]?.elements?.first?["hours"]?.string == "21:00–07:00")
    #expect(json["resources"]?.elements?.first?["fromState"]?.string == "on")
  }

  /// Whoever is not at home for a week finds the nights kept, across a change of the clocks.
  @Test(arguments: ["2026-11-20 12:00:00", "2027-03-26 12:00:00", "2027-10-29 22:30:00"])
  func aDeadMachineLeavesTheNights(_ start: String) async throws {
    let chronicle = try await Self.chronicle(Self.policy(["ben off 21:00–07:00"]), at: start)
    #expect(chronicle.apply().status == 0)
    let zone = try #require(Chronicle.zone)
    for step in 1...(7 * 48) {
      let instant = chronicle.now + Int64(step) * 1800
      let hour = zone.local(instant).hour
      #expect(await Self.isBlocked(chronicle, at: instant) == (hour >= 21 || hour < 7), "\(zone.fullText(instant))")
    }
  }

  // MARK: - Random runs

  struct Household: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var lines: [String]
    /// Whether it is off on the day that began so many hours and minutes ago, by the clock on the wall.
    var isOff: @Sendable (Weekday, Int) -> Bool
  }

  static let households: [Household] = [
    Household(testDescription: "every night", lines: ["ben off 21:00–07:00"]) { _, minute in
      minute >= 1260 || minute < 420
    },
    Household(testDescription: "school nights", lines: ["ben off sun-thu 21:00–07:00"]) { day, minute in
      minute >= 1260 && day != .friday && day != .saturday || minute < 420 && day != .saturday && day != .sunday
    },
    Household(testDescription: "twice a day", lines: ["ben off 14:00–15:00", "ben off 21:00–07:00"]) { _, minute in
      minute >= 1260 || minute < 420 || (840..<900).contains(minute)
    },
    Household(
      testDescription: "later at weekends", lines: ["ben off 21:00–07:00", "ben on fri, sat 21:00–22:30"]
    ) { day, minute in
      minute >= (day == .friday || day == .saturday ? 1350 : 1260) || minute < 420
    },
    Household(testDescription: "from where clocks jump", lines: ["ben off 02:30–06:00"]) { _, minute in
      (150..<360).contains(minute)
    },
    Household(testDescription: "a whole weekend", lines: ["ben off sat, sun all day"]) { day, _ in
      day == .saturday || day == .sunday
    },
  ]

  /// Runs come when something changes and at any time between. What the device meets is what is wanted, at every instant;
  /// what the console was told to keep by itself it keeps although nobody runs any more, until its stretch is over.
  @Test(arguments: households, [1, 2] as [UInt64])
  func whatIsWantedIsWhatHolds(_ household: Household, _ seed: UInt64) async throws {
    var numbers = SplitMix64(seed: seed)
    var chronicle = try await Self.chronicle(
      Self.policy(household.lines), at: seed == 1 ? "2026-11-20 13:00:00" : "2027-03-26 13:00:00")
    let zone = try #require(Chronicle.zone)
    let isOff = { (instant: Instant) -> Bool in
      let local = zone.local(instant)
      return household.isOff(local.date.weekday, local.secondOfDay / 60)
    }
    var armed = 0
    let end = chronicle.now + 4 * 86_400
    while chronicle.now < end {
      let run = chronicle.apply()
      #expect(run.status == 0, "\(run)")
      let now = chronicle.now
      let minute = now + -(now.secondsSinceEpoch % 60)
      let minutes: [Instant] = (1...2000).map { minute + Int64($0) * 60 }
      let change: Instant = minutes.first { isOff($0) != isOff(now) } ?? now + 86_400
      let hours = await Self.hours(chronicle)
      let keepsHours = hours.contains { $0.contains("–") }
      if keepsHours { armed += 1 }
      // What is switched holds until the next change; what is kept, until the end of its stretch.
      let over: Instant = minutes.first { $0 > change && !isOff($0) } ?? change
      let last = keepsHours && !isOff(now) ? over : change
      for _ in 0..<12 {
        let instant = now + Int64.random(in: 0..<last - now, using: &numbers)
        #expect(
          await Self.isBlocked(chronicle, at: instant) == isOff(instant),
          "\(zone.fullText(instant)), \(hours) since \(zone.fullText(now))")
      }
      await chronicle.pass(seconds: min(change - now, Int64.random(in: 60...30_000, using: &numbers)))
    }
    #expect(household.lines == ["ben off sat, sun all day"] ? armed == 0 : armed > 0)
  }

  // MARK: - What people do

  /// A lock in the evening leaves nothing that comes back every day, so the night is no longer the console's: that is the
  /// lock's doing.
  @Test func aLockThatTakesTheHoursAwayIsTheCause() async throws {
    var chronicle = try await Self.chronicle(Self.policy(["ben off 21:00–07:00"]), at: "2026-11-23 15:00:00")
    #expect(chronicle.apply().status == 0)
    let lock = chronicle.world.run(
      "lock", "ben", "--from", "18:00", "--until", "22:00", "--policy", "household.yaml")
    #expect(lock.status == 0, "\(lock)")
    let plan = chronicle.plan()
    #expect(Self.words(plan).contains("enabled → disabled"), "\(plan)")
    #expect(plan.output.contains("· otherwise · override"), "\(plan)")
    let json = try JSON(parsing: Array(chronicle.plan("--format", "json").output.utf8))
    #expect(json["resources"]?.elements?.first?["cause"]?.string == "override")
    #expect(chronicle.apply().status == 0)
    try await chronicle.pass(until: "2026-11-23 18:00:00")
    #expect(chronicle.apply().output.contains("· override"))
  }

  @Test func anOverrideMovesTheHours() async throws {
    var chronicle = try await Self.chronicle(Self.policy(["ben off 21:00–07:00"]), at: "2026-11-23 18:00:00")
    #expect(chronicle.apply().status == 0)
    let more = chronicle.world.run("more", "ben", "90m", "--policy", "household.yaml")
    #expect(more.status == 0, "\(more)")
    let moved = chronicle.apply()
    #expect(
      moved.output.contains("hours: 21:00–07:00 → 22:30–07:00") && moved.output.contains("· override"), "\(moved)")
    #expect(await Self.hours(chronicle) == ["22:30–07:00"])
    let history = chronicle.world.run("history").output
    #expect(history.contains("hours: 21:00–07:00 → 22:30–07:00"), "\(history)")
    // It has yet to begin.
    #expect(history.unwrapped.contains("· override (") && !history.contains("override ended"), "\(history)")
    try await chronicle.pass(until: "2026-11-24 07:00:10")
    let back = chronicle.apply()
    #expect(back.output.contains("hours: 22:30–07:00 → 21:00–07:00") && back.output.contains("· schedule"), "\(back)")
    #expect(chronicle.apply().output.contains("Nothing to do"))
    #expect(chronicle.world.run("more", "ben", "15m", "--policy", "household.yaml").status == 0)
    #expect(chronicle.apply().status == 0)
    let all = chronicle.world.run("history").output
    for hours in ["21:00–07:00 → 22:30–07:00", "22:30–07:00 → 21:00–07:00", "21:00–07:00 → 21:15–07:00"] {
      #expect(all.contains("hours: \(hours)"), "\(all)")
    }
  }

  /// An afternoon's lock holds at once, without hours, and does not come back.
  @Test func aLockIsSwitched() async throws {
    var chronicle = try await Self.chronicle(Self.policy(["ben off 21:00–07:00"]), at: "2026-11-23 15:00:00")
    #expect(chronicle.apply().status == 0)
    #expect(chronicle.world.run("lock", "ben", "--for", "1h", "--policy", "household.yaml").status == 0)
    #expect(chronicle.apply().status == 0)
    #expect(await Self.hours(chronicle) == ["always"])
    #expect(await Self.isBlocked(chronicle, at: chronicle.now) == true)
    await chronicle.pass(minutes: 61)
    #expect(chronicle.apply().status == 0)
    #expect(await Self.hours(chronicle) == ["21:00–07:00"])
    #expect(await Self.isBlocked(chronicle, at: chronicle.now) == false)
  }

  /// An application that nobody knows any more keeps its policies from being brought up to date, and not from being armed
  /// and locked.
  @Test func whileAnApplicationIsUnknownHoursAreKept() async throws {
    var chronicle = try await Self.chronicle(
      Self.policy(["ben off sun-thu 21:00–07:00"], ", apps: [YouTube]"), at: "2026-11-26 15:00:00")
    #expect(chronicle.apply().status == 0)
    #expect(await Self.hours(chronicle) == ["21:00–07:00"])
    try await chronicle.pass(until: "2026-11-27 12:00:00")
    #expect(chronicle.apply().status == 0)
    #expect(await Self.hours(chronicle) == ["rests"])
    await chronicle.household.console.inspect {
      $0.catalogue.rename(application: "YouTube", to: "YouTube TV")
      $0.version = "10.6.101"
    }
    try await chronicle.pass(until: "2026-11-29 12:00:00")
    let armed = chronicle.apply()
    #expect(armed.output.contains("unknown application 'YouTube'"), "\(armed)")
    #expect(await Self.hours(chronicle) == ["21:00–07:00"])
    #expect(chronicle.world.run("lock", "ben", "--for", "1h", "--policy", "household.yaml").status == 0)
    let locked = chronicle.apply()
    #expect(locked.output.contains("hours: 21:00–07:00 → always"), "\(locked)")
    #expect(await Self.hours(chronicle) == ["always"])
    await chronicle.pass(minutes: 61)
    _ = chronicle.apply()
    #expect(await Self.hours(chronicle) == ["21:00–07:00"])
  }

  @Test(arguments: [nil, "Europe/Vienna"]) func withoutTheSameZoneItIsSwitched(_ clock: String?) async throws {
    var chronicle = try await Self.chronicle(
      Self.policy(["ben off 21:00–07:00"], clock: clock), at: "2026-11-23 15:00:00")
    #expect(chronicle.apply().output.contains("Nothing to do"))
    try await chronicle.pass(until: "2026-11-23 21:00:10")
    #expect(chronicle.apply().status == 0)
    #expect(await Self.hours(chronicle) == ["always"])
    let validation = chronicle.world.run("validate", "household.yaml").output
    #expect(validation.contains("[system.clock]") == (clock != nil), "\(validation)")
  }

  @Test(arguments: [", enforcement: observe", ", enforcement: yield", ", otherwise: leave"])
  func whoeverDoesNotEnforceKeepsNoHours(_ settings: String) async throws {
    var chronicle = try await Self.chronicle(
      Self.policy(["ben off 21:00–07:00"], settings), at: "2026-11-23 15:00:00")
    #expect(chronicle.apply().status == 0)
    #expect(await Self.hours(chronicle) == [])
    try await chronicle.pass(until: "2026-11-23 21:00:10")
    #expect(chronicle.apply().status == 0)
    #expect(await Self.hours(chronicle) == (settings.contains("observe") ? [] : ["always"]))
  }

  /// Hours that somebody edits are drift, and put back; so is a switch.
  @Test func hoursThatAreEditedArePutBack() async throws {
    var chronicle = try await Self.chronicle(Self.policy(["ben off 21:00–07:00"]), at: "2026-11-23 15:00:00")
    #expect(chronicle.apply().status == 0)
    await chronicle.pass(minutes: 1)
    #expect(chronicle.apply().status == 0)
    for edit in ["23:00", "off"] {
      await chronicle.editPolicy("reconcile: ben (Internal)") { policy in
        if edit == "off" {
          policy.isEnabled = false
        } else {
          policy.settings["schedule"]?["timeFilter"]?["startTime"] = "23:00"
        }
      }
      await chronicle.pass(minutes: 1)
      #expect(chronicle.drift().status == 2, "\(edit)")
      let put = chronicle.apply()
      #expect(put.status == 0 && put.output.unwrapped.contains("· changed by somebody else"), "\(put)")
      #expect(await Self.hours(chronicle) == ["21:00–07:00"])
    }
  }

  /// Whoever edits the hours again and again wants something else, and that is told.
  @Test func editsInTurnAreContended() async throws {
    var chronicle = try await Self.chronicle(Self.policy(["ben off 21:00–07:00"]), at: "2026-11-23 15:00:00")
    #expect(chronicle.apply().status == 0)
    await chronicle.pass(minutes: 1)
    #expect(chronicle.apply().status == 0)
    for turn in 1...3 {
      await chronicle.editPolicy("reconcile: ben (Internal)") {
        $0.settings["schedule"]?["timeFilter"]?["startTime"] = "23:00"
      }
      await chronicle.pass(minutes: 5)
      let put = chronicle.apply()
      let cause = turn < 3 ? "· changed by somebody else" : "· somebody else keeps changing it"
      #expect(put.output.unwrapped.contains(cause), "turn \(turn): \(put)")
    }
    await chronicle.pass(minutes: 61)
    #expect(chronicle.apply().output.contains("Nothing to do"))
  }

  /// Taken out of the file it goes on every night, which is told by day as well, until somebody opens it.
  @Test func whatIsLeftBehindIsTold() async throws {
    var chronicle = try await Self.chronicle(Self.policy(["ben off 21:00–07:00"]), at: "2026-11-23 15:00:00")
    #expect(chronicle.apply().status == 0)
    chronicle.world.files["household.yaml"] = Self.policy(["tv off 21:00–07:00"]).replacing("ben: {", with: "tv: {")
    await chronicle.pass(minutes: 1)
    let run = chronicle.apply()
    #expect(Self.words(run).contains("'reconcile: ben (Internal)' still blocks"), "\(run)")
    #expect(!Self.words(run).contains("and found so"), "it is remembered who closed it: \(run)")
    // By day the block is not on: it comes every night.
    let hours = "every day 21:00–07:00, by the console's own clock: 'ben' set these hours at"
    let status = chronicle.world.run("status", "household.yaml")
    for told in [run, status] {
      #expect(Self.words(told).contains("'reconcile: ben (Internal)' still blocks " + hours), "\(told)")
    }
    let asked = chronicle.world.run("release", "ben", "--policy", "household.yaml")
    #expect(Self.words(asked).contains(hours), "\(asked)")
    #expect(![run, status, asked].contains { Self.words($0).contains("turned the block on") })
    let opened = chronicle.world.run("release", "ben", "--policy", "household.yaml", "--yes")
    #expect(opened.status == 0, "\(opened)")
    #expect(await Self.hours(chronicle) == ["21:00–07:00", "rests"])
    #expect(!chronicle.apply().output.contains("still blocks"))
  }

  /// A saved plan is carried out with the hours that it was saved with, or not at all.
  @Test func aPlanFileHoldsItsHours() async throws {
    var chronicle = try await Self.chronicle(Self.policy(["ben off 21:00–07:00"]), at: "2026-11-23 15:00:00")
    #expect(chronicle.plan("--output", "plan.json").status == 0)
    let text = chronicle.world.replaced["plan.json"] ?? ""
    #expect(text.contains("\"hours\":\"21:00–07:00\""), "\(text)")
    chronicle.world.files["plan.json"] = text
    let original = chronicle.world.files["household.yaml"]
    chronicle.world.files["household.yaml"] = Self.policy(["ben off 22:00–07:00"])
    let refused = chronicle.apply("--plan", "plan.json")
    #expect(refused.status == 4, "\(refused)")
    #expect(await Self.hours(chronicle) == [])
    chronicle.world.files["household.yaml"] = original
    let applied = chronicle.apply("--plan", "plan.json")
    #expect(applied.status == 0, "\(applied)")
    #expect(await Self.hours(chronicle) == ["21:00–07:00"])
    // The same file, and later hours for tonight: the plan to take them is stale once the time is taken back.
    #expect(chronicle.world.run("more", "ben", "90m", "--policy", "household.yaml").status == 0)
    #expect(chronicle.plan("--output", "later.json").status == 0)
    chronicle.world.files["later.json"] = chronicle.world.replaced["later.json"]
    #expect(chronicle.world.run("more", "ben", "15m", "--policy", "household.yaml").status == 0)
    let stale = chronicle.apply("--plan", "later.json")
    #expect(stale.status == 4, "\(stale)")
    #expect(
      Self.words(stale).contains("(22:30–07:00), now enabled → enabled (22:45–07:00)"),
      "\(stale)")
    #expect(await Self.hours(chronicle) == ["21:00–07:00"])
  }
}
