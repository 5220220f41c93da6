import CivilTime
import Documents
import Foundation
import JSONTree
import Policies
import Providers
import StateStore
import Synchronization
import TestSupport
import Testing
import UniFi

@testable import Controller
@testable import HTTPTransport
@testable import Planning
@testable import Presentation
@testable import ReconcileCLI

/// What is told of a run, and to whom.
@Suite struct NotificationTests {
  private static let now = Instant(secondsSinceEpoch: 1_795_204_804)

  private static func report(_ causes: [Cause?] = [], _ outcomes: [Outcome]) throws -> Report {
    var plan = try MixedHousehold().plan
    var remaining = causes[...]
    for index in plan.entries.indices where plan.entries[index].action == .change {
      plan.entries[index].cause = remaining.popFirst() ?? nil
    }
    let rest = Array(repeating: Outcome.skipped(PassMessages.runEnded), count: plan.changes.count - outcomes.count)
    return Report(.apply, plan: plan, inOrder: outcomes + rest)
  }

  /// A report with nothing to do.
  private static func quiet() throws -> Report {
    var plan = try MixedHousehold().plan
    plan.entries = []
    return Report(.apply, plan: plan)
  }

  private static func event(_ kind: Event.Kind, _ system: String) -> Event {
    Event(at: now, kind, system: Name(system))
  }

  @Test func isOneObject() throws {
    var report = try Self.report(
      [.schedule, .outside], [.applied([]), .applied([]), .failed(Message(code: "x", "no"))])
    report.plan.actions = [
      DueAction(
        key: ActionKey(target: Name("gate"), at: Self.now + -4), system: Name("house"),
        action: SelectorKind.Action("open"), edge: nil, until: Self.now + 596, standing: .missed)
    ]
    let events = [Self.event(.moved, "pihole")]
    let coming = [ComingChange(target: Name("kids"), at: Self.now + 596, from: .on, to: .off)]
    let run = RunFacts(
      report, events: events, lost: [Name("attic")], back: [Name("gateway")], stuck: ["Front door"],
      coming: coming)
    let notification = try #require(Notification(run, policy: "household.yaml"))
    try Golden.check(notification.json.indented, "notification/everything.json")
  }

  /// That it is left alone says nothing of where it is now.
  @Test func whatIsPutBackIsToldAsItIs() throws {
    var report = try Self.report([.override], [.applied([])])
    let place = try #require(report.plan.entries.firstIndex { $0.action == .change })
    report.plan.entries[place].verdict.state = .leave
    report.plan.entries[place].toState = .off
    let target = report.plan.entries[place].target
    let notification = try #require(Notification(RunFacts(report), policy: "household.yaml"))
    #expect(notification.text.lines.contains("\(target) off, as before the override"))
    #expect(notification.summary.hasSuffix("; \(target): off"))
  }

  /// What was sent and did not show is told like a device that failed to move.
  @Test(
    arguments: [
      (ActionOutcome.done([]), "done", false),
      (.done([Message(code: Outcome.assumedCode, "nobody reads it")]), "done, not confirmed", false),
      (.stuck(Message(code: "x", "is jammed")), "stuck", true),
      (.unverified(Message(code: "x", "does not show it")), "unverified", true),
    ]) func anActionThatDidNotShowIsTrouble(_ outcome: ActionOutcome, _ word: String, isTrouble: Bool) throws
  {
    var report = try Self.quiet()
    let action = DueAction(
      key: ActionKey(target: Name("gate"), at: Self.now + -4), system: Name("house"),
      action: SelectorKind.Action("lock"), edge: nil, until: Self.now + 596, standing: .due)
    report.plan.actions = [action]
    report.actionOutcomes[action.key] = outcome
    let notification = try #require(Notification(RunFacts(report, events: [], coming: []), policy: "household.yaml"))
    #expect(notification.text.lines == ["gate lock: \(word)"] && notification.text.isTrouble == isTrouble)
    let outcome = notification.json["actions"]?.elements?.first?["outcome"]?.string
    #expect(outcome.map(word.hasPrefix) == true)
    #expect(notification.summary.contains("gate: \(word)"))
  }

