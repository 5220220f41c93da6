import Documents
import HTTPTransport
import Planning
import Policies
import Providers
import Simulator
import TestSupport
import Testing
import UniFi

@testable import PiHole

/// One change, told as what goes over the wire and what becomes of it. Requests are counted from the login.
struct ApplierStory: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var change: Change
  var system = PiHole(password: "right")
  var stage: @Sendable (inout Staged<PiHole>) -> Void = { _ in }
  /// Such as `applied`, `superseded pihole.moved-meanwhile` or the message of what was thrown.
  var outcome: String
  /// What follows the login; the body is that of the write.
  var log: [String]
  var body: String?

  static func paused(for seconds: Double?) -> PiHole {
    var blocking = BlockingSwitch()
    blocking.set(false, for: seconds, at: Double(PretendRun.start))
    return PiHole(password: "right", blocking: blocking)
  }

  static let look = "GET /dns/blocking 200"
  static let wrote = "POST /dns/blocking 200"
  static let pause = PretendRun.change(.active, to: .paused, until: 600)

  static let all = [
    ApplierStory(
      testDescription: "a pause with its timer", change: pause, outcome: "applied", log: [look, wrote, look],
      body: #"{"blocking":false,"timer":615}"#),
    ApplierStory(
      testDescription: "a pause without end", change: PretendRun.change(.active, to: .paused), outcome: "applied",
      log: [look, wrote, look], body: #"{"blocking":false,"timer":null}"#),
    ApplierStory(
      testDescription: "the timer counts from the write", change: pause, system: slow, outcome: "applied",
      log: [look, wrote, look], body: #"{"blocking":false,"timer":607}"#),
    ApplierStory(
      testDescription: "the login takes longer than the pause",
      change: PretendRun.change(.active, to: .paused, until: 8),
      system: slow, outcome: "superseded pihole.pause-over", log: [look]),
    ApplierStory(
      testDescription: "a resume", change: PretendRun.change(.paused, to: .active), system: paused(for: nil),
      outcome: "applied", log: [look, wrote, look], body: #"{"blocking":true,"timer":null}"#),
    ApplierStory(
      testDescription: "a resume before the timer", change: PretendRun.change(.paused, ends: 900, to: .active),
      system: paused(for: 900), outcome: "applied", log: [look, wrote, look],
      body: #"{"blocking":true,"timer":null}"#),
    ApplierStory(
      testDescription: "another end", change: PretendRun.change(.paused, ends: 900, to: .paused, until: 3600),
      system: paused(for: 900), outcome: "applied", log: [look, wrote, look],
      body: #"{"blocking":false,"timer":3615}"#),
    ApplierStory(
      testDescription: "no end any more", change: PretendRun.change(.paused, ends: 900, to: .paused),
      system: paused(for: 900), outcome: "applied", log: [look, wrote, look],
      body: #"{"blocking":false,"timer":null}"#),
    ApplierStory(
      testDescription: "paused meanwhile for just as long", change: pause, system: paused(for: 615),
      outcome: "superseded pihole.already", log: [look]),
    ApplierStory(
      testDescription: "paused meanwhile by a person", change: pause, system: paused(for: 300),
      outcome: "superseded pihole.moved-meanwhile", log: [look]),
    ApplierStory(
      testDescription: "its timer ran out meanwhile",
      change: PretendRun.change(.paused, ends: 5, to: .paused, until: 600),
      outcome: "superseded pihole.moved-meanwhile", log: [look]),
    ApplierStory(
      testDescription: "the session is lost before the write", change: pause,
      stage: { $0.before(request: 3) { $0.seats.leaveAll() } }, outcome: "applied",
      log: [look, "POST /dns/blocking 401", "DELETE /auth 401", "POST /auth 200", wrote, look],
      body: #"{"blocking":false,"timer":615}"#),
    ApplierStory(
      testDescription: "the write is refused twice", change: pause,
      stage: { $0.beforeEvery { system, request in if request.method == "POST" { system.seats.leaveAll() } } },
      outcome: "the Pi-hole refused a session that it had just opened",
      log: [look, "POST /dns/blocking 401", "DELETE /auth 401", "POST /auth 200", "POST /dns/blocking 401"],
      body: #"{"blocking":false,"timer":615}"#),
    ApplierStory(
      testDescription: "a restart takes the timer away", change: pause,
      stage: { $0.before(request: 4) { $0.restart(at: Double(PretendRun.start)) } },
      outcome: "unverified pihole.not-shown", log: [look, wrote, look], body: #"{"blocking":false,"timer":615}"#),
    ApplierStory(
      testDescription: "somebody resumes at once", change: pause,
      stage: { $0.before(request: 4) { $0.blocking.set(true, for: nil, at: Double(PretendRun.start)) } },
      outcome: "unverified pihole.not-shown", log: [look, wrote, look], body: #"{"blocking":false,"timer":615}"#),
    ApplierStory(
      testDescription: "the resolver has failed before", change: pause, system: failed,
      outcome: "the Pi-hole's resolver has failed",
      log: [look]),
    ApplierStory(
      testDescription: "the resolver fails before the write", change: pause,
      stage: { $0.before(request: 3) { $0.resolverHasFailed = true } }, outcome: "the Pi-hole's resolver has failed",
      log: [look, "POST /dns/blocking 500"], body: #"{"blocking":false,"timer":615}"#),
    ApplierStory(
      testDescription: "the resolver fails after the write", change: pause,
      stage: { $0.before(request: 4) { $0.resolverHasFailed = true } }, outcome: "unverified pihole.not-read-back",
      log: [look, wrote, look], body: #"{"blocking":false,"timer":615}"#),
    ApplierStory(
      testDescription: "the answer is lost after the write took", change: pause,
      stage: { $0.faults = .at(3, .lostAfterEffect) }, outcome: "applied pihole.answer-lost",
      log: [look, wrote, look], body: #"{"blocking":false,"timer":615}"#),
    ApplierStory(
      testDescription: "the request is lost", change: pause, stage: { $0.faults = .at(3, .lostBeforeEffect) },
      outcome: "unverified pihole.not-shown", log: [look, "POST /dns/blocking 503", look],
      body: #"{"blocking":false,"timer":615}"#),
    ApplierStory(
      testDescription: "the answer to the write is odd, but it took", change: pause,
      stage: { $0.faults = .at(3, .notJSON) }, outcome: "applied", log: [look, wrote, look],
      body: #"{"blocking":false,"timer":615}"#),
    ApplierStory(
      testDescription: "a proxy has no gateway", change: pause, stage: { $0.faults = .at(3, .html(502)) },
      outcome: "unverified pihole.not-shown", log: [look, "POST /dns/blocking 502", look],
      body: #"{"blocking":false,"timer":615}"#),
    ApplierStory(
      testDescription: "writing is not allowed", change: pause, stage: { $0.faults = .at(3, .html(403)) },
      outcome: "the Pi-hole does not allow this", log: [look, "POST /dns/blocking 403"],
      body: #"{"blocking":false,"timer":615}"#),
  ]

  private static let slow = SessionStory.system { $0.loginMilliseconds = 8_000 }
  private static let failed = SessionStory.system { $0.resolverHasFailed = true }
}

@Suite struct ApplierTests {
  @Test("a change", arguments: ApplierStory.all)
  func change(story: ApplierStory) async {
    let run = PretendRun(story.system, password: "right", stage: story.stage)
    do {
      #expect(Self.words(for: try await run.applier.apply(story.change)) == story.outcome)
    } catch {
      #expect(error.message.text == story.outcome)
    }
    let writes = await run.wire.system.log.filter { $0.target == "/api/dns/blocking" && $0.isWrite }
    #expect(await run.log == ["POST /auth 200"] + story.log)
    #expect(
      Set(writes.map { String(decoding: $0.request.body, as: UTF8.self) }) == Set([story.body].compactMap(\.self)))
    await run.observer.close()
    #expect(await run.seatsTaken == 0)
  }

  @Test("a whole run takes one seat for all it does")
  func wholeRun() async throws {
    let run = PretendRun(PiHole(password: "right"), password: "right")
    _ = try await run.observer.observe([.blocking])
    _ = try await run.applier.apply(ApplierStory.pause)
    await run.observer.close()
    #expect(
      await run.log == [
        "POST /auth 200", "GET /dns/blocking 200", "GET /info/version 200", "GET /dns/blocking 200",
        "POST /dns/blocking 200", "GET /dns/blocking 200", "DELETE /auth 204",
      ])
  }

  @Test(
    "what a Pi-hole's blocking cannot be",
    arguments: [
      (ObjectKind.group, SwitchState.Position.active), (.wifi, .paused), (.blocking, .enabled), (.blocking, .disabled),
      (.blocking, .absent),
    ])
  func unsuited(kind: ObjectKind, position: SwitchState.Position) async throws {
    let run = PretendRun(PiHole(password: "right"), password: "right")
    var change = PretendRun.change(.active, to: position)
    change.kind = kind
    #expect(Self.words(for: try await run.applier.apply(change)) == "failed pihole.no-such-switch")
    #expect(await run.log == [])
  }

  static func words(for outcome: Outcome) -> String {
    switch outcome {
    case .applied(let messages, _): (["applied"] + messages.map(\.code)).joined(separator: " ")
    case .unverified(let message, _): "unverified \(message.code)"
    case .superseded(let message): "superseded \(message.code)"
    case .failed(let message), .stuck(let message): "failed \(message.code)"
    case .skipped(let message): "skipped \(message.code)"
    }
  }
}
