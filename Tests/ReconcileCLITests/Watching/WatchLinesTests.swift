import CivilTime
import Documents
import HTTPTransport
import Policies
import Providers
import Simulator
import TestSupport
import Testing
import UniFi

@testable import Controller
@testable import Host
@testable import Planning
@testable import Presentation
@testable import ReconcileCLI

/// A line for each change and for each trouble, and nothing else.
@Suite struct WatchLinesTests {
  /// Two changes, a hand that moves a rule, an override, an edit with a mistake and its end, a console that goes and comes
  /// back, and a night.
  @Test func aNightIsAFewLines() async throws {
    let stage = WatchStage(policy: WatchTests.policy)
    let status = stage.play("--interval", "1m") { stage in
      await stage.wait(900)
      await stage.household.console.inspect { $0.sites[0].aclRules[1].isEnabled = false }
      await stage.wait(120)
      try? stage.override(.on)
      stage.wake(.files)
      await stage.wait(120)
      stage.write(policy: "policy: [kids of 21:00–07:00]\n")
      stage.wake(.files)
      await stage.wait(120)
      stage.write(policy: WatchTests.policy)
      stage.wake(.files)
      await stage.wait(120)
      for number in 1...99 { await stage.household.console.fail(request: number, with: .refused) }
      await stage.wait(300)
      _ = await stage.household.console.heal()
      await stage.wait(10 * 3600)
    }
    #expect(status == 143)
    try Golden.check(stage.output.text, "watch/night.txt")
  }