  /// Of two that were missed each is told with its time, in the text and in the summary.
  @Test func whatWasMissedIsToldWithItsTime() throws {
    var report = try Self.quiet()
    report.plan.actions = [-86_404, -3_604].map { seconds in
      DueAction(
        key: ActionKey(target: Name("gate"), at: Self.now + seconds), system: Name("house"),
        action: SelectorKind.Action("open"), edge: nil, until: Self.now + -5, standing: .missed)
    }
    let run = RunFacts(report, events: [], zone: try MixedHousehold().policy.zone)
    let notification = try #require(Notification(run, policy: "household.yaml"))
    #expect(notification.text.lines == ["gate open: missed, due Thu 21:00", "gate open: missed, due 20:00"])
    #expect(notification.summary == "gate: missed, due Thu 21:00; gate: missed, due 20:00")
  }

  @Test func isAFewLinesForAPhone() throws {
    let policy = try MixedHousehold().policy
    let failed = Outcome.failed(Message(code: "x", "the console answered with 500"))
    let report = try Self.report(
      [.schedule, .outside], [.applied([]), .applied([]), failed, failed, failed, failed])
    let coming = [
      ComingChange(target: Name("kids"), at: Self.now + 596, from: .on, to: .off),
      ComingChange(target: Name("tv"), at: Self.now + 596, from: .on, to: .off),
    ]
    func shown(_ run: RunFacts) throws -> String {
      let text = try #require(Notification(run, policy: "household.yaml")).text
      let fields = text.fields.fields.map { field -> String in
        guard case .plain(let value) = field.value else { return "secret" }
        return "\(field.name): \(value)\n"
      }
      return fields.joined() + "\n" + text.body + "\n"
    }
    let quiet = try Self.quiet()
    let cases = [
      RunFacts(report, lost: [Name("attic")], back: [Name("gateway")], coming: coming, zone: policy.zone),
      RunFacts(quiet, coming: coming, zone: policy.zone),
      RunFacts(quiet, back: [Name("gateway")], zone: policy.zone),
      RunFacts(try Self.report([.schedule], [.applied([])]), zone: policy.zone),
    ]
    let all = try cases.map(shown).joined(separator: "----\n")
    try Golden.check(all, "notification/phone.txt")
  }

  /// A lock screen shows the first line, and what is cut off counts as told: at bedtime much is switched, and what is wrong then
  /// must not be lost among it.
  @Test func whatIsWrongComesBeforeWhatWasDone() throws {
    let made = try Self.report([], Array(repeating: .applied([]), count: try MixedHousehold().plan.changes.count))
    let coming = [ComingChange(target: Name("kids"), at: Self.now + 596, from: .on, to: .off)]
    let run = RunFacts(
      made, lost: [Name("attic")], back: [Name("gateway")], stuck: ["Front door"], coming: coming)
    let notification = try #require(Notification(run, policy: "p"))
    let text = notification.text
    #expect(Array(text.lines.prefix(2)) == ["attic cannot be read", "could not move: Front door"], "\(text.lines)")
    #expect(text.title == "attic cannot be read" && text.fields.priority == "high")
    #expect(text.lines[2].hasPrefix("kids off at "), "\(text.lines)")
    #expect(text.lines.count <= NotificationText.mostLines + 1)
    #expect(notification.summary.hasPrefix("cannot be read: attic; could not move: Front door; kids: off at "))
    #expect(notification.summary.hasSuffix("can be read again: gateway"))
  }

