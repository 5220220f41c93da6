import Simulator
import Testing

/// What the recordings do not show, or not reliably.
struct PiHoleTests {
  static let now = 1_795_208_404.0

  /// A Pi-hole, a clock, and the session in use.
  struct Conversation {
    var piHole: PiHole
    var now = PiHoleTests.now
    var sid: String?

    init(_ change: (inout PiHole) -> Void = { _ in }) {
      piHole = Household.piHole(at: now)
      change(&piHole)
    }

    mutating func ask(
      _ method: String, _ target: String, _ body: String = "", headers: [(name: String, value: String)] = []
    ) -> SimulatedResponse {
      let session = sid.map { [(name: "X-FTL-SID", value: $0)] } ?? []
      return piHole.respond(
        to: SimulatedRequest(method: method, target: target, headers: headers + session, body: Array(body.utf8)),
        at: now)
    }

    @discardableResult
    mutating func logIn(_ password: String = Household.password) -> SimulatedResponse {
      let answer = ask("POST", "/api/auth", #"{"password":"\#(password)"}"#)
      if let sid = answer.json?["session"]?["sid"]?.text { self.sid = sid }
      return answer
    }

    /// Status and blocking, in short: `disabled 58.9`.
    mutating func blocking(_ method: String = "GET", _ body: String = "") -> String {
      let answer = ask(method, "/api/dns/blocking", body)
      guard answer.status == 200, answer.delivery == .whole else { return "\(answer.status)" }
      let timer = answer.json?["timer"]?.double.map { " " + String($0) } ?? ""
      return (answer.json?["blocking"]?.text ?? "?") + timer
    }
  }

  /// What is done, and what is then seen: `+N` waits, `restart`, `crash`, `off`, `off N`, `on`, `on N`, `?`.
  struct Story: CustomTestStringConvertible, Sendable {
    var id: String
    var steps: [(does: String, sees: String)]
    var testDescription: String { id }

    init(_ id: String, _ steps: [(does: String, sees: String)]) {
      self.id = id
      self.steps = steps
    }
  }

  static let stories: [Story] = [
    Story(
      "a pause ends", [("off 60", "disabled 60.0"), ("+59.9", "disabled 0.10000000000001052"), ("+0.1", "enabled")]),
    Story(
      "steps of a tenth",
      [("off 60", "disabled 60.0"), ("+0.09", "disabled 60.0"), ("+1.06", "disabled 58.899999999999984")]),
    Story(
      "a tiny pause lasts a step", [("off 0.01", "disabled 0.01"), ("+0.09", "disabled 0.01"), ("+0.02", "enabled")]),
    Story("again, with a timer", [("off", "disabled"), ("off 100", "disabled 100.0"), ("+100", "enabled")]),
    Story("again, without", [("off 60", "disabled 60.0"), ("off", "disabled"), ("+99", "disabled")]),
    Story("on cancels", [("off 60", "disabled 60.0"), ("on", "enabled"), ("+99", "enabled")]),
    Story("on for a while", [("off", "disabled"), ("on 2", "enabled 2.0"), ("+2", "disabled")]),
    Story("on for a while when on", [("on 2", "enabled 2.0"), ("+2", "enabled")]),
    Story("a restart loses the timer", [("off 300", "disabled 300.0"), ("restart", "disabled"), ("+999", "disabled")]),
    Story("a restart after the end", [("off 300", "disabled 300.0"), ("+300", "enabled"), ("restart", "enabled")]),
    Story("a crash loses the session", [("off 300", "disabled 300.0"), ("crash", "401")]),
    Story(
      "the configuration leaves the timer",
      [("off 60", "disabled 60.0"), ("configure on", "enabled 60.0"), ("+60", "enabled")]),
    Story("no end", [("off 1e400", "disabled"), ("+1e9", "disabled")]),
    Story("away and back", [("off 300", "disabled 300.0"), ("away 10", "503"), ("+9.9", "503"), ("+0.1", "disabled")]),
    Story("a long pause", [("off 28800", "disabled 28800.0"), ("+28790", "disabled 10.0"), ("+10", "enabled")]),
  ]

