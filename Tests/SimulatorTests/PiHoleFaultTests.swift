import Simulator
import Testing

/// Faults that last, and what the server says of itself.
struct PiHoleFaultTests {
  @Test func mayRefuseOnceAfterEveryRestart() {
    var talk = PiHoleTests.Conversation { $0.refusesOnceAfterRestart = true }
    talk.logIn()
    #expect(talk.blocking() == "enabled")
    for _ in 1...2 {
      #expect(talk.ask("POST", "/api/action/restartdns").status == 200)
      talk.now += 1
      #expect([talk.blocking(), talk.blocking()] == ["401", "enabled"])
    }
  }

  @Test func throttlesAndFillsUpByHand() {
    var talk = PiHoleTests.Conversation()
    for (words, seconds, status) in [
      (["login", "throttle"], 10.0, 429), (["login", "normal"], nil, 200), (["seats", "take"], nil, 429),
      (["seats", "free"], nil, 200), (["totp", "123456"], nil, 400), (["totp", "off"], nil, 200),
      (["password", "set", "other"], nil, 401), (["password", "none"], nil, 200),
    ] as [([String], Double?, Int)] {
      talk.now += 1
      talk.sid = nil
      #expect(talk.piHole.perform(words, seconds: seconds, at: talk.now) != nil)
      #expect(talk.logIn().status == status, "\(words)")
    }
    #expect(talk.blocking() == "enabled", "no session is needed without a password")
  }

  @Test func waitsAsLongAsTold() {
    var talk = PiHoleTests.Conversation()
    #expect(talk.piHole.perform(["login", "slow"], seconds: 7, at: talk.now) != nil)
    #expect(talk.logIn().delivery == .delayed(milliseconds: 7000))
    #expect(talk.ask("GET", "/api/groups").delivery == .whole)
  }

  /// Status, and the configuration or the key of the error.
  @Test(arguments: [
    ("webserver/api/max_sessions", #"200 {"webserver":{"api":{"max_sessions":5}}}"#),
    ("webserver/session/timeout", #"200 {"webserver":{"session":{"timeout":900}}}"#),
    ("webserver/session/timeout/", #"200 {"webserver":{"session":{"timeout":900}}}"#),
    ("webserver/api/nothing", "200 {}"), ("webserver/api/temp/unit/c", "200 {}"), ("nothing", "200 {}"),
    ("dns/blocking/active", #"200 {"dns":{"blocking":{"active":true}}}"#), ("dns/upstreams", "501"), ("", "501"),
    ("webserver/session?detailed=true", "501"),
  ])
  func showsSomeOfItsConfiguration(_ path: String, _ wanted: String) {
    var talk = PiHoleTests.Conversation { $0.seats = PiHoleSeats(limit: 5, timeout: 900) }
    talk.logIn()
    let answer = talk.ask("GET", "/api/config/" + path)
    let config = answer.json?["config"].map { " " + String(decoding: $0.encoded, as: UTF8.self) } ?? ""
    #expect("\(answer.status)\(config)" == wanted)
  }

  @Test func countsItsRows() {
    var talk = PiHoleTests.Conversation()
    talk.logIn()
    let counts = talk.ask("GET", "/api/info/ftl").json?["ftl"]?["database"].map(\.encoded) ?? []
    #expect(
      String(decoding: counts, as: UTF8.self)
        == #"{"gravity":0,"groups":3,"lists":2,"clients":2,"domains":{"allowed":{"total":1,"enabled":1},"#
        + #""denied":{"total":0,"enabled":0}},"regex":{"allowed":{"total":0,"enabled":0},"#
        + #""denied":{"total":1,"enabled":1}}}"#)
  }

  @Test func endsASessionByItsSeat() {
    var talk = PiHoleTests.Conversation()
    talk.logIn()
    let first = talk.sid
    talk.sid = nil
    talk.logIn()
    let seats = talk.ask("GET", "/api/auth/sessions").json?["sessions"]?.elements ?? []
    #expect(seats.map { $0["id"] } == [0, 1] && seats.map { $0["current_session"] } == [false, true])
    #expect(talk.ask("DELETE", "/api/auth/session/0").status == 204)
    talk.sid = first
    #expect(talk.blocking() == "401")
  }
}
