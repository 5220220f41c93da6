import Documents
import EasyControl
import HTTPTransport
import Hashing
import JSONTree
import Planning
import Policies
import Providers
import Simulator
import Synchronization
import TestSupport

extension ReadingLaws {
  /// The laws that a guest's run breaks, some of whose answers are those of `bytes` (`AnswerScript`). With a first byte of
  /// `1` the server speaks contract 1, with `2` the second one, and with any other a machine pairs with it: it looks at
  /// everything, moves what it sees, and does an action. Empty where all hold.
  public static func brokenByEasyControl(_ bytes: [UInt8]) -> [String] {
    let script = AnswerScript(Array(bytes.drop { $0 != UInt8(ascii: "\n") }.dropFirst()))
    return EventLoop().run { () async -> [String] in
      switch bytes.first {
      case UInt8(ascii: "1"): await GuestRun(.first, script).broken()
      case UInt8(ascii: "2"): await GuestRun(.second, script).broken()
      default: await PairingRun(script).broken()
      }
    }
  }
}

/// A server with a guest.
private struct GuestHouse {
  static let path = "/api/easy_control"
  static let seed = Array(UInt8(0)..<32)

  let server: EasyControl
  let token: String
  let secret: Secret

  static let first = GuestHouse(.v1, "door.open", ["lock.front": "locked"])
  static let second = GuestHouse(
    .v2, nil, ["lock.front": "unlocked", "cover.garage": "open", "switch.heater": "on", "sensor.heat": "21"])

  private init(_ contract: EasyControl.Contract, _ action: String?, _ states: [String: String]) {
    var server = Self.server(contract, states)
    let now = Double(LawConnection.start)
    let pass = server.makePass(
      for: states.keys.sorted(), action: action, seconds: 30 * 86_400, needsApproval: false, at: now)
    guard let key = SigningKey(seed: Self.seed) else { preconditionFailure("a seed has 32 bytes") }
    let device = "reconcile-law"
    let body: JSONValue = [
      "pairing_code": .string(pass.code), "device_id": .string(device),
      "device_public_key": .string(Digest.base64url(key.publicKey)),
    ]
    let answer = server.respond(
      to: SimulatedRequest(method: "POST", target: Self.path + "/pair", body: body.encoded), at: now)
    guard let token = answer.tree?["guest_token"]?.string else { preconditionFailure("the pretend server pairs") }
    self.token = token
    self.server = server
    let kept = JSON.object([
      .init("version", .integer(1)), .init("address", .string(LawConnection.url.text)),
      .init("device", .string(device)), .init("seed", .string(Digest.base64url(Self.seed))),
      .init("token", .string(token)),
    ])
    secret = Secret(String(decoding: kept.bytes, as: UTF8.self))
  }

  static func server(_ contract: EasyControl.Contract, _ states: [String: String]) -> EasyControl {
    EasyControl(
      contract,
      entities: Dictionary(
        uniqueKeysWithValues: states.map { id, state in (id, EasyControl.Entity(id, state: state, seconds: 2)) }))
  }
}

private struct GuestRun {
  private static let kinds = Set(SystemKind.easyControl.selectors("entities").map(\.object))
  private static let freshNonce = ["action_nonce_expired", "action_proof_invalid", "action_proof_clock_skew"]
  private static let ended = [
    "unauthorized", "token_audience_invalid", "token_issuer_invalid", "token_expired", "token_revoked",
    "token_max_uses_exceeded",
  ]

  private let house: GuestHouse
  private let wire: FakeWire<Interrupted<EasyControl>>
  private let system: ConnectedSystem

  init(_ house: GuestHouse, _ script: AnswerScript) {
    self.house = house
    wire = FakeWire(
      Interrupted(house.server, script), basePath: GuestHouse.path, clock: Double(LawConnection.start))
    system = ProviderKind.easyControl.connect(LawConnection.make(.easyControl, wire, house.secret))
  }

  func broken() async -> [String] {
    var broken: [String] = []
    do throws(ProviderError) {
      let seen = try await system.observer.observe(Self.kinds)
      broken += await faults(of: seen)
      let applier = system.applier(wire)
      for object in seen.objects.sorted(by: { $0.name < $1.name }).prefix(4) {
        guard let change = Change(turning: object) else { continue }
        broken += await faults(of: change, by: applier)
      }
    } catch {
      broken += leaks(in: error.message.texts)
    }
    if let runner = system.actions?(wire) {
      for action in ["door.open", "switch.off"] { broken += await faults(of: action, by: runner) }
    }
    return broken + (await faultsOfSilence())
  }

  private func leaks(in texts: [String]) -> [String] {
    ReadingLaws.leaks(of: [house.token, Digest.base64url(GuestHouse.seed)], in: texts)
  }

  private var transcript: Transcript { get async { Transcript(exchanges: await wire.system.exchanges) } }

