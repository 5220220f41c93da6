import CivilTime
import Documents
import HTTPTransport
import Hashing
import JSONTree
import Policies
import Providers
import Simulator
import Synchronization
import TestSupport
import Testing

@testable import EasyControl

/// From a pairing code to a secret.
@Suite struct PairingTests {
  /// A server with a pass, and a guest about to pair with it.
  struct Scene: Sendable {
    let wire: FakeWire<EasyControl>
    let code: String
    let waited = Waited()

    init(_ server: EasyControl = Stage.house(["lock.a": "locked"]), needsApproval: Bool = false, seconds: Int = 3600) {
      var server = server
      server.brokerConfiguration = ["password": "hunter2"]
      code =
        server.makePass(
          for: server.contract == .v1 ? ["lock.front"] : ["lock.a"], seconds: seconds, needsApproval: needsApproval,
          at: Double(Stage.start)
        ).code
      wire = FakeWire(server, basePath: Stage.path, clock: Double(Stage.start))
    }

    func pair(_ typed: String? = nil) async -> Result<Paired, ProviderError> {
      let waited = waited
      let request = PairingRequest(
        system: Stage.system(), transport: wire, code: Secret(typed ?? code), sleep: wire.sleep,
        waiting: { waited.add($0) })
      do throws(ProviderError) {
        return .success(try await DevicePairing(request: request, key: .random()).pair())
      } catch {
        return .failure(error)
      }
    }

    func words(_ typed: String? = nil) async -> String {
      switch await pair(typed) {
      case .success: "paired"
      case .failure(let error): "\(error.message.code)"
      }
    }
  }

  final class Waited: Sendable {
    private let held = Mutex<[Int]>([])
    var all: [Int] { held.withLock { $0 } }
    func add(_ seconds: Int) { held.withLock { $0.append(seconds) } }
  }

