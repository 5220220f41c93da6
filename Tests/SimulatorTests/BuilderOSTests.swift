import Simulator
import Testing

/// A pretend BuilderOS host: what is written of the API, to the letter, and what a client must not take for granted.
struct BuilderOSTests {
  /// The example of the integration guide.
  static let host: BuilderOS = {
    var jellyfin = BuilderOS.Capsule("jellyfin-server-ops", title: "Jellyfin Server Ops")
    jellyfin.purpose = "…"
    jellyfin.path = "…"
    jellyfin.tags = ["media"]
    jellyfin.output = "…"
    return BuilderOS(capsules: [jellyfin])
  }()

  static func ask(
    _ host: inout BuilderOS, _ method: String, _ path: String, _ body: String = "", key: String? = "simulated-key",
    at now: Double = 1_761_474_600
  ) -> SimulatedResponse {
    let fields = key.map { [(name: "X-API-Key", value: $0)] } ?? []
    return host.respond(
      to: SimulatedRequest(method: method, target: "/api/" + path, headers: fields, body: Array(body.utf8)), at: now)
  }

  static func text(_ answer: SimulatedResponse) -> String {
    "\(answer.status) \(String(decoding: answer.body, as: UTF8.self))"
  }

  static let start = #"{"action": "start"}"#
  static let stop = #"{"action": "stop"}"#
  static let actions = "capsules/jellyfin-server-ops/actions"
  static let listed =
    #"{"id":"jellyfin-server-ops","name":"Jellyfin Server Ops","description":"…","status":"active","#
    + #""createdAt":"2024-09-15T08:00:00Z","updatedAt":"2025-10-21T16:45:00Z","path":"…","tags":["media"]}"#

  struct Case: CustomTestStringConvertible, Sendable {
    var ask: [String]
    var wanted: String
    var key: String? = "simulated-key"
    var configure: @Sendable (inout BuilderOS) -> Void = { _ in }
    var testDescription: String { ask.joined(separator: " ") + " " + wanted }
  }

  static let later: @Sendable (inout BuilderOS) -> Void = { host in
    (host.shape, host.statusShape) = (.later, .later)
    host.capsules[0].title = "Jellyfin Server Operations"
  }
  static let without: @Sendable (inout BuilderOS) -> Void = { $0.offersCapsules = false }
  static let inText: @Sendable (inout BuilderOS) -> Void = { $0.errors = .text }