  /// Whatever a system calls its devices: a field ends where it should, and has no more than one line.
  @Test(arguments: [
    "a\r\nX-Evil: 1", "a\nb", "\u{2028}x", "=?UTF-8?B?YQ==?=", "M\u{fc}nchen", "\u{1B}[31m", "\0",
    String(repeating: "ä", count: 9000),
  ]) func noNameEndsAField(_ name: String) throws {
    let run = RunFacts(try Self.report([], []), lost: [Name("attic")], stuck: [name])
    let text = try #require(Notification(run, policy: "p")).text
    for field in text.fields.fields {
      guard case .plain(let value) = field.value else { continue }
      #expect(value.utf8.allSatisfy { (0x20...0x7E).contains($0) } && value.utf8.count < 1000, "\(field.name)")
    }
    #expect(text.body.utf8.count < 4096 && text.lines.count > 1)
    #expect(text.lines.allSatisfy { !$0.contains("\n") && !$0.contains("\r") })
  }

  @Test func aProgramGetsLinesWhereItAsksForThem() {
    let world = PretendHousehold().world()
    let run = world.run("--notify-command", "/bin/tell", "--notify-format", "text", "household.yaml")
    #expect(run.status == 0 && run.error.isEmpty, "\(run)")
    #expect(world.told.entries == ["kids off until Sat 07:00\npihole paused until Sat 00:00\ntimes of Europe/Berlin\n"])
  }

  @Test(arguments: [
    (["--notify-format", "text"], "'--notify-format' needs somebody to notify"),
    (["--notify-before", "10m"], "'--notify-before' needs somebody to notify"),
    (["--notify-before", "59s", "--notify-command", "/bin/tell"], "invalid value '59s' for '--notify-before'"),
    (["--notify-before", "2d", "--notify-command", "/bin/tell"], "invalid value '2d' for '--notify-before'"),
    (["--notify-format", "xml", "--notify-command", "/bin/tell"], "invalid value 'xml' for '--notify-format'"),
  ]) func whatMeansNothingIsAUsageError(_ options: [String], _ says: String) {
    let run = TestWorld().run(["apply"] + options)
    #expect(run.status == 64 && run.error.contains(says), "\(run)")
  }

  @Test func everySystemThatIsLostOrBackIsNamed() throws {
    let (lost, back) = (["attic", "cellar", "gateway"].map(Name.init), ["pihole", "barn"].map(Name.init))
    let run = RunFacts(try Self.report([], []), lost: lost, back: back)
    let notification = try #require(Notification(run, policy: "p"))
    #expect(notification.json["lost"]?.elements?.compactMap(\.string) == ["attic", "cellar", "gateway"])
    #expect(notification.json["back"]?.elements?.compactMap(\.string) == ["pihole", "barn"])
    #expect(notification.summary.contains("cannot be read: attic, cellar, gateway; "))
    #expect(notification.summary.hasSuffix("; can be read again: pihole, barn"))
  }

  @Test func thereIsNoneWhereNothingWasDone() throws {
    let nothing: [[Outcome]] = [
      [], [.failed(Message(code: "x", "no"))], [.superseded(Message(code: "x", "no"))],
      [.unverified(Message(code: "x", "no"))],
    ]
    for outcomes in nothing {
      let run = RunFacts(try Self.report([], outcomes), events: [Self.event(.moved, "pihole")])
      #expect(Notification(run, policy: "p") == nil)
    }
    for (lost, back) in [(["attic"], []), ([], ["attic"])] as [([String], [String])] {
      let run = RunFacts(try Self.report([], []), lost: lost.map(Name.init), back: back.map(Name.init))
      #expect(Notification(run, policy: "p") != nil)
    }
  }