  @Test(
    "what is kept is of use, and holds nothing else",
    arguments: [Stage.firstContract(), Stage.house(["lock.a": "locked"])])
  func pairs(_ server: EasyControl) async throws {
    let scene = Scene(server)
    let paired = try await scene.pair().get()
    #expect(paired.rights.usesLeft == (server.contract == .v1 ? 10 : nil))
    #expect(paired.rights.ends?.secondsSinceEpoch == Stage.start + 3600)
    #expect(
      paired.rights.grants.map(\.actions) == [server.contract == .v1 ? ["door.open"] : ["door.lock", "door.unlock"]])
    let client = EasyControlClient(
      Stage.connection(paired.secret, through: scene.wire, sleep: scene.wire.sleep))
    #expect(try await client.grant().rights.usesLeft == paired.rights.usesLeft)
    #expect(paired.secret.reveal { !$0.contains("hunter2") && !$0.contains("\n") })
  }

  @Test("a code with blanks around it is the same code") func isTyped() async {
    let scene = Scene()
    #expect(await scene.words(" \(scene.code)\r") == "paired")
  }

  @Test("an approval is waited for, as slowly as the server allows") func isApproved() async throws {
    let scene = Scene(needsApproval: true)
    let (wire, code) = (scene.wire, scene.code)
    for number in 1...6 {
      await wire.beforeNext({ $0.target.hasSuffix("/pair") }) { server in
        if number == 6 { server.approve(code, at: Double(Stage.start)) }
      }
    }
    #expect(await scene.words() == "paired")
    #expect(await wire.log.count == 6)
    #expect(scene.waited.all == [300])
    #expect(await wire.clock >= Double(Stage.start) + 5 * 7)
  }

  @Test("never approved, and the server's limit never reached") func isNotApproved() async {
    let scene = Scene(needsApproval: true)
    #expect(await scene.words() == "easy-control.not-approved")
    #expect(await scene.wire.clock <= Double(Stage.start) + 300)
    #expect(await scene.wire.log.count <= 40)
  }

  @Test("a code that is wrong, used, rejected or too old is given up at once") func isGivenUp() async {
    #expect(await Scene().words("WRONGCODE0") == "easy-control.pairing-code-invalid")
    #expect(await Scene().words("two\nlines\u{7}") == "easy-control.no-code")
    let used = Scene()
    _ = await used.pair()
    #expect(await used.words() == "easy-control.pairing-code-invalid")
    let rejected = Scene(needsApproval: true)
    let code = rejected.code
    await rejected.wire.inspect { _ = $0.reject(code, at: Double(Stage.start)) }
    #expect(await rejected.words() == "easy-control.pairing-rejected")
    let old = Scene()
    await old.wire.pass(.seconds(301))
    #expect(await old.words() == "easy-control.pairing-code-expired")
    let ended = Scene(seconds: 1)
    await ended.wire.pass(.seconds(2))
    #expect(await ended.words() == "easy-control.pass-expired")
    for scene in [rejected, old, ended] { #expect(await scene.wire.log.count == 1) }
  }

  @Test("too many tries are waited for as long as the server says") func isLimited() async {
    var server = Stage.house(["lock.a": "locked"])
    server.options.pairLimit = 1
    let scene = Scene(server)
    #expect(await scene.words("WRONGCODE0") == "easy-control.pairing-code-invalid")
    #expect(await scene.words() == "paired")
    #expect(await scene.wire.log.count == 3)
  }

  @Test("a code in small letters is the same, and what cannot be one is not sent") func isReadAsMeant() async {
    for wrong in ["abc", "ABC123XYZ01", "ABC123XYZ-", "ÄBC123XYZ", ""] {
      let scene = Scene()
      #expect(await scene.words(wrong) == "easy-control.no-code")
      #expect(await scene.wire.log.isEmpty)
    }
    let scene = Scene()
    let code = scene.code.lowercased()
    #expect(await scene.words(" \(code.prefix(5)) \(code.dropFirst(5))\n") == "paired")
  }

  @Test("who has paired and does not say what with has used up the code", arguments: ["{}", "not JSON"])
  func isUsedUp(_ body: String) async {
    let json = [("Content-Type", "application/json")]
    let error = await Telling([Response(status: 200, headers: json, body: Array(body.utf8))]).error()
    #expect(error?.message.text.contains("the code is used up") == true)
    #expect(error?.message.hint?.contains("revoke that guest pass") == true)
    let other = await Telling([Response(status: 500, headers: json, body: Array(body.utf8))]).error()
    #expect(other?.message.text.contains("used up") == false)
  }

  /// Answers every request with one of these, the last one again and again.
  private final class Telling: WriteTransport {
    private let held: Mutex<[Response]>
    init(_ answers: [Response]) { held = Mutex(answers) }

    func write(_: WriteRequest) async throws(TransportError) -> Response {
      held.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
    }

    func error() async -> ProviderError? {
      let request = PairingRequest(
        system: Stage.system(), transport: self, code: Secret("ABC123XYZ0"), sleep: { _ in }, waiting: { _ in })
      do throws(ProviderError) {
        _ = try await DevicePairing(request: request, key: .random()).pair()
        return nil
      } catch {
        return error
      }
    }
  }

  /// While Home Assistant starts, nothing is there for some seconds, and then the integration is not ready.
  @Test("what only starts is asked again", arguments: [404, 503, 500])
  func starts(_ status: Int) async {
    let nothing = Response(status: status, headers: [], body: [])
    let isStarting = status != 500
    let unready = Self.answer(503, "integration_not_ready", retryAfter: "1")
    let wrong = Self.answer(400, "pairing_code_invalid", retryAfter: "1")
    for (answers, comes) in [
      ([nothing, wrong], "easy-control.pairing-code-invalid"),
      ([unready, nothing, wrong], "easy-control.pairing-code-invalid"),
      ([nothing, unready, nothing, wrong], status == 404 ? "system.unexpected" : "system.not-ready"),
    ] {
      let error = await Telling(answers).error()
      #expect(
        (error?.message.code == comes) == isStarting || comes == "system.not-ready", "\(String(describing: error))")
    }
  }

  /// Whoever is asked to wait for longer than a code is good for hears that, and not that nobody approved.
  @Test func aLongStartIsToldAsThat() async {
    let error = await Telling([Self.answer(503, "integration_not_ready", retryAfter: "600")]).error()
    #expect(error?.message.text.contains("10 minutes") == true, "\(String(describing: error))")
    #expect(error?.message.code != EasyControlMessages.notApproved.message.code)
  }

  private static func answer(_ status: Int, _ error: String, retryAfter: String) -> Response {
    Response(
      status: status, headers: [("Content-Type", "application/json"), ("Retry-After", retryAfter)],
      body: Array(#"{"error": "\#(error)", "message": "wait"}"#.utf8))
  }

  @Test(
    "a server that is busy for too long is not said to have approved nothing",
    arguments: ["400", "9223372036854775807"])
  func isBusy(_ seconds: String) async {
    let busy = Self.answer(429, "rate_limited", retryAfter: seconds)
    for answers in [[busy], [Self.answer(202, "pending_approval", retryAfter: "1"), busy]] {
      let error = await Telling(answers).error()
      #expect(error?.message.code != "easy-control.not-approved", "\(String(describing: error))")
      if case .busy = error?.kind { continue }
      Issue.record("\(String(describing: error))")
    }
  }

  /// Whoever hears that the server is busy tries again later, with a code that is worth nothing by then.
  @Test("a server that was busy at first, and was not approved then") func wasBusy() async {
    let busy = Self.answer(429, "rate_limited", retryAfter: "5")
    let pending = Self.answer(202, "pending_approval", retryAfter: "1")
    for answers in [[busy, pending], [pending, busy, pending], [busy, busy, busy, pending]] {
      let error = await Telling(answers).error()
      #expect(error?.message.code == "easy-control.not-approved", "\(String(describing: error))")
    }
  }

  @Test("an end that no calendar has is not understood", arguments: [Int64.min, -1, 253_402_300_800, .max])
  func endsNever(_ seconds: Int64) throws {
    let text = #"{"expires_at": \#(seconds), "remaining_uses": -1, "entities": []}"#
    #expect(Grant(try Response(status: 200, headers: [], body: Array(text.utf8)).json(within: .small)) == nil)
  }

  @Test(
    "the uses that are left count, not those that there were",
    arguments: [
      (#""remaining_uses": 2, "max_uses": 10"#, 2), (#""max_uses": 10, "remaining_uses": 0"#, 0),
      (#""remaining_uses": -1, "max_uses": 10"#, nil), (#""max_uses": 10"#, 10), (#""max_uses": 0"#, nil),
    ] as [(String, Int?)])
  func hasUsesLeft(_ uses: String, _ left: Int?) throws {
    let text = #"{"expires_at": 1800000000, \#(uses), "entities": []}"#
    let grant = try #require(Grant(JSONText(checking: Array(text.utf8))))
    #expect(grant.rights.usesLeft == left)
  }

  @Test("an answer that was lost is asked for once more, and then it is said that the code is used up")
  func losesTheAnswer() async {
    for (fault, comes) in [
      (WireFault.answerLost, "easy-control.answer-lost"), (.brokenOnTheWay, "paired"),
      (.refused, "system.unreachable"),
    ] {
      let scene = Scene()
      await scene.wire.fail(request: 1, with: fault)
      #expect(await scene.words() == comes, "\(fault)")
    }
  }

  /// While an approval is waited for, each answer tells anew that the code is still good.
  @Test(
    "two answers that are lost while nobody has approved",
    arguments: [([1, 3], "paired"), ([2, 5], "paired"), ([1, 3, 5], "paired"), ([2, 3], "system.unreachable")])
  func losesTwoAnswers(_ lost: [Int], _ comes: String) async {
    let scene = Scene(needsApproval: true)
    let (wire, code) = (scene.wire, scene.code)
    for number in 1...7 {
      await wire.beforeNext({ $0.target.hasSuffix("/pair") }) { server in
        if number == 7 { server.approve(code, at: Double(Stage.start)) }
      }
    }
    for number in lost { await wire.fail(request: number, with: .answerLost) }
    #expect(await scene.words() == comes)
  }

  @Test("each pairing has a key of its own") func hasItsOwnKey() async throws {
    var keys: Set<String> = []
    for _ in 0..<3 {
      let secret = try await Scene().pair().get().secret
      keys.insert(try PairedDevice(secret, for: Stage.url, of: Name("door")).deviceID)
    }
    #expect(keys.count == 3)
  }
}
