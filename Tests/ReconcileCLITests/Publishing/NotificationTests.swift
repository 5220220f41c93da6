import CivilTime
import Documents
import JSONTree
import Planning
import Policies
import Providers
import TestSupport
import Testing

@testable import Controller
@testable import HTTPTransport
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

  private static func event(_ kind: Event.Kind, _ system: String) -> Event {
    Event(at: now, kind, system: Name(system))
  }

  @Test func isOneObject() throws {
    let report = try Self.report(
      [.schedule, .outside], [.applied([]), .applied([]), .failed(Message(code: "x", "no"))])
    let events = [
      Self.event(.systemLost, "attic"), Self.event(.systemBack, "gateway"), Self.event(.moved, "pihole"),
    ]
    let notification = try #require(Notification(report, events: events, policy: "household.yaml"))
    try Golden.check(notification.json.indented, "notification/everything.json")
  }

  @Test func everySystemThatIsLostOrBackIsNamed() throws {
    let lost = ["attic", "cellar", "gateway"].map { Self.event(.systemLost, $0) }
    let back = ["pihole", "barn"].map { Self.event(.systemBack, $0) }
    let notification = try #require(Notification(try Self.report([], []), events: lost + back, policy: "p"))
    #expect(notification.json["lost"]?.elements?.compactMap(\.string) == ["attic", "cellar", "gateway"])
    #expect(notification.json["back"]?.elements?.compactMap(\.string) == ["pihole", "barn"])
    #expect(notification.summary.hasSuffix("cannot be read: attic, cellar, gateway; can be read again: pihole, barn"))
  }

  @Test func thereIsNoneWhereNothingWasDone() throws {
    let nothing: [[Outcome]] = [
      [], [.failed(Message(code: "x", "no"))], [.superseded(Message(code: "x", "no"))],
      [.unverified(Message(code: "x", "no"))],
    ]
    for outcomes in nothing {
      #expect(Notification(try Self.report([], outcomes), events: [Self.event(.moved, "pihole")], policy: "p") == nil)
    }
    for kind in [Event.Kind.systemLost, .systemBack] {
      #expect(Notification(try Self.report([], []), events: [Self.event(kind, "attic")], policy: "p") != nil)
    }
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
      ("/bin/none", 0, "warning: '/bin/none' was not told: No such file or directory\n"),
      ("/bin/tell", 7, "warning: '/bin/tell' was told, and ended with 7\n"),
      ("/bin/tell", nil, "warning: '/bin/tell' was told, and was ended after 10 s\n"),
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
    #expect(run.error.hasSuffix("warning: 'http://192.168.1.9' was not told: nothing listens there\n"), "\(run.error)")
    #expect(!run.error.contains("secret-token"))
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