  /// Whoever sees it first, those who are notified hear of it once, and of what was over before they could, never.
  @Test func whatRunsSawThatTellNobodyIsToldOnce() {
    var world = PretendHousehold().world()
    let runs: [(isLost: Bool, tells: Bool, says: String)] = [
      (false, true, ""), (true, false, ""), (true, true, "pihole cannot be read: no whole answer within 10 s"),
      (true, true, ""),
      (false, false, ""), (false, true, "pihole can be read again"), (false, true, ""), (true, false, ""),
      (false, false, ""), (false, true, ""), (true, true, "pihole cannot be read: no whole answer within 10 s"),
      (true, false, ""),
      (false, true, "pihole can be read again"), (true, false, ""), (true, false, ""),
      (true, true, "pihole cannot be read: no whole answer within 10 s"),
    ]
    var told: [String] = []
    for (number, run) in runs.enumerated() {
      world.now = world.now + 60
      world.household?.hanging = run.isLost ? ["192.168.1.2"] : []
      let before = world.told.entries.count
      let options = run.tells ? ["--notify-command", "/bin/tell", "--notify-format", "text"] : []
      #expect(world.run(["apply", "household.yaml"] + options).status == (run.isLost ? 3 : 0), "\(number)")
      let lines = world.told.entries.dropFirst(before).flatMap { $0.split(separator: "\n").map(String.init) }
      told.append(lines.filter { $0.contains("be read") }.joined(separator: ", "))
    }
    #expect(told == runs.map(\.says))
  }

  /// Whichever run sees first that a device failed to move, those who are notified hear of it once, until it has moved.
  @Test func aStuckDeviceIsToldOnce() throws {
    let key = ObjectKey(system: Name("house"), kind: .aclRule, id: "front")
    var door = RecordedObject(switchState: SwitchState(.enabled), at: Self.now, wanted: SwitchState(.disabled))
    door.name = "Front door"
    let folder = try TemporaryFolder([:])
    let store = try StateStore(writing: folder.url.path + "/state", now: Self.now)
    var (memory, told) = (RecordedState(), [[String]]())
    // A run that tells nobody remembers it, and asks for no news.
    for (isStuck, tells) in [(true, false), (true, true), (true, true), (false, true), (true, false), (true, true)] {
      let before = memory
      door.tries = isStuck ? RecordedObject.Tries(count: 1, at: Self.now) : nil
      memory.objects[key] = door
      try store.record([], before: before, after: memory, at: Self.now)
      guard tells else { continue }
      let news = StuckNews(
        try store.newsworthyObjects().filter { $0.value.tries != nil }, told: try store.told().stuck)
      var known = try store.told()
      known.stuck = news.told
      try store.keep(told: known)
      told.append(news.names)
    }
    #expect(told == [["Front door"], [], [], ["Front door"]])
  }

  /// A bedtime that does not come about is told when it begins to fail, even if nothing else was done, and the next night
  /// again.
  @Test func whatFailsIsToldOnceUntilItWasInPlace() throws {
    let policy = PretendHousehold.policy.replacing("  - pause pihole weekdays\n", with: "")
    var world = PretendHousehold().world(policy: policy)
    let runs: [(seconds: Int64, isBroken: Bool, tells: Bool, says: String)] = [
      (0, true, false, ""), (60, true, true, "kids not off"), (120, true, true, ""), (180, true, true, ""),
      (7200, false, true, "kids off until"), (7260, false, true, ""), (39_600, false, true, "kids on until"),
      (86_400, true, true, "kids not off"), (86_460, true, true, ""),
    ]
    let start = world.now
    for (number, run) in runs.enumerated() {
      world.now = start + run.seconds
      world.household?.hanging = run.isBroken ? ["PUT 192.168.1.1"] : []
      let before = world.told.entries.count
      let options = run.tells ? ["--notify-command", "/bin/tell", "--notify-format", "text"] : []
      let ended = world.run(["apply", "household.yaml"] + options)
      #expect(ended.status == (run.isBroken ? 3 : 0), "\(number): \(ended)")
      let lines = world.told.entries.dropFirst(before).flatMap { $0.split(separator: "\n").map(String.init) }
      let said = lines.filter { $0.hasPrefix("kids") }
      #expect(said.isEmpty == run.says.isEmpty && said.allSatisfy { $0.hasPrefix(run.says) }, "\(number): \(lines)")
    }
  }

