import Documents
import HTTPTransport
import JSONTree
import Planning
import Policies
import Providers
import Simulator
import Synchronization
import TestSupport
import Testing
import UniFi

@testable import PiHole

/// A run that only looks, told as what goes over the wire.
struct SessionStory: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var password: String? = "right"
  var isKnown = false
  var system = PiHole(password: "right")
  var stage: @Sendable (inout Staged<PiHole>) -> Void = { _ in }
  /// Nil where blocking is seen.
  var fails: ProviderError?
  var log: [String]

  init(
    _ name: String, password: String? = "right", isKnown: Bool = false, system: PiHole = PiHole(password: "right"),
    stage: @escaping @Sendable (inout Staged<PiHole>) -> Void = { _ in }, fails: ProviderError? = nil, _ log: String...
  ) {
    testDescription = name
    self.password = password
    self.isKnown = isKnown
    self.system = system
    self.stage = stage
    self.fails = fails
    self.log = log
  }

  static func system(_ change: (inout PiHole) -> Void) -> PiHole {
    var system = PiHole(password: "right")
    change(&system)
    return system
  }

  static let throttled = SimulatedResponse.json(
    429, ["error": ["key": "rate_limiting", "message": "Rate-limiting login attempts", "hint": nil]])

  static let all = [
    SessionStory(
      "a password", "POST /auth 200", "GET /dns/blocking 200", "GET /info/version 200", "DELETE /auth 204"),
    SessionStory(
      "no password anywhere", password: nil, system: PiHole(password: nil), "GET /dns/blocking 200",
      "GET /info/version 200"),
    SessionStory(
      "a password where none is needed", system: PiHole(password: nil), "POST /auth 200", "GET /dns/blocking 200",
      "GET /info/version 200"),
    SessionStory(
      "no password where one is needed", password: nil, fails: .passwordMissing, "GET /dns/blocking 401"),
    SessionStory(
      "a wrong password is tried six times", password: "wrong", fails: .wrongPassword(wantsSecondFactor: false),
      "POST /auth 401", "POST /auth 401", "POST /auth 401", "POST /auth 401", "POST /auth 401", "POST /auth 401"),
    SessionStory(
      "an app password is refused five times, and then is not", password: "app",
      system: system { $0.appPassword = "app" },
      stage: { stage in
        for number in 1...5 { stage.before(request: number) { $0.useUpLogins(1, at: [0, 1, 4, 7, 11][number - 1]) } }
      },
      "POST /auth 401", "POST /auth 401", "POST /auth 401", "POST /auth 401", "POST /auth 401", "POST /auth 200",
      "GET /dns/blocking 200",
      "GET /info/version 200", "DELETE /auth 204"),
    SessionStory(
      "a password that was accepted before is refused", password: "wrong", isKnown: true,
      fails: .refusalDoubted(wasAccepted: true), "POST /auth 401", "POST /auth 401", "POST /auth 401"),
    SessionStory(
      "a password is refused while others are told to wait", password: "wrong",
      stage: { $0.faults = .at(2, .answer(throttled)) },
      fails: .refusalDoubted(wasAccepted: false), "POST /auth 401", "POST /auth 429", "POST /auth 401"),
    SessionStory(
      "an app password is refused twice, and then is not", password: "app", system: system { $0.appPassword = "app" },
      stage: { stage in
        stage.before(request: 1) { $0.useUpLogins(1) }
        stage.before(request: 2) { $0.useUpLogins(1, at: 1) }
      },
      "POST /auth 401", "POST /auth 401", "POST /auth 200", "GET /dns/blocking 200", "GET /info/version 200",
      "DELETE /auth 204"),
    SessionStory(
      "a session is refused by mistake, and no other seat is free",
      system: system {
        $0.seats = PiHoleSeats(limit: 1)
        $0.falseRefusals = 1
      },
      "POST /auth 200", "GET /dns/blocking 401", "DELETE /auth 204", "POST /auth 200", "GET /dns/blocking 200",
      "GET /info/version 200", "DELETE /auth 204"),
    SessionStory(
      "an app password is refused while logins are throttled", password: "app",
      system: system { $0.appPassword = "app" },
      stage: { $0.before(request: 1) { $0.useUpLogins(1) } },
      "POST /auth 401", "POST /auth 200", "GET /dns/blocking 200", "GET /info/version 200", "DELETE /auth 204"),
    SessionStory(
      "logins are throttled for a second", stage: { $0.before(request: 1) { $0.useUpLogins(3) } },
      "POST /auth 429", "POST /auth 200", "GET /dns/blocking 200", "GET /info/version 200", "DELETE /auth 204"),
    SessionStory(
      "logins are throttled all the time", stage: { $0.faults = .always(.answer(throttled)) },
      fails: .loginsThrottled(nil), "POST /auth 429", "POST /auth 429", "POST /auth 429"),
    SessionStory(
      "no seat is free", system: PiHole(password: "right", seats: PiHoleSeats(limit: 0)), fails: .seatsTaken(nil),
      "POST /auth 429"),
    SessionStory(
      "two-factor login is on", system: system { $0.totp = 123_456 }, fails: .secondFactorNeeded, "POST /auth 400"),
    SessionStory(
      "a wrong password and two factors", password: "wrong", system: system { $0.totp = 123_456 },
      fails: .wrongPassword(wantsSecondFactor: true), "POST /auth 401", "POST /auth 401", "POST /auth 401",
      "POST /auth 401", "POST /auth 401", "POST /auth 401"),
    SessionStory(
      "the session is lost before the first look", stage: { $0.before(request: 2) { $0.seats.leaveAll() } },
      "POST /auth 200", "GET /dns/blocking 401", "DELETE /auth 401", "POST /auth 200", "GET /dns/blocking 200",
      "GET /info/version 200", "DELETE /auth 401", "DELETE /auth 204", "DELETE /auth 401"),
    SessionStory(
      "the session is lost in between", stage: { $0.before(request: 3) { $0.seats.leaveAll() } },
      "POST /auth 200", "GET /dns/blocking 200", "GET /info/version 401", "DELETE /auth 401", "POST /auth 200",
      "GET /info/version 200", "DELETE /auth 401", "DELETE /auth 204", "DELETE /auth 401"),
    SessionStory(
      "a session is refused by mistake after a restart", system: system { $0.falseRefusals = 1 },
      "POST /auth 200", "GET /dns/blocking 401", "DELETE /auth 204", "POST /auth 200", "GET /dns/blocking 200",
      "GET /info/version 200", "DELETE /auth 204"),
    SessionStory(
      "every session is refused", stage: { $0.beforeEvery { system, _ in system.seats.leaveAll() } },
      fails: .sessionRefused,
      "POST /auth 200", "GET /dns/blocking 401", "DELETE /auth 401", "POST /auth 200", "GET /dns/blocking 401",
      "DELETE /auth 401", "DELETE /auth 401", "DELETE /auth 401", "DELETE /auth 401"),
    SessionStory(
      "the password is changed before the first look",
      stage: { $0.before(request: 2) { $0.changePassword(to: "new") } },
      fails: .wrongPassword(wantsSecondFactor: false),
      "POST /auth 200", "GET /dns/blocking 401", "DELETE /auth 401", "POST /auth 401", "POST /auth 401",
      "POST /auth 401", "POST /auth 401", "POST /auth 401", "POST /auth 401", "DELETE /auth 401", "DELETE /auth 401"),
    SessionStory(
      "the logout is answered with a fault first", stage: { $0.faults = .at(4, .empty(503)) },
      "POST /auth 200", "GET /dns/blocking 200", "GET /info/version 200", "DELETE /auth 503", "DELETE /auth 204"),
    SessionStory(
      "the logout is refused by mistake", stage: { stage in stage.before(request: 4) { $0.falseRefusals = 1 } },
      "POST /auth 200", "GET /dns/blocking 200", "GET /info/version 200", "DELETE /auth 401", "DELETE /auth 204"),
    SessionStory(
      "the logout is refused by something in front", stage: { $0.faults = .at(4, .html(401)) },
      "POST /auth 200", "GET /dns/blocking 200", "GET /info/version 200", "DELETE /auth 401", "DELETE /auth 204"),
    SessionStory("an older Pi-hole", stage: { $0.faults = .always(.html(404)) }, fails: .noAPI, "POST /auth 404"),
    SessionStory("no Pi-hole at all", stage: { $0.faults = .always(.html(200)) }, fails: .webPage, "POST /auth 200"),
    SessionStory(
      "sent elsewhere", stage: { $0.faults = .always(.empty(308)) }, fails: .redirected(308), "POST /auth 308"),
    SessionStory(
      "a session id that is no header field",
      stage: { $0.faults = .at(1, .body(Array(#"{"session":{"valid":true,"sid":"a\r\nX: y"}}"#.utf8))) },
      fails: .unusableSessionID, "POST /auth 200"),
    SessionStory(
      "a login that is granted without a word on the session",
      stage: { $0.faults = .at(1, .body(Array(#"{"session":{"valid":true}}"#.utf8))) },
      fails: .unexpected("the Pi-hole's answer to the login contains no session"), "POST /auth 200"),
  ]
}

extension PiHole {
  /// Lets somebody else log in, wrongly, so many times in the present second.
  fileprivate mutating func useUpLogins(_ times: Int, at second: Int64 = 0) {
    let body = Array(#"{"password":"somebody else's"}"#.utf8)
    for _ in 0..<times {
      _ = respond(
        to: SimulatedRequest(method: "POST", target: "/api/auth", body: body), at: Double(PretendRun.start + second))
    }
  }
}

@Suite struct SessionTests {
  @Test("a run that looks", arguments: SessionStory.all)
  func looks(story: SessionStory) async throws {
    let run = PretendRun(story.system, password: story.password, isKnown: story.isKnown, stage: story.stage)
    do {
      let seen = try await run.observer.observe([.blocking])
      #expect(story.fails == nil)
      #expect(seen.title == "Pi-hole v6.4.1" && seen.version == "v6.4.1" && seen.warnings.isEmpty)
      #expect(seen.objects.map(\.switchState) == [SwitchState(.active)])
    } catch {
      #expect(error == story.fails)
    }
    await run.observer.close()
    #expect(await run.log == story.log)
    #expect(await run.wire.system.logsInWithoutSession)
  }

  @Test("the cookie of an answer may be somebody else's and is not used")
  func mixedUpCookies() async throws {
    let run = PretendRun(SessionStory.system { $0.mixesUpCookies = true }, password: "right")
    let login = SimulatedRequest(method: "POST", target: "/api/auth", body: Array(#"{"password":"right"}"#.utf8))
    let body = await run.wire.inspect { $0.system.respond(to: login, at: Double(PretendRun.start)).body }
    let foreign = try #require(JSON(parsing: body)["session"]?["sid"]?.string)
    _ = try await run.observer.observe([.blocking])
    await run.observer.close()
    let presented = await run.wire.system.log.map { $0.request.header("X-FTL-SID") }
    #expect(presented.count == 4 && presented.first == .some(nil))
    #expect(Set(presented.dropFirst()).count == 1 && !presented.contains(foreign))
    #expect(await run.seatsTaken == 1)
  }

  @Test("observers that share a session log in once")
  func sharedSession() async throws {
    let run = PretendRun(PiHole(password: "right"), password: "right")
    try await withThrowingTaskGroup { group in
      for _ in 0..<8 { group.addTask { _ = try await run.observer.observe([.blocking]) } }
      try await group.waitForAll()
    }
    await run.observer.close()
    await run.observer.close()
    #expect(await run.log.filter { $0.hasPrefix("POST") } == ["POST /auth 200"])
    #expect(await run.log.filter { $0.hasPrefix("DELETE") } == ["DELETE /auth 204"])
    await #expect(throws: ProviderError.sessionClosed) { try await run.observer.observe([.blocking]) }
  }

  @Test("requests that lose their session together log in together")
  func sharedRenewal() async throws {
    let run = PretendRun(PiHole(password: "right"), password: "right")
    let first = try await run.session.pass()
    await run.wire.inspect { $0.system.seats.leaveAll() }
    let client = PiHoleClient(session: run.session)
    try await withThrowingTaskGroup { group in
      for _ in 0..<8 { group.addTask { _ = try await client.blocking() } }
      try await group.waitForAll()
    }
    #expect(try await run.session.pass(after: first).login == 2)
    #expect(await run.log.filter { $0.hasPrefix("POST") }.count == 2)
    await run.observer.close()
    #expect(await run.seatsTaken == 0)
  }

  @Test("a wrong password is not tried again in the same run")
  func refusalIsRemembered() async throws {
    let run = PretendRun(PiHole(password: "right"), password: "wrong")
    for _ in 0..<3 {
      await #expect(throws: ProviderError.wrongPassword(wantsSecondFactor: false)) {
        try await run.observer.observe([.blocking])
      }
    }
    #expect(await run.log == Array(repeating: "POST /auth 401", count: 6))
  }

  @Test(
    "what is read and what is not",
    arguments: [
      ([], [], nil), ([.blocking], ["blocking"], nil), ([.group, .blocking, .wifi], [], .unsupported),
    ] as [(Set<ObjectKind>, [String], ProviderError.Kind?)])
  func kinds(kinds: Set<ObjectKind>, names: [String], fails: ProviderError.Kind?) async {
    let run = PretendRun(PiHole(password: nil), password: nil)
    do {
      #expect(try await run.observer.observe(kinds).objects.map(\.name) == names)
      #expect(fails == nil)
    } catch {
      #expect(error.kind == fails)
    }
  }

  @Test(
    "a version that is not given",
    arguments: [
      (#"{"version":{"ftl":{"local":{"version":null}}}}"#, nil), (#"{"version":{"ftl":{"local":null}}}"#, nil),
      (#"{"version":null}"#, nil), ("{}", nil), ("[42]", nil),
      ("<html>", "pihole.version-unknown"), ("", "pihole.version-unknown"),
    ] as [(String, String?)])
  func version(body: String, warning: String?) async throws {
    let run = PretendRun(PiHole(password: nil), password: nil) { $0.faults = .at(2, .body(Array(body.utf8))) }
    let seen = try await run.observer.observe([.blocking])
    #expect(seen.title == "Pi-hole" && seen.version == "" && seen.objects.count == 1)
    #expect(seen.warnings.map(\.code) == [warning].compactMap(\.self))
  }

  /// An answer to a login that never comes whole does not tell which seat it took; a logout that is not served is not
  /// waited for twice. Every other fault leaves no seat behind.
  @Test("no fault at any request leaves a seat taken, if that can be helped", arguments: WireFault.allCases)
  func seats(fault: WireFault) async throws {
    for number in 1...20 {
      let run = PretendRun(PiHole(password: "throwaway"), password: "throwaway")
      await run.wire.fail(request: number, with: fault)
      var report = ""
      do {
        dump(try await run.observer.observe([.blocking]), to: &report)
        dump(try await run.applier.apply(PretendRun.change(.active, to: .paused, until: 600)), to: &report)
      } catch { dump(error, to: &report) }
      await run.observer.close()
      let survived = await run.wire.heal()
      let log = await run.wire.log.map(\.description)
      let isLost = number == 1 ? fault.takesEffect : fault == .neverServed && number == log.count
      #expect(await run.seatsTaken == (isLost ? 1 : 0), "request \(number) of \(log)")
      #expect(!report.contains("throwaway"), "request \(number)")
      if survived { return }
    }
    Issue.record("a run of more than 20 requests")
  }
}

extension Staged<PiHole> {
  /// With a session presented, a wrong password would be answered as a right one. Cookies are not sent at all.
  var logsInWithoutSession: Bool {
    log.allSatisfy { entry in
      let isLogin = entry.method == "POST" && entry.target == "/api/auth"
      return entry.request.header("Cookie") == nil && (!isLogin || entry.request.header("X-FTL-SID") == nil)
    }
  }
}