  /// A token that has ended is not shown again.
  private func faultsOfSilence() async -> [String] {
    let exchanges = await transcript.exchanges
    let end = exchanges.firstIndex { exchange in
      exchange.response.delivery == .whole && Self.ended.contains(exchange.response.code ?? "")
    }
    guard let end, end + 1 < exchanges.count else { return [] }
    return ["\(exchanges.count - end - 1) requests after the token had ended"]
  }

  private func faults(of seen: Observation) async -> [String] {
    let transcript = await transcript
    let taken = seen.objects.filter { $0.switchState.position == .disabled }.filter { object in
      let state = transcript.state(of: object.name, below: GuestHouse.path, asList: true)
      return !(state.map { EntityWords.isOff(object.name, $0) } ?? false)
    }
    return taken.map { "\($0.name) counts as off, and was not read to be" } + leaks(in: seen.texts)
  }

  // MARK: - What is moved

  private func faults(of change: Change, by applier: any Applier) async -> [String] {
    let before = await transcript.exchanges.count
    var outcome: Outcome?
    let words: [String]
    do throws(ProviderError) {
      let came = try await applier.apply(change)
      (outcome, words) = (came, came.texts)
    } catch {
      words = error.message.texts
    }
    let transcript = await transcript.dropping(before)
    return faults(of: change, outcome, transcript) + leaks(in: words)
  }

  private func faults(of change: Change, _ outcome: Outcome?, _ transcript: Transcript) -> [String] {
    let sent = transcript.actions
    let isOn = change.to.position == .enabled
    var broken = sent.flatMap { faults(of: $0, in: transcript) }
    for (_, exchange) in sent {
      let body = exchange.request.tree
      if body?["entity_id"]?.string != change.id { broken.append("another entity was told to") }
      if body?["action"]?.string != Self.action(change.name, isOn: isOn) { broken.append("told to do something else") }
    }
    if sent.dropLast().contains(where: { !Self.freshNonce.contains($1.response.code ?? "") }) || sent.count > 2 {
      broken.append("sent again after an answer that does not allow it")
    }
    let last = transcript.state(of: change.name, below: GuestHouse.path, asList: true)
    switch outcome {
    case .applied?:
      let isThere = last.map { EntityWords.isOff(change.name, $0) == !isOn } ?? false
      if !isThere { broken.append("applied, and the last look does not show it") }
    case .superseded?: if !sent.isEmpty { broken.append("superseded, and it was sent") }
    case .unverified?: if sent.isEmpty { broken.append("unverified, and nothing was sent") }
    case .failed?, .stuck?, .skipped?, nil: break
    }
    return broken
  }

  private static func action(_ id: String, isOn: Bool) -> String {
    switch id.prefix(while: { $0 != "." }) {
    case "lock": isOn ? "door.unlock" : "door.lock"
    case "cover": isOn ? "garage.open" : "garage.close"
    case let domain: isOn ? "\(domain).on" : "\(domain).off"
    }
  }

  /// Before every action comes a nonce of its own, and the proof is about it and about the bytes that are sent.
  private func faults(
    of sent: (place: Int, exchange: Interrupted<EasyControl>.Exchange), in transcript: Transcript
  ) -> [String] {
    guard sent.place > 0 else { return ["an action without a nonce"] }
    let asked = transcript.exchanges[sent.place - 1]
    guard asked.request.path.hasSuffix("/action/nonce"), let answer = asked.response.tree else {
      return ["an action without a nonce"]
    }
    let proof = sent.exchange.request.header("X-Easy-Control-Proof").flatMap(Digest.bytes(base64url:))
      .flatMap { try? JSON(parsing: $0) }
    let hash = Digest.hex(Digest.sha256(sent.exchange.request.body))
    let isOfIt = proof?["nonce"] == answer["nonce"] && proof?["jti"] == answer["jti"]
    return isOfIt && proof?["body_sha256"]?.string == hash ? [] : ["a proof of something else"]
  }

  // MARK: - What is done at a time

  private func faults(of action: String, by runner: any ActionRunner) async -> [String] {
    let before = await transcript.exchanges.count
    let commits = Mutex<[Int]>([])
    let wire = wire
    var outcome: ActionOutcome?
    let words: [String]
    do throws(ProviderError) {
      let came = try await runner.run(.init(action)) { _ async throws(ProviderError) in
        let count = await wire.system.exchanges.count
        commits.withLock { $0.append(count) }
      }
      outcome = came
      words = came.texts
    } catch {
      words = error.message.texts
    }
    let transcript = await transcript.dropping(before)
    let places = commits.withLock { $0 }.map { $0 - before }
    return faults(of: action, outcome, places, transcript) + leaks(in: words)
  }