  /// While its system cannot be read nobody knows of it: neither that it is in place, nor anything new.
  @Test func whatFailsGoesOnWhileItsSystemIsAway() {
    let policy = PretendHousehold.policy.replacing("  - pause pihole weekdays\n", with: "")
    var world = PretendHousehold().world(policy: policy)
    for (number, hanging) in ["PUT 192.168.1.1", "192.168.1.1", "PUT 192.168.1.1", "192.168.1.1"].enumerated() {
      world.now = world.now + 60
      world.household?.hanging = [hanging]
      let before = world.told.entries.count
      _ = world.run("apply", "household.yaml", "--notify-command", "/bin/tell", "--notify-format", "text")
      let lines = world.told.entries.dropFirst(before).flatMap { $0.split(separator: "\n").map(String.init) }
      #expect(lines.count { $0.hasPrefix("kids not off") } == (number == 0 ? 1 : 0), "\(number): \(lines)")
    }
  }

  /// What goes on failing is not told again beside what was made, and one that fails later is told by itself.
  @Test func whatGoesOnFailingIsNotToldBesideAChange() throws {
    let failed = Outcome.failed(Message(code: "x", "jammed"))
    var told: Set<String> = []
    for (failures, expected) in [(1, 1), (1, 0), (2, 1), (2, 0), (0, 0), (1, 1)] {
      let made = Array(repeating: Outcome.applied([]), count: failures == 0 ? 3 : 1)
      let report = try Self.report([], made + Array(repeating: failed, count: failures))
      var run = RunFacts(report)
      run.failures = FailureNews(report, told: told)
      told = run.failures.told
      let notification = try #require(Notification(run, policy: "p"))
      #expect(notification.text.lines.count { $0.hasSuffix("jammed") } == expected)
      let outcomes = notification.json["changes"]?.elements?.compactMap { $0["outcome"]?.string } ?? []
      #expect(outcomes.count { $0 == "failed" } == expected)
    }
  }

  /// A run that is refused as a whole is told once, until one was not.
  @Test func aRefusedRunIsToldOnce() throws {
    var world = PretendHousehold().world()
    let start = world.now
    var told: [Int] = []
    for (number, isRefused) in [true, true, false, true, true].enumerated() {
      // By the next day all of it is to be changed again.
      world.now = start + Int64(number < 3 ? number * 60 : 39_600 + number * 60)
      let before = world.told.entries.count
      let options = isRefused ? ["--max-changes", "1"] : []
      let run = world.run(
        ["apply", "household.yaml", "--notify-command", "/bin/tell", "--notify-format", "text"] + options)
      #expect(run.status == (isRefused ? 4 : 0), "\(number): \(run)")
      let lines = world.told.entries.dropFirst(before).flatMap { $0.split(separator: "\n").map(String.init) }
      told.append(lines.count { $0.hasPrefix("nothing was changed: ") })
    }
    #expect(told == [1, 0, 0, 1, 0])
  }

  /// What nobody took is told again by the next runs: a loss as long as it lasts, and its end if the loss was heard of.
  @Test func whatNobodyTookIsToldAgain() throws {
    var world = PretendHousehold().world()
    let runs: [(isLost: Bool, takes: Bool, says: String)] = [
      (false, true, ""), (true, false, "pihole cannot be read: no whole answer within 10 s"),
      (true, false, "pihole cannot be read: no whole answer within 10 s"),
      (true, true, "pihole cannot be read: no whole answer within 10 s"), (true, true, ""),
      (false, false, "pihole can be read again"),
      (false, true, "pihole can be read again"), (false, true, ""),
      (true, false, "pihole cannot be read: no whole answer within 10 s"),
      (false, true, ""), (true, true, "pihole cannot be read: no whole answer within 10 s"),
    ]
    for (number, run) in runs.enumerated() {
      world.now = world.now + 60
      world.household?.hanging = run.isLost ? ["192.168.1.2"] : []
      world.programStatus = run.takes ? 0 : 7
      let before = world.told.entries.count
      _ = world.run("apply", "household.yaml", "--notify-command", "/bin/tell", "--notify-format", "text")
      let lines = world.told.entries.dropFirst(before).flatMap { $0.split(separator: "\n").map(String.init) }
      #expect(lines.filter { $0.contains("be read") }.joined(separator: ", ") == run.says, "\(number)")
    }
  }