  @Test(arguments: stories)
  func blocksAsTold(_ story: Story) {
    var talk = Conversation()
    talk.logIn()
    for step in story.steps {
      let words = step.does.split(separator: " ")
      let timer = words.count > 1 ? #","timer":\#(words[1])"# : ""
      var seen: String?
      switch words[0] {
      case "off": seen = talk.blocking("POST", #"{"blocking":false\#(timer)}"#)
      case "on": seen = talk.blocking("POST", #"{"blocking":true\#(timer)}"#)
      case "restart": talk.piHole.restart(at: talk.now)
      case "crash": talk.piHole.crash(at: talk.now)
      case "configure": talk.piHole.blocking.configure(true)
      case "away": talk.piHole.restart(from: talk.now, until: talk.now + 10)
      default: talk.now += Double(words[0]) ?? .nan
      }
      let found = seen ?? talk.blocking()
      #expect(Self.roughly(found) == Self.roughly(step.sees), "after \(step.does)")
    }
  }

  /// A long countdown is noisy in its last digits.
  private static func roughly(_ text: String) -> String {
    let words = text.split(separator: " ")
    guard words.count == 2, let timer = Double(words[1]) else { return text }
    return "\(words[0]) \((timer * 1e4).rounded() / 1e4)"
  }

  @Test func countsDownWithNoise() {
    var talk = Conversation()
    talk.logIn()
    _ = talk.blocking("POST", #"{"blocking":false,"timer":60}"#)
    talk.now += 1.15
    #expect(talk.blocking() == "disabled 58.899999999999984")
  }

  @Test func hasSixteenSeats() {
    var talk = Conversation { $0 = PiHole(password: "p", loginsPerSecond: 100, startedAt: 0) }
    let answers = (1...17).map { _ in
      talk.sid = nil
      return talk.logIn("p")
    }
    #expect(answers.map(\.status) == Array(repeating: 200, count: 16) + [429])
    #expect(answers[16].json?["error"]?["key"] == "api_seats_exceeded")
    let sids = answers.compactMap { $0.json?["session"]?["sid"]?.text }
    #expect(Set(sids).count == 16)
    #expect(sids.allSatisfy { $0.utf8.count == 23 && $0.hasSuffix("=") && !$0.dropLast().contains("=") })
    #expect(sids.contains { $0.contains("+") || $0.contains("/") })
    talk.now += 1801
    talk.sid = sids[3]
    #expect(talk.blocking() == "enabled", "a session that is over works until its seat is taken")
    talk.sid = nil
    #expect(talk.logIn("p").status == 200)
    talk.sid = sids[0]
    #expect(talk.blocking() == "401")
    talk.sid = sids[1]
    #expect(talk.blocking() == "enabled")
  }

  @Test func throttlesTheFourthCheckInASecond() {
    var talk = Conversation()
    let statuses = (1...5).map { _ in talk.logIn("wrong").status }
    #expect(statuses == [401, 401, 401, 429, 429])
    talk.now += 1
    #expect(talk.logIn().status == 200)
  }

  @Test func refusesARightPasswordWhenItsSecondCheckIsThrottled() {
    var talk = Conversation { $0.appPassword = "app" }
    #expect(talk.logIn("app").json?["session"]?["message"] == "app-password correct")
    talk.sid = nil
    let second = talk.logIn("app")
    #expect(second.status == 401)
    #expect(second.json?["session"]?["message"] == "password incorrect")
    talk.now += 1.1
    #expect(talk.logIn("app").status == 200)
  }

  @Test func mayRefuseOnceAfterARestart() {
    var talk = Conversation()
    talk.logIn()
    talk.piHole.restart(at: talk.now)
    talk.piHole.falseRefusals = 1
    #expect([talk.blocking(), talk.blocking()] == ["401", "enabled"])
  }

  @Test func saysByItsUptimeThatItWasRestarted() {
    var talk = Conversation()
    talk.logIn()
    talk.now += 0.5
    let before = talk.ask("GET", "/api/info/ftl").json?["ftl"]?["uptime"]?.double
    #expect(before == 3_600_500)
    #expect(talk.ask("POST", "/api/action/restartdns").status == 200)
    let deliveries = [0.2, 0.1, 0.3].map { wait in
      talk.now += wait
      return talk.ask("GET", "/api/info/login").delivery
    }
    #expect(deliveries == [.whole, .lost, .lost])
    talk.now += 1
    #expect(talk.ask("GET", "/api/info/ftl").json?["ftl"]?["uptime"]?.double.map { $0 < 1000 } == true)
  }

  @Test func mayHandOutTheCookieOfAnother() {
    var talk = Conversation { $0.mixesUpCookies = true }
    talk.logIn()
    let mine = talk.sid ?? ""
    talk.logIn()
    let theirs = talk.sid ?? ""
    #expect(talk.ask("GET", "/api/dns/blocking").header("Set-Cookie")?.contains(mine) == true)
    talk.sid = nil
    let anonymous = talk.ask("GET", "/api/dns/blocking")
    #expect(anonymous.status == 401 && anonymous.header("Set-Cookie")?.contains(mine) == true)
    #expect(mine != theirs)
  }

  /// The first place that is there counts, right or wrong.
  @Test(arguments: [
    ("form", #"sid=\#("%SID%")"#, "", "", "", 400), ("body", #"{"sid":"%SID%","blocking":true}"#, "x", "x", "x", 200),
    ("wrong body", #"{"sid":"x","blocking":true}"#, "%SID%", "%SID%", "%SID%", 401),
    ("header", #"{"blocking":true}"#, "%SID%", "x", "x", 200),
    ("wrong header", #"{"blocking":true}"#, "x", "%SID%", "%SID%", 401),
    ("cookie without token", #"{"blocking":true}"#, "", "%SID%", "", 401),
    ("cookie before query", #"{"blocking":true}"#, "", "x", "%SID%", 401),
    ("query", #"{"blocking":true}"#, "", "", "%SID%", 200), ("nothing", #"{"blocking":true}"#, "", "", "", 401),
  ])
  func findsTheSession(
    _ id: String, _ body: String, _ header: String, _ cookie: String, _ query: String, _ status: Int
  ) {
    var talk = Conversation()
    talk.logIn()
    let sid = talk.sid ?? ""
    talk.sid = nil
    let place = { (text: String) in text.replacing("%SID%", with: sid) }
    var headers: [(name: String, value: String)] = header.isEmpty ? [] : [("sid", place(header))]
    if !cookie.isEmpty { headers.append(("Cookie", "a=b; sid=" + place(cookie))) }
    let target = "/api/dns/blocking" + (query.isEmpty ? "" : "?sid=" + place(query))
    #expect(talk.ask("POST", target, place(body), headers: headers).status == status)
  }
}