  private func faults(
    of action: String, _ outcome: ActionOutcome?, _ commits: [Int], _ transcript: Transcript
  ) -> [String] {
    let sent = transcript.actions
    var broken = sent.flatMap { faults(of: $0, in: transcript) }
    if sent.count > 1 { broken.append("an action was sent \(sent.count) times") }
    if commits != sent.map(\.place) { broken.append("sent at \(sent.map(\.place)), and written down at \(commits)") }
    if sent.contains(where: { $1.request.tree?["action"]?.string != action }) { broken.append("another action") }
    let answer = sent.first?.exchange.response
    let word = answer?.tree?["success"]?.bool
    // What is no Unicode may say anything.
    let isClear = answer.map { (try? JSON(parsing: $0.body)) != nil } ?? false
    switch outcome {
    case .done?: if sent.isEmpty { broken.append("done, and nothing was sent") }
    case .stuck?, .unverified?:
      if sent.isEmpty || word == false { broken.append("sent, and the server has not said so") }
    case .unknown?: if sent.isEmpty || word == true && isClear { broken.append("unknown, and that is known") }
    case .calledOff?: broken.append("called off, which it cannot know")
    case .notDone?, .refused?:
      if word == true || sent.contains(where: { $1.response.isLost }) { broken.append("not done, and it may be") }
    case nil: if !sent.isEmpty { broken.append("it was sent, and what came of it is not told") }
    }
    return broken
  }
}

/// A machine pairs, with a server on which somebody has to approve it.
private struct PairingRun {
  private static let final = [
    "pairing_code_invalid", "pairing_code_expired", "pass_expired", "pairing_rejected", "forbidden_remote",
  ]

  private let wire: FakeWire<Interrupted<EasyControl>>
  private let code: String

  private static let house: (server: EasyControl, code: String) = {
    var server = GuestHouse.server(.v2, ["lock.front": "locked"])
    let pass = server.makePass(
      for: ["lock.front"], seconds: 86_400, needsApproval: false, at: Double(LawConnection.start))
    return (server, pass.code)
  }()

  init(_ script: AnswerScript) {
    code = Self.house.code
    wire = FakeWire(
      Interrupted(Self.house.server, script), basePath: GuestHouse.path, clock: Double(LawConnection.start))
  }

  func broken() async -> [String] {
    guard let pairing = ProviderKind.easyControl.pairing else { return ["no guest can pair"] }
    let request = PairingRequest(
      system: LawConnection.system(.easyControl), transport: wire, code: Secret(code), sleep: wire.sleep,
      waiting: { _ in })
    var paired: Paired?
    var words: [String] = []
    do throws(ProviderError) {
      paired = try await pairing.pair(request)
    } catch {
      words = error.message.texts
    }
    let exchanges = await wire.system.exchanges
    var broken = ReadingLaws.leaks(of: [code], in: words)
    let seconds = Int(await wire.clock) - Int(LawConnection.start)
    if seconds > 300 { broken.append("\(seconds) s are waited for a code that is good for 300") }
    if exchanges.dropLast().contains(where: {
      $0.response.delivery == .whole && Self.final.contains($0.response.code ?? "")
    }) {
      broken.append("a code that is worth nothing was sent again")
    }
    if exchanges.dropLast().contains(where: { $0.response.tree?["guest_token"] != nil && $0.response.status != 202 }) {
      broken.append("a code was sent again after an answer with a token")
    }
    return broken + faults(of: paired, exchanges.last?.response.tree)
  }

  /// What is kept is the token of the last answer, and that this machine can use it.
  private func faults(of paired: Paired?, _ answer: JSON?) -> [String] {
    guard let paired else { return [] }
    let kept = paired.secret.reveal { try? JSON(parsing: Array($0.utf8)) }
    var broken: [String] = []
    if kept?["token"] != answer?["guest_token"] || kept?["token"]?.string == nil { broken.append("another token") }
    if kept?["address"]?.string != LawConnection.url.text { broken.append("another address") }
    if kept?.members?.count != 5 { broken.append("more is kept than a token and a key") }
    return broken
  }
}

extension Transcript {
  /// The requests for actions, and where they stand.
  fileprivate var actions: [(place: Int, exchange: Interrupted<EasyControl>.Exchange)] {
    exchanges.enumerated().filter { $1.request.path == GuestHouse.path + "/action" }.map { ($0, $1) }
  }
}

extension SimulatedResponse {
  /// The code of a refusal, whatever its status.
  fileprivate var code: String? { (try? JSON(parsing: body))?["error"]?.string }

  fileprivate var isLost: Bool { delivery == .lost }
}

extension ActionOutcome {
  fileprivate var texts: [String] {
    switch self {
    case .done(let messages): messages.flatMap(\.texts)
    case .stuck(let message), .unverified(let message), .notDone(let message), .refused(let message),
      .calledOff(let message), .unknown(let message):
      message.texts
    }
  }
}