  /// A notifier that is away for hours hears of it in the end. It is tried a few times minute by minute, then now and then, but
  /// at once where there is something new.
  @Test func whatNobodyTakesIsTriedForAsLongAsItLasts() throws {
    let policy = PretendHousehold.policy.replacing("  - pause pihole weekdays\n", with: "")
    var world = PretendHousehold().world(policy: policy)
    world.programStatus = 7
    world.household?.hanging = ["PUT 192.168.1.1"]
    let start = world.now
    func tries(_ minutes: ClosedRange<Int64>) -> [Int64] {
      minutes.filter { minute in
        world.now = start + minute * 60
        let before = world.told.entries.count
        _ = world.run("apply", "household.yaml", "--notify-command", "/bin/tell", "--notify-format", "text")
        return world.told.entries.dropFirst(before).contains { $0.contains("kids not off") }
      }
    }
    #expect(tries(1...200) == Array(1...10) + [25, 55, 115, 175])
    world.programStatus = 0
    #expect(tries(201...240) == [235] && tries(241...250) == [])
  }

  /// Each who is told has to take it: that one logs it wakes nobody, and does not hear it twice.
  @Test func eachWhoIsToldHearsIt() throws {
    var world = PretendHousehold().world()
    let (lost, back) = ("pihole cannot be read", "pihole can be read again")
    // Whether the server takes it, and what the program and the server are told.
    let runs: [(isLost: Bool, takes: Bool, program: String, server: String)] = [
      (true, false, lost, lost), (true, false, "", lost), (true, true, "", lost), (true, true, "", ""),
      (false, false, back, back), (false, true, "", back), (false, true, "", ""),
      // What it never heard of is not over for it.
      (true, false, lost, lost), (false, true, back, ""), (false, true, "", ""),
    ]
    let server = Receiver()
    world.household?.others = ["192.168.1.9": server]
    for (number, run) in runs.enumerated() {
      world.now = world.now + 60
      world.household?.hanging = run.isLost ? ["192.168.1.2"] : []
      server.status.withLock { $0 = run.takes ? 200 : 500 }
      let (before, heard) = (world.told.entries.count, server.told.withLock { $0.count })
      _ = world.run(
        "apply", "household.yaml", "--notify-url", "http://192.168.1.9/topic", "--notify-command", "/bin/tell",
        "--notify-format", "text")
      func said(_ texts: some Sequence<String>) -> String {
        texts.flatMap { $0.split(separator: "\n").map(String.init) }.filter { $0.contains("be read") }
          .map { String($0.prefix { $0 != ":" }) }.joined()
      }
      #expect(said(world.told.entries.dropFirst(before)) == run.program, "\(number)")
      #expect(said(server.told.withLock { $0.dropFirst(heard) }) == run.server, "\(number)")
    }
  }

  /// A server that takes what it is told, or does not.
  private final class Receiver: ReadTransport, WriteTransport {
    let status = Mutex(200)
    let told = Mutex<[String]>([])

    func read(_ request: ReadRequest) async throws(TransportError) -> Response {
      Response(status: 404, headers: [], body: [])
    }

    func write(_ request: WriteRequest) async throws(TransportError) -> Response {
      let status = status.withLock { $0 }
      told.withLock { $0.append(Self.text(request)) }
      return Response(status: status, headers: [], body: [])
    }

    /// The title and the body.
    private static func text(_ request: WriteRequest) -> String {
      let titles = request.headers.compactMap { field -> String? in
        guard field.name == "Title", case .plain(let title) = field.value else { return nil }
        return title
      }
      return (titles + [String(decoding: request.body, as: UTF8.self)]).joined(separator: "\n")
    }
  }

