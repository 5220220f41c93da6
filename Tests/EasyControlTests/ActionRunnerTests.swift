import HTTPTransport
import Policies
import Providers
import Simulator
import Synchronization
import TestSupport
import Testing

@testable import EasyControl

/// What is done at a time is done at most once, and where nobody knows, that is said.
@Suite struct ActionRunnerTests {
  struct Scene: Sendable, CustomTestStringConvertible {
    var testDescription: String { "contract \(server.contract), \(action)" }
    var server: EasyControl
    var entity: String
    var action: String
  }

  static let scenes = [
    Scene(server: Stage.firstContract(), entity: "lock.front", action: "door.open"),
    Scene(server: Stage.firstContract(seconds: 2), entity: "lock.front", action: "door.open"),
    Scene(server: Stage.house(["cover.a": "closed"]), entity: "cover.a", action: "garage.open"),
    Scene(server: Stage.house(["lock.a": "locked"], seconds: 2), entity: "lock.a", action: "door.unlock"),
  ]

  @Test(arguments: scenes) func isDoneOnce(_ scene: Scene) async throws {
    let stage = try Stage(scene.server, for: [scene.entity])
    let (words, commits) = await stage.act(scene.action)
    // Without states it is the server's word alone.
    #expect(words == (scene.server.contract == .v1 ? "done device.assumed" : "done") && commits == 1)
    #expect(await stage.wire.system.timesDone(scene.action) == 1)
  }

  @Test("cut at every request, in every way", arguments: scenes, WireFault.allCases)
  func isCut(_ scene: Scene, _ fault: WireFault) async throws {
    for number in 1...40 {
      let stage = try Stage(scene.server, for: [scene.entity])
      await stage.wire.fail(request: number, with: fault)
      let (words, commits) = await stage.act(scene.action)
      let survived = await stage.wire.heal()
      let (begun, done) = await (
        stage.wire.system.timesBegun(scene.action), stage.wire.system.timesDone(scene.action)
      )
      let sent = await stage.actions
      let when = "\(fault) at \(number): \(words), begun \(begun), done \(done)"
      #expect(begun <= 1 && sent <= 1 && commits == sent, "\(when)")
      switch words.prefix(4) {
      case "done", "unve": #expect(done == 1, "\(when)")
      case "unkn": #expect(sent == 1, "\(when)")
      case "not ": #expect(begun == 0, "\(when)")
      default: #expect(begun == 0 && sent == 0, "\(when)")
      }
      if survived { return }
    }
    Issue.record("it needs more than 40 requests")
  }

  @Test("an answer that was lost is settled by looking, where there are states") func losesTheAnswer() async throws {
    for (scene, comes) in zip(Self.scenes, ["unknown", "unknown", "done", "done"]) {
      var server = scene.server
      server.answersToLose = 1
      let stage = try Stage(server, for: [scene.entity])
      let (words, _) = await stage.act(scene.action)
      #expect(words.hasPrefix(comes), "\(scene.testDescription): \(words)")
      #expect(await stage.wire.system.timesDone(scene.action) == 1)
    }
  }

  /// What the server calls a success, and the entity does not show.
  @Test("the server's word is not enough where there are states", arguments: ["jammed", "unlocked", "unavailable"])
  func isNotBelieved(_ state: String) async throws {
    var door = EasyControl.Entity("Front", state: "unlocked")
    door.endsAs = state
    let stage = try Stage(EasyControl(.v2, entities: ["lock.a": door]), for: ["lock.a"])
    let (words, commits) = await stage.act("door.lock")
    let comes = state == "jammed" ? "stuck easy-control.jammed" : "unverified easy-control.not-confirmed"
    #expect(words == comes && commits == 1)
    #expect(await stage.actions == 1)
  }

  @Test("what cannot be read after a success is not confirmed") func isNotSeen() async throws {
    let calm = try Stage(Stage.house(["lock.a": "unlocked"]), for: ["lock.a"])
    #expect(await calm.act("door.lock").words == "done")
    let sent = try #require(await calm.log.firstIndex(of: "POST /action")) + 1
    let stage = try Stage(Stage.house(["lock.a": "unlocked"]), for: ["lock.a"])
    for number in 1...20 { await stage.wire.fail(request: sent + number, with: .brokenOnTheWay) }
    #expect(await stage.act("door.lock").words == "unverified easy-control.not-read-back")
    #expect(await stage.actions == 1)
  }

  @Test("a state that was there before proves nothing") func provesNothing() async throws {
    var server = Stage.house(["cover.a": "open"])
    server.answersToLose = 1
    let stage = try Stage(server, for: ["cover.a"])
    #expect(await stage.act("garage.open").words == "unknown easy-control.unknown")
  }