  /// Who reads on has to know in which zone the times are, also where nothing changes.
  @Test func anotherZoneIsTold() {
    let stage = WatchStage(policy: WatchTests.policy)
    let edited = { @Sendable (zone: String) in
      WatchTests.policy.replacing("timezone: Europe/Berlin", with: "timezone: \(zone)")
    }
    let status = stage.play("--interval", "1m") { stage in
      await stage.wait(900)
      for zone in ["Europe/Vienna", "Europe/Vienna", "Europe/Lisbon"] {
        stage.write(policy: edited(zone) + "# \(stage.seconds)\n")
        stage.wake(.files)
        await stage.wait(120)
      }
    }
    let told = stage.output.text.split(separator: "\n").filter { $0.hasPrefix("Times are those of") }
    #expect(
      status == 143
        && told == [
          "Times are those of Europe/Vienna from now on: it is Fri 2026-11-20 21:15.",
          "Times are those of Europe/Lisbon from now on: it is Fri 2026-11-20 20:19.",
        ], "\(stage.output.text)")
  }

  @Test func withVerboseTheWholeReportIsBelow() {
    let stage = WatchStage(policy: WatchTests.policy)
    #expect(stage.play("-v") { await $0.wait(700) } == 143)
    let reports = stage.output.text.split(separator: "\n").count { $0.hasPrefix("household.yaml · ") }
    #expect(reports == 3 && stage.reports == 3, "\(stage.output.text)")
    #expect(stage.output.text.hasPrefix("Following household.yaml (Europe/Berlin) from Fri 2026-11-20 21:00 on.\n"))
  }

  /// Everything that can be said of an object, on a phone, and with the priorities of the journal.
  @Test func everythingHasItsLine() throws {
    var plan = try MixedHousehold().plan
    for (index, cause) in zip(
      plan.entries.indices.filter { plan.entries[$0].action == .change }, Cause.allCases)
    {
      plan.entries[index].cause = cause
    }
    let failed = Outcome.failed(Message(code: "http.500", "the console answered with 500"))
    let changes = plan.changes.count
    let outcomes = (0..<changes).map { $0 < changes / 2 ? Outcome.applied([]) : failed }
    let report = Report(.apply, plan: plan, inOrder: outcomes)
    var digest = ReportDigest()
    let policy = try MixedHousehold().policy
    let first = digest.news(report, of: policy)
    let news = try #require(first)
    let wide = NewsText(news, policy: policy, style: Style(isOn: false), hasPriorities: true).text
    try Golden.check(wide, "watch/everything.journal.txt")
    let narrow = Style(isOn: false, screen: Screen(columns: 40, isASCII: true))
    let phone = NewsText(news, policy: policy, style: narrow).text
    #expect(phone.utf8.allSatisfy { $0 < 0x80 })
    try Golden.check(phone, "watch/everything.phone.txt")
    // All of it is over, but for what nobody can read any more.
    for place in plan.entries.indices { plan.entries[place].action = .none }
    plan.problems = []
    plan.warnings = []
    let second = digest.news(Report(.apply, plan: plan), of: policy)
    let over = try #require(second)
    try Golden.check(NewsText(over, policy: policy, style: Style(isOn: false)).text, "watch/over.txt")
  }

  /// The reason of many targets is read once.
  @Test func manyTargetsWithOneReasonHaveOneLine() throws {
    let message = Message(code: "object.not-found", "'a' not found", hint: "no ACL rule has this name")
    let findings = ["kids", "tv", "guests", "toys", "shed", "attic"].map {
      Finding(message, system: Name("gateway"), target: Name($0), kind: .aclRule, name: "a")
    }
    let plan = Plan(
      now: TestWorld().now, systems: [], entries: [], problems: findings, warnings: [], nextChange: nil)
    var digest = ReportDigest()
    let policy = try MixedHousehold().policy
    let began = digest.news(Report(.apply, plan: plan), of: policy)
    let lines = NewsText(try #require(began), policy: policy, style: Style(isOn: false)).text
    #expect(
      lines.split(separator: "\n").last
        == "21:00 kids, tv, guests, toys and 2 more: acl-rule 'a' not found; no ACL rule has this name")
  }

  /// What was changed is named below its own system, also where two have objects of one name.
  @Test func eachObjectIsNamedWithItsSystem() throws {
    let household = try MixedHousehold()
    var plan = household.plan
    let place = try #require(plan.entries.firstIndex { $0.action == .change })
    plan.entries = ["gateway", "gateway", "attic", "gateway"].enumerated().map { number, system in
      var entry = plan.entries[place]
      (entry.system, entry.id, entry.name) = (Name(system), "\(number)", "Rule \(number)")
      return entry
    }
    var digest = ReportDigest()
    let news = digest.news(
      Report(.apply, plan: plan, inOrder: plan.entries.map { _ in .applied([]) }), of: household.policy)
    let lines = NewsText(try #require(news), policy: household.policy, style: Style(isOn: false)).text
    let kind = plan.entries[0].kind.rawValue
    let named =
      "(gateway: \(kind) 'Rule 0', \(kind) 'Rule 1'; attic: \(kind) 'Rule 2'; gateway: \(kind) 'Rule 3')\n"
    #expect(lines.contains(named), "\(lines)")
  }

  /// The line has the target's name before it and the object's behind it.
  @Test func whatIsSaidOfAnObjectBeginsWithoutItsName() throws {
    let household = try MixedHousehold()
    var plan = household.plan
    let place = try #require(plan.entries.firstIndex { $0.action == .change })
    plan.entries = [plan.entries[place]]
    let name = plan.entries[0].name
    let lost = Message(code: "write.lost", "'\(name)': the answer to the change of '\(name)' was lost")
    var digest = ReportDigest()
    let news = digest.news(Report(.apply, plan: plan, inOrder: [.unverified(lost)]), of: household.policy)
    let line = NewsText(try #require(news), policy: household.policy, style: Style(isOn: false)).text
    #expect(line.contains("sent, not confirmed, the answer to the change of it was lost"), "\(line)")
  }

  /// A plan and a line call the same thing the same.
  @Test func aPauseByHandIsCalledThatEverywhere() throws {
    let household = try MixedHousehold()
    var plan = household.plan
    let place = try #require(plan.entries.firstIndex { $0.kind.isWhole })
    plan.entries[place].action = .temporary
    plan.entries = [plan.entries[place]]
    let report = Report(.plan, plan: plan)
    var digest = ReportDigest()
    let news = digest.news(report, of: household.policy)
    let line = NewsText(try #require(news), policy: household.policy, style: Style(isOn: false)).text
    for text in [household.text(report), line] { #expect(text.contains("paused by hand, left alone"), "\(text)") }
  }

  /// What is unknown does not end, and is told when it is known to be over.
  @Test func aTroubleOfASystemThatCannotBeReadGoesOn() throws {
    let policy = try MixedHousehold().policy
    let missing = Finding(
      Message(code: "object.not-found", "not found"), system: Name("gateway"), target: Name("kids"), name: "a")
    func report(_ findings: [Finding], isRead: Bool) -> Report {
      let reading = SystemStatus.Reading.ok(version: "1", title: "UniFi")
      let error = ProviderError(.unreachable, "nothing listens there")
      return Report(
        .apply,
        plan: Plan(
          now: TestWorld().now,
          systems: [SystemStatus(name: Name("gateway"), kind: "unifi", reading: isRead ? reading : .failed(error))],
          entries: [], problems: findings, warnings: [], nextChange: nil))
    }
    var digest = ReportDigest()
    let steps = [([missing], true), ([], false), ([], false), ([], true), ([missing], true)].map { findings, isRead in
      let news = digest.news(report(findings, isRead: isRead), of: policy)
      return news.map { ($0.began.map(\.subject), $0.ended.map(\.subject)) }
    }
    let told = steps.map { $0.map { "\($0.0) \($0.1)" } }
    #expect(
      told == [
        #"["kids"] []"#, #"["gateway"] []"#, nil, #"[] ["gateway", "kids"]"#, #"["kids"] []"#,
      ])
  }

  /// What is wrong changes: that is told, and nothing is over.
  @Test func anotherTroubleOfTheSameThingEndsNothing() throws {
    let policy = try MixedHousehold().policy
    func report(_ kind: ProviderError.Kind, _ code: String) -> Report {
      let error = ProviderError(kind, "no", code: code)
      return Report(
        .apply,
        plan: Plan(
          now: TestWorld().now,
          systems: [SystemStatus(name: Name("gateway"), kind: "unifi", reading: .failed(error))], entries: [],
          problems: [], warnings: [], nextChange: nil))
    }
    var digest = ReportDigest()
    _ = digest.news(report(.unreachable, "a"), of: policy)
    let news = digest.news(report(.timedOut, "b"), of: policy)
    #expect(news?.began.count == 1 && news?.ended.isEmpty == true)
  }
}