  static let cases: [Case] = [
    Case(ask: ["GET", "capsules"], wanted: "200 [\(listed)]"),
    Case(ask: ["GET", "capsules/jellyfin-server-ops"], wanted: "200 \(listed)"),
    Case(ask: ["GET", "capsules/jellyfin%2Dserver-ops"], wanted: "200 \(listed)"),
    Case(
      ask: ["GET", "capsules"],
      wanted: #"200 {"count":1,"capsules":[{"name":"jellyfin-server-ops","title":"Jellyfin Server Operations","#
        + #""purpose":"…"}]}"#, configure: later),
    Case(
      ask: ["GET", "capsules/jellyfin-server-ops"],
      wanted: #"200 {"name":"jellyfin-server-ops","title":"Jellyfin Server Operations","purpose":"…","path":"…","#
        + #""directories":[]}"#, configure: later),
    Case(
      ask: ["GET", "capsules/jellyfin-server-ops/metrics"],
      wanted: #"200 {"totalFiles":42,"linesOfCode":3847,"lastModified":"2025-10-21T16:45:00Z","diskUsage":2457600}"#),
    Case(
      ask: ["POST", actions, start],
      wanted: #"200 {"success":true,"message":"Action executed successfully","output":"…"}"#),
    Case(
      ask: ["POST", actions, start], wanted: #"200 {"success":false,"message":"No space left","output":"…"}"#,
      configure: { $0.capsules[0].failure = "No space left" }),
    Case(
      ask: ["POST", actions, stop],
      wanted: #"200 {"success":false,"message":"Capsule is already stopped","output":"…"}"#,
      configure: { $0.refusesRepetition = true }),
    Case(ask: ["POST", "system/sleep"], wanted: #"200 {"success":true,"message":"System is going to sleep"}"#),
    Case(
      ask: ["GET", "status"],
      wanted: #"200 {"version":"2.1.0","uptime":245678,"capsulesCount":25,"activeCapsulesCount":7,"#
        + #""lastAuditTime":"2025-10-22T10:30:00Z","healthStatus":"healthy","#
        + #""services":[{"id":"api","name":"BuilderOS API","isRunning":true,"port":8080}]}"#, key: nil,
      configure: { host in
        host.startedAt = 1_761_474_600 - 245_678
        host.capsules = (1...25).map { number in
          var capsule = BuilderOS.Capsule("capsule-\(number)")
          if number > 7 { capsule.status = number.isMultiple(of: 2) ? "archived" : nil }
          return capsule
        }
      }),
    Case(
      ask: ["GET", "status"],
      wanted: #"200 {"status":"running","version":"2.1.0","health":"ok","timestamp":"2025-10-26T10:30:00.000000"}"#,
      key: nil, configure: later),
    Case(ask: ["GET", "health"], wanted: #"200 {"status":"ok"}"#, key: nil),
    Case(ask: ["GET", "health"], wanted: #"200 {"status":"ok"}"#, key: "wrong", configure: without),
    Case(ask: ["GET", "capsules"], wanted: #"401 {"error":"Unauthorized"}"#, key: nil),
    Case(ask: ["POST", actions, start], wanted: #"401 {"error":"Unauthorized"}"#, key: "wrong"),
    Case(ask: ["POST", "system/sleep"], wanted: #"401 {"error":"Unauthorized"}"#, key: "wrong"),
    Case(
      ask: ["GET", "capsules"], wanted: #"401 {"ok":false,"error":"Unauthorized"}"#, key: "",
      configure: { $0.errors = .flagged }),
    Case(
      ask: ["GET", "capsules"], wanted: #"401 {"error":"Invalid API key"}"#, key: "wrong",
      configure: { $0.wrongKeyMessage = "Invalid API key" }),
    Case(ask: ["GET", "capsules"], wanted: "401: Unauthorized", key: "wrong", configure: inText).statusTwice,
    // A host without capsules is not a host without this capsule.
    Case(ask: ["GET", "capsules"], wanted: "404: Not Found", configure: without).statusTwice,
    Case(ask: ["GET", "capsules/jellyfin-server-ops"], wanted: "404: Not Found", key: "wrong", configure: without)
      .statusTwice,
    Case(ask: ["GET", "capsules/plex"], wanted: #"404 {"error":"Capsule not found"}"#),
    Case(ask: ["POST", "capsules/plex/actions", start], wanted: #"404 {"error":"Capsule not found"}"#),
    Case(ask: ["GET", "capsules/plex"], wanted: "404: Capsule not found", configure: inText).statusTwice,
    Case(ask: ["GET", "capsules/jellyfin-server-ops/files"], wanted: "404: Not Found").statusTwice,
    Case(ask: ["GET", "nothing"], wanted: "404: Not Found").statusTwice,
    Case(ask: ["POST", "capsules", "{}"], wanted: "405: Method Not Allowed").statusTwice,
    Case(ask: ["GET", actions], wanted: "405: Method Not Allowed").statusTwice,
    Case(ask: ["POST", actions, "{"], wanted: #"400 {"error":"No action given"}"#),
    Case(ask: ["POST", actions, #"{"action":"sing"}"#], wanted: #"400 {"error":"Unknown action: sing"}"#),
  ]

  @Test(arguments: cases)
  func answers(_ asked: Case) {
    var host = Self.host
    asked.configure(&host)
    let answer = Self.ask(&host, asked.ask[0], asked.ask[1], asked.ask.count > 2 ? asked.ask[2] : "", key: asked.key)
    #expect(Self.text(answer) == asked.wanted)
    #expect(answer.header("Content-Type")?.hasPrefix(answer.json == nil ? "text/plain" : "application/json") == true)
    let isAction = asked.ask[1].hasSuffix("/actions") && answer.status == 200
    #expect(host.calls.count == (isAction ? 1 : 0), "what is refused does nothing")
  }

  @Test func countsWhatIsDone() {
    var host = Self.host
    host.capsules.append(BuilderOS.Capsule("plex", isRunning: true))
    let asked = [(Self.actions, "start"), ("capsules/plex/actions", "stop"), (Self.actions, "restart")]
    for (path, action) in asked { _ = Self.ask(&host, "POST", path, #"{"action":"\#(action)"}"#) }
    host.capsules[1].failure = "No space left"
    _ = Self.ask(&host, "POST", "capsules/plex/actions", Self.start)
    #expect(host.capsules.map(\.isRunning) == [true, false])
    #expect(host.timesDone("start") == 1 && host.timesDone("stop", to: "plex") == 1)
    #expect(host.timesDone("start", to: "plex") == 0 && host.timesDone("restart", to: "plex") == 0)
    #expect(host.calls.map(\.isDone) == [true, true, true, false])
  }

  /// Slow and lost answers leave the deed done.
  @Test func answersLateOrNever() {
    var host = Self.host
    host.actionSeconds = 90
    #expect(Self.ask(&host, "POST", Self.actions, Self.start).delivery == .delayed(milliseconds: 90_000))
    #expect(Self.ask(&host, "GET", "capsules").delivery == .whole)
    host.answersToLose = 1
    #expect(Self.ask(&host, "POST", Self.actions, Self.stop).delivery == .lost)
    #expect(!host.capsules[0].isRunning)
    #expect(Self.ask(&host, "POST", Self.actions, Self.start).delivery == .delayed(milliseconds: 90_000))
    #expect(host.calls.map(\.action) == ["start", "stop", "start"])
  }
}

extension BuilderOSTests.Case {
  /// Plain text begins with the status as well.
  fileprivate var statusTwice: Self {
    var copy = self
    copy.wanted = "\(wanted.prefix(3)) \(wanted)"
    return copy
  }
}
