import Documents
import HTTPTransport
import Policies
import Providers
import Simulator
import TestSupport
import Testing

@testable import EasyControl

@Suite struct ApplierTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String { "\(id) \(state) \(story)" }
    var id: String
    var state: String
    var to: SwitchState.Position = .disabled
    var from: SwitchState.Position = .enabled
    var story = ""
    var server: @Sendable (inout EasyControl) -> Void = { _ in }
    var comes: String
    /// Requests for an action.
    var sent = 1
  }

  private static func entity(
    _ change: @escaping @Sendable (inout EasyControl.Entity) -> Void
  ) -> @Sendable (inout EasyControl) -> Void {
    { server in
      for id in server.entities.keys {
        server.entities[id].map { entity in
          var entity = entity
          change(&entity)
          server.entities[id] = entity
        }
      }
    }
  }

  /// What devices and servers do, and what is said of it. Nothing is ever sent twice on a doubt.
  static let cases = [
    Case(id: "switch.a", state: "on", comes: "applied"),
    Case(id: "light.a", state: "off", to: .enabled, from: .disabled, comes: "applied"),
    Case(id: "lock.a", state: "unlocked", comes: "applied"),
    Case(id: "lock.a", state: "locked", to: .enabled, from: .disabled, comes: "applied"),
    Case(id: "cover.a", state: "open", comes: "applied"),
    Case(id: "cover.a", state: "closed", to: .enabled, from: .disabled, comes: "applied"),
    Case(id: "lock.a", state: "unlocked", story: "slow", server: entity { $0.seconds = 60 }, comes: "applied"),
    Case(
      id: "lock.a", state: "unlocked", story: "slower than anybody waits", server: entity { $0.seconds = 100 },
      comes: "unverified easy-control.not-confirmed"),
    Case(id: "lock.a", state: "unlocked", story: "late", server: entity { $0.lag = 20 }, comes: "applied"),
    Case(
      id: "lock.a", state: "unlocked", story: "later than anybody looks", server: entity { $0.lag = 90 },
      comes: "unverified easy-control.not-confirmed"),
    Case(id: "switch.a", state: "on", story: "a little late", server: entity { $0.lag = 6 }, comes: "applied"),
    Case(
      id: "light.a", state: "on", story: "later than anybody looks at a lamp", server: entity { $0.lag = 20 },
      comes: "unverified easy-control.not-confirmed"),
    Case(
      id: "cover.a", state: "open", story: "moves for 30 s",
      server: entity {
        $0.secondsPerStep = 3
        $0.details = ["current_position": 100]
      }, comes: "applied"),
    Case(
      id: "lock.a", state: "unlocked", story: "jams", server: entity { $0.endsAs = "jammed" },
      comes: "stuck easy-control.jammed"),
    Case(
      id: "lock.a", state: "unlocked", story: "fails", server: entity { $0.failure = "no answer" },
      comes: "unverified easy-control.not-confirmed"),
    Case(
      id: "lock.a", state: "unlocked", story: "answer lost", server: { $0.answersToLose = 1 },
      comes: "applied easy-control.done-all-the-same"),
    Case(
      id: "lock.a", state: "unlocked", story: "clock ahead by an hour", server: { $0.secondsAhead = 3600 },
      comes: "applied"),
    Case(
      id: "lock.a", state: "unlocked", story: "no skew allowed", server: { $0.options.allowedSkew = 0 },
      comes: "applied"),
    Case(id: "lock.a", state: "locked", comes: "superseded easy-control.already", sent: 0),
    Case(id: "lock.a", state: "unavailable", comes: "failed easy-control.not-known", sent: 0),
    Case(id: "lock.a", state: "jammed", comes: "superseded easy-control.changed", sent: 0),
    Case(id: "lock.a", state: "jammed", from: .unknown, comes: "applied"),
    // An earlier client hung up half way: it says so until somebody does something.
    Case(id: "lock.a", state: "unlocking", comes: "applied"),
  ]

  @Test(arguments: cases) func comesToThis(_ example: Case) async throws {
    var server = Stage.house([example.id: example.state, "lock.b": "unlocked"])
    example.server(&server)
    server.entities["lock.b"] = EasyControl.Entity("b", state: "unlocked")
    // The pass is as old as the server's clock says.
    let ahead = server.secondsAhead
    server.secondsAhead = 0
    let stage = try Stage(server, for: [example.id, "lock.b"])
    await stage.wire.inspect { $0.secondsAhead = ahead }
    #expect(await stage.move(example.id, from: example.from, to: example.to) == example.comes)
    #expect(await stage.actions == example.sent)
    #expect(await stage.wire.system.entities["lock.b"]?.state == "unlocked")
    #expect(await stage.wire.system.calls.count <= 1)
  }

  @Test(
    "what somebody else has set in motion is waited for before anything is sent",
    arguments: [("closed", "applied easy-control.on-its-way", 0), ("open", "applied", 1)])
  func waitsForWhatMoves(ends: String, comes: String, sent: Int) async throws {
    let stage = try Stage(Stage.house(["cover.a": "closing"]), for: ["cover.a"])
    let isLook = { @Sendable (entry: FakeWire<EasyControl>.Entry) in entry.target.hasSuffix("/states") }
    for _ in 0..<3 { await stage.wire.beforeNext(isLook) { $0.entities["cover.a"]?.state = "closing" } }
    await stage.wire.beforeNext(isLook) { $0.entities["cover.a"]?.state = ends }
    #expect(await stage.move("cover.a", from: .enabled, to: .disabled) == comes)
    #expect(await stage.actions == sent)
    let log = await stage.log
    let looks = log.prefix { $0 != "POST /action" }.count { $0 == "GET /states" }
    #expect(looks == 4, "\(log)")
  }

  @Test(
    "what is no longer wanted once it stands still is not sent", arguments: [(10, "applied", 1), (3, "too late", 0)])
  func isTooLate(until: Int64, comes: String, actions: Int) async throws {
    let stage = try Stage(Stage.house(["cover.a": "closing"]), for: ["cover.a"])
    let isLook = { @Sendable (entry: FakeWire<EasyControl>.Entry) in entry.target.hasSuffix("/states") }
    for _ in 0..<3 { await stage.wire.beforeNext(isLook) { $0.entities["cover.a"]?.state = "closing" } }
    await stage.wire.beforeNext(isLook) { $0.entities["cover.a"]?.state = "closed" }
    #expect(await stage.move("cover.a", from: .disabled, to: .enabled, until: until) == comes)
    #expect(await stage.actions == actions)
  }

  @Test("where the answer was lost, a gate that moves is looked at until it is there, and one that does not for 10 s")
  func looksForAsLongAsItMoves() async throws {
    for (moves, comes, looks) in [
      (true, "applied easy-control.done-all-the-same", 8...20), (false, "unverified easy-control.not-confirmed", 5...7),
    ] {
      var server = Stage.house(["cover.a": "open"])
      server.answersToLose = 1
      if moves {
        server.entities["cover.a"]?.secondsPerStep = 3
        server.entities["cover.a"]?.details = ["current_position": 100]
      } else {
        server.entities["cover.a"]?.lag = 40
      }
      let stage = try Stage(server, for: ["cover.a"])
      #expect(await stage.move("cover.a", from: .enabled, to: .disabled) == comes)
      #expect(await stage.actions == 1)
      let log = await stage.log
      #expect(looks.contains(log.count { $0 == "GET /states" }), "\(log)")
    }
  }

  /// A network that drops an answer now and then is no server that is away.
  @Test(
    "two looks that fail, one after the other or not", arguments: [(1, 2), (1, 3), (2, 6), (4, 5), (4, 6)],
    [WireFault.answerLost, .unavailable])
  func looksAgain(_ looks: (first: Int, second: Int), _ fault: WireFault) async throws {
    var server = Stage.house(["cover.a": "open"])
    server.entities["cover.a"]?.secondsPerStep = 3
    server.entities["cover.a"]?.details = ["current_position": 100]
    let calm = try Stage(server, for: ["cover.a"])
    #expect(await calm.move("cover.a", from: .enabled, to: .disabled) == "applied")
    let before = try #require(await calm.log.firstIndex(of: "POST /action")) + 1
    let stage = try Stage(server, for: ["cover.a"])
    for look in [looks.first, looks.second] { await stage.wire.fail(request: before + look, with: fault) }
    let comes = looks.second == looks.first + 1 ? "unverified easy-control.not-read-back" : "applied"
    #expect(await stage.move("cover.a", from: .enabled, to: .disabled) == comes)
    #expect(await stage.wire.struck.map(\.method) == ["GET", "GET"])
  }

  @Test("a nonce that the server has forgotten is replaced once, and only once")
  func takesAFreshNonce() async throws {
    for (restarts, comes) in [(1, "applied"), (2, "failed easy-control.action-proof-invalid")] {
      let stage = try Stage(Stage.house(["lock.a": "unlocked"]), for: ["lock.a"])
      for _ in 0..<restarts {
        await stage.wire.beforeNext({ $0.target.hasSuffix("/action") }) { $0.restart(at: Double(Stage.start)) }
      }
      #expect(await stage.move("lock.a", from: .enabled, to: .disabled) == comes)
      #expect(await stage.actions == 2)
      #expect(await stage.log.count { $0 == "GET /action/nonce" } == 2)
    }
  }

  @Test("what is not in the pass is gone") func isGone() async throws {
    let stage = try Stage(Stage.house(["lock.a": "locked", "lock.b": "unlocked"]), for: ["lock.a"])
    #expect(await stage.move("lock.b", from: .enabled, to: .disabled) == "superseded easy-control.gone")
    #expect(await stage.actions == 0)
  }

  @Test("within a minute no more is asked than a server allows") func keepsToTheLimit() async throws {
    var server = Stage.house(["cover.a": "open", "cover.b": "open"])
    for id in ["cover.a", "cover.b"] { server.entities[id]?.lag = 50 }
    let stage = try Stage(server, for: ["cover.a", "cover.b"])
    #expect(await stage.move("cover.a", from: .enabled, to: .disabled) == "applied")
    #expect(await stage.move("cover.b", from: .enabled, to: .disabled) == "applied")
    #expect(await stage.log.count { $0 == "GET /states" } <= 30)
  }

  @Test("a limit that is reached while looking is waited for") func waitsForTheLimit() async throws {
    var server = Stage.house(["lock.a": "unlocked"])
    server.options.statesLimit = 2
    server.entities["lock.a"]?.lag = 10
    let stage = try Stage(server, for: ["lock.a"])
    #expect(await stage.move("lock.a", from: .enabled, to: .disabled) == "applied")
    #expect(await stage.actions == 1)
  }

  @Test("a door that has begun to move is waited for beyond the run's end, and a lamp for seconds") func isPatient()
    throws
  {
    let applier = try Stage(Stage.house(["lock.a": "locked"]), for: ["lock.a"]).applier
    let patience = { (id: String) in applier.patience(for: Stage.change(id, from: .enabled, to: .disabled)) }
    for id in ["lock.a", "cover.a"] { #expect(patience(id) > .seconds(ActionCall.longestSeconds)) }
    for id in ["switch.a", "light.a"] { #expect(patience(id) == Patience.answer) }
    #expect(applier.changesAtOnce > 1)
  }

  /// One reading has all entities, and the server allows thirty of them in a minute.
  @Test("what somebody else has read since is not read again", arguments: [true, false])
  func sharesReadings(isAlone: Bool) async throws {
    let stage = try Stage(Stage.house(["cover.a": "open", "cover.b": "open"]), for: ["cover.a", "cover.b"])
    let client = stage.client
    // Of before the action, which proves nothing.
    _ = try await client.reading()
    await stage.wire.clearLog()
    let looking = Looking(client: client) { _ in if !isAlone { _ = try? await client.reading() } }
    #expect(await looking.await("cover.a", at: .off, inDoubt: false) == .elsewhere(.on))
    #expect(await stage.log == Array(repeating: "GET /states", count: isAlone ? 15 : 15 + Looking.looksAlone))
  }

  @Test("a reading of before the action is not taken for one of after it") func believesNothingOld() async throws {
    let stage = try Stage(Stage.house(["cover.a": "closed"]), for: ["cover.a"])
    _ = try await stage.client.reading()
    await stage.wire.inspect { $0.entities["cover.a"]?.state = "open" }
    for request in [1, 3] { await stage.wire.fail(request: request, with: .answerLost) }
    let looking = Looking(client: stage.client) { _ in }
    #expect(await looking.await("cover.a", at: .off, inDoubt: false) == .elsewhere(.on))
  }
}