  @Test("a device that is slower than anybody waits may have been done") func isTooSlow() async throws {
    let stage = try Stage(Stage.firstContract(seconds: 100), for: ["lock.front"])
    #expect(await stage.act("door.open").words == "unknown easy-control.unknown")
    #expect(await stage.wire.system.timesBegun("door.open") == 1)
  }

  @Test("a run that ends between the nonce and the action sends nothing", arguments: scenes)
  func isEnded(_ scene: Scene) async throws {
    let stage = try Stage(scene.server, for: [scene.entity], reading: { EndedAfterNonce(wire: $0) })
    let (words, commits) = await Task { await stage.act(scene.action) }.value
    #expect(words == "throws cancelled" && commits == 0)
    #expect(await stage.actions == 0)
  }

  @Test("where it cannot be written down before, nothing is sent", arguments: scenes)
  func isNotCommitted(_ scene: Scene) async throws {
    let stage = try Stage(scene.server, for: [scene.entity])
    let error = await #expect(throws: ProviderError.self) {
      try await stage.runner.run(.init(scene.action)) { _ throws(ProviderError) in
        throw ProviderError(.locked, "the journal is locked")
      }
    }
    #expect(error?.kind == .locked)
    #expect(await stage.actions == 0)
    // All that could be asked was asked before.
    #expect(await stage.log.last == "GET /action/nonce")
  }

  /// Nothing is asked for that the pass has not, and nothing of which it is not known what is meant.
  @Test(arguments: [
    ("door.open", ["lock.a"], "not done easy-control.not-granted"),
    ("garage.open", ["lock.a"], "not done easy-control.not-granted"),
    ("door.lock", ["lock.a", "lock.b"], "not done easy-control.several-entities"),
    ("garage.open", ["lock.a", "lock.b", "cover.c"], "done"),
    ("switch.on", ["switch.d"], "not done easy-control.not-known"),
  ]) func isAskedBefore(_ action: String, _ entities: [String], _ comes: String) async throws {
    let stage = try Stage(
      Stage.house(["lock.a": "unlocked", "lock.b": "unlocked", "cover.c": "closed", "switch.d": "unavailable"]),
      for: entities)
    let (words, commits) = await stage.act(action)
    #expect(words == comes && commits == (comes == "done" ? 1 : 0))
    #expect(await stage.actions == commits)
  }

  @Test("a pass that has no uses left is not asked twice") func hasNoUsesLeft() async throws {
    let stage = try Stage(Stage.firstContract(), for: ["lock.front"])
    var words: [String] = []
    for _ in 0..<12 { words.append(await stage.act("door.open").words) }
    #expect(words[..<6].allSatisfy { $0 == "done device.assumed" })
    #expect(words[6..<10].allSatisfy { $0 == "done device.assumed easy-control.uses-end" })
    #expect(words[10...].allSatisfy { $0 == "throws refusedCredentials" })
    #expect(await stage.wire.system.timesDone("door.open") == 10)
    #expect(await stage.log.count { $0 == "POST /token/validate" } == 11)
  }

  @Test("what may move a door is waited for beyond the run's end, and a lamp for seconds") func isPatient() throws {
    let runner = try Stage(Stage.firstContract(), for: ["lock.front"]).runner
    let patience = { (kind: ObjectKind) in
      runner.patience(moving: ObjectKey(system: Name("door"), kind: kind, id: "x"))
    }
    for longest in [runner.patience(moving: nil), patience(.lock), patience(.cover)] {
      #expect(longest > .seconds(ActionCall.longestSeconds))
    }
    #expect(patience(.entity) == Patience.answer)
  }

  @Test("every action that opens needs a permission, and none turns over what is there") func needsPermission() {
    for action in GuestAction.all {
      let opens = action.name.hasSuffix(".open") || action.name.hasSuffix(".unlock")
      #expect((action.permission != nil) == opens, "\(action.name)")
      #expect(!action.name.hasSuffix("toggle"))
    }
    #expect(GuestAction.all.count == 9)
  }
}

/// A way to the server on which the run is ended as soon as a nonce has come.
private struct EndedAfterNonce: ReadTransport {
  let wire: FakeWire<EasyControl>

  func read(_ request: ReadRequest) async throws(TransportError) -> Response {
    let response = try await wire.read(request)
    if request.path.hasSuffix("/nonce") { withUnsafeCurrentTask { $0?.cancel() } }
    return response
  }
}