  /// One that fails later is told by itself, whatever has failed beside it.
  @Test func aSecondStuckDeviceIsToldAsWell() {
    let keys = [("house", "front"), ("house", "back"), ("barn", "front")].map { system, id in
      ObjectKey(system: Name(system), kind: .aclRule, id: id)
    }
    var (stuck, told) = ([ObjectKey: RecordedObject](), Set<String>())
    for (number, key) in keys.enumerated() {
      stuck[key] = RecordedObject(switchState: SwitchState(.enabled), at: Self.now, wanted: SwitchState(.disabled))
      stuck[key]?.name = "door \(number)"
      for names in [["door \(number)"], []] {
        let news = StuckNews(stuck, told: told)
        told = news.told
        #expect(news.names == names)
      }
    }
  }

  /// A run of some targets leaves the systems of the others to the next run of all.
  @Test func systemsOfOtherTargetsAreLeftToOtherRuns() {
    var world = PretendHousehold().world()
    var told: [String] = []
    for (isLost, words) in [
      (true, ["--target", "pihole"]), (true, ["--target", "kids"]), (true, []), (false, ["--target", "kids"]),
      (false, []),
    ] as [(Bool, [String])] {
      world.now = world.now + 60
      world.household?.hanging = isLost ? ["192.168.1.2"] : []
      let before = world.told.entries.count
      // The first run sees the loss, and tells nobody.
      let options = before == 0 && words == ["--target", "pihole"] ? [] : ["--notify-command", "/bin/tell"]
      _ = world.run(["apply", "household.yaml"] + words + options)
      let news = world.told.entries.dropFirst(before).compactMap { try? JSON(parsing: Array($0.utf8)) }
      told.append(news.flatMap { [$0["lost"], $0["back"]].compactMap { $0?.elements?.first?.string } }.joined())
    }
    #expect(told == ["", "", "pihole", "", "pihole"])
  }

  @Test func aProgramIsToldOnce() async throws {
    let world = PretendHousehold().world()
    let run = world.run("--notify-command", "/bin/tell", "household.yaml")
    #expect(run.status == 0 && run.error.isEmpty, "\(run)")
    #expect(world.told.entries.count == 1)
    let told = try JSON(parsing: Array((world.told.entries.first ?? "").utf8))
    #expect(told["summary"]?.string == "kids: off, pihole: paused")
    #expect(told["changes"]?.elements?.count == 2)
    // The second run has nothing to tell.
    #expect(world.run("--notify-command", "/bin/tell", "household.yaml").status == 0)
    #expect(world.told.entries.count == 1)
  }

  @Test(
    arguments: [
      (
        "/bin/none", 0,
        "reconcile: warning: notification command '/bin/none' was not started: No such file or directory\n"
      ),
      ("/bin/tell", 7, "reconcile: warning: notification command '/bin/tell' exited with 7\n"),
      ("/bin/tell", nil, "reconcile: warning: notification command '/bin/tell' timed out after 10 s\n"),
    ] as [(String, Int32?, String)])
  func aProgramThatFailsIsAWarning(_ program: String, _ status: Int32?, _ warning: String) {
    var world = PretendHousehold().world()
    world.programStatus = status
    let run = world.run("--notify-command", program, "household.yaml")
    #expect(run.status == 0 && run.output.contains("All applied and verified."))
    #expect(run.error == warning)
    #expect(world.told.entries.contains("killed") == (status == nil))
  }

  @Test(arguments: ["tell", "./tell", "ftp://x/", "http://user:word@host/", "https://host/?token=sesame", "sesame"])
  func whatCannotBeToldIsAUsageError(_ value: String) async {
    let household = PretendHousehold()
    let option = value.hasSuffix("tell") ? "--notify-command" : "--notify-url"
    if value.contains("/") {
      let credential = TestWorld().run("apply", "--notify-url-credential", value)
      #expect(credential.status == 64 && !credential.error.contains(value), "it is no name: \(credential)")
    }
    let run = household.world().run(option, value, "household.yaml")
    #expect(run.status == 64 && !run.error.contains("sesame") && !run.error.contains("word"), "\(run.error)")
    #expect(await household.requests.isEmpty)
  }

  @Test func theLogOfExchangesDoesNotShowThePathEither() throws {
    let error = Written()
    let invocation = try Invocation(
      ["apply", "-v", "--notify-url", "https://push.example/secret-token"], OptionTable(.shipped))
    let environment = TestWorld().environment(Written(), error)
    let log = try #require(invocation.log(environment, hiding: try PublisherSettings(invocation)))
    for path in ["/secret-token", "/api/groups"] {
      log(TransportEvent(method: "POST", path: path, status: 200, bodyBytes: 2, milliseconds: 1))
    }
    #expect(
      error.text == """
        POST (--notify-url) · 200 · 2 bytes · 1 ms
        POST /api/groups · 200 · 2 bytes · 1 ms

        """)
  }

  @Test func anAddressThatCannotBeReachedIsAWarningWithoutItsPath() {
    let world = PretendHousehold().world()
    let run = world.run("-v", "--notify-url", "http://192.168.1.9/secret-token", "household.yaml")
    #expect(run.status == 0 && run.output.contains("All applied and verified."))
    let warning = "reconcile: warning: the notification to 'http://192.168.1.9' was not sent: nothing listens there\n"
    #expect(run.error.hasSuffix(warning), "\(run.error)")
    #expect(!run.error.contains("secret-token"))
  }

  /// Whoever is told has the same seconds: ten of them, eight after a run that ended at its deadline, and three where even
  /// the end of a session hung.
  @Test(
    arguments: [(60, [], 10), (1, ["192.168.1.1"], 8), (1, ["192.168.1.1", "DELETE 192.168.1.2"], 3)]
      as [(Int, Set<String>, Int)])
  func whoIsToldHangsAtTheSameTime(deadline: Int, hanging: Set<String>, seconds: Int) {
    var household = PretendHousehold()
    household.hanging = hanging.union(["192.168.1.9"])
    household.others = ["192.168.1.9": household.console]
    var world = household.world()
    world.programStatus = nil
    let run = world.run(
      "--deadline", "\(deadline)s", "--notify-command", "/bin/tell", "--notify-url", "http://192.168.1.9/topic",
      "household.yaml")
    #expect(
      run.error.hasSuffix(
        """
        reconcile: warning: notification command '/bin/tell' timed out after \(seconds) s
        reconcile: warning: the notification to 'http://192.168.1.9' was not sent: no whole answer within \(seconds) s

        """), "\(run)")
    #expect(world.diary.end <= Double(seconds) + 0.1, "\(world.diary.entries.suffix(3))")
  }

  @Test func aSystemThatIsLostAndBackIsToldOnce() async throws {
    let household = PretendHousehold()
    var world = household.world(policy: PretendHousehold.policy.replacing("  - pause pihole weekdays\n", with: ""))
    func summary() throws -> String? {
      #expect(world.run("--notify-command", "/bin/tell", "household.yaml").error.isEmpty)
      return try world.told.entries.last.map { try JSON(parsing: Array($0.utf8)) }?["summary"]?.string
    }
    #expect(try summary() == "kids: off")
    for number in 1...99 { await household.console.fail(request: number, with: .refused) }
    for _ in 1...3 {
      world.now = world.now + 60
      #expect(try summary() == "cannot be read: gateway")
    }
    #expect(world.told.entries.count == 2)
    #expect(await household.console.heal())
    for _ in 1...3 {
      world.now = world.now + 60
      #expect(try summary() == "can be read again: gateway")
    }
    #expect(world.told.entries.count == 3)
  }

  @Test func nothingSecretIsTold() {
    let world = PretendHousehold().world()
    _ = world.run("--notify-command", "/bin/tell", "--metrics", "/m.prom", "household.yaml")
    let text = world.told.entries.joined() + (world.replaced["/m.prom"] ?? "")
    #expect(!text.isEmpty && !text.contains("demonstration"))
  }
}
