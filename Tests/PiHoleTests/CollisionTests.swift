import HTTPTransport
import Policies
import Providers
import Planning
import Simulator
import Synchronization
import TestSupport
import Testing

@testable import PiHole

/// Several programs that log in to one Pi-hole at the same time, with an app password, each with a clock of its own.
///
/// The Pi-hole serves them in the order of their clocks: a request waits until everybody else has made one that is
/// later, or has gone.
private actor Turnstile {
  private var system: PiHole
  private var present: Int
  private var waiting:
    [(at: Double, request: SimulatedRequest, answer: CheckedContinuation<SimulatedResponse, Never>)] = []

  init(_ system: PiHole, clients: Int) { (self.system, present) = (system, clients) }

  func ask(_ request: SimulatedRequest, at time: Double) async -> SimulatedResponse {
    await withCheckedContinuation { answer in
      waiting.append((time, request, answer))
      serveIfAllWait()
    }
  }

  func leave() {
    present -= 1
    serveIfAllWait()
  }

  var seatsTaken: Int { system.seats.taken }

  private func serveIfAllWait() {
    guard present > 0, waiting.count == present,
      let next = waiting.indices.min(by: { waiting[$0].at < waiting[$1].at })
    else { return }
    let first = waiting.remove(at: next)
    first.answer.resume(returning: system.respond(to: first.request, at: first.at))
  }
}

/// One of them: its way to the Pi-hole, and its clock.
private final class Client: ReadTransport {
  private let turnstile: Turnstile
  private let clock: Mutex<Double>
  private let numbers: Mutex<SplitMix64>

  init(_ turnstile: Turnstile, from start: Double, seed: UInt64) {
    self.turnstile = turnstile
    clock = Mutex(start)
    numbers = Mutex(SplitMix64(seed: seed))
  }

  func read(_ request: ReadRequest) async throws(TransportError) -> Response {
    let headers = request.headers.map { field in
      switch field.value {
      case .plain(let text): (field.name, text)
      case .secret(let secret): (field.name, secret.reveal { $0 })
      }
    }
    let asked = SimulatedRequest(
      method: request.method, target: "/api" + request.path, headers: headers, body: request.body ?? [])
    let answer = await answer(to: asked)
    return Response(status: answer.status, headers: answer.headers, body: answer.body)
  }

  private func answer(to request: SimulatedRequest) async -> SimulatedResponse {
    var request = request
    while true {
      let answer = await turnstile.ask(request, at: clock.withLock { $0 })
      switch answer.delivery {
      case .unfinished(let milliseconds): pass(Double(milliseconds) / 1000)
      case .delayed(let milliseconds):
        pass(Double(milliseconds) / 1000)
        return answer
      case .whole, .lost, .truncated, .followed:
        pass(0.01)
        return answer
      }
      request.step += 1
    }
  }

  private func pass(_ seconds: Double) { clock.withLock { $0 += seconds } }

  /// The time by its clock.
  var now: Double { clock.withLock { $0 } }

  /// Logs in, looks, and logs out: what came of it.
  func run(_ password: String = "app", isKnown: Bool) async -> Result<Observation, ProviderError> {
    let session = PiHoleSession(
      settings: PiHoleSettings(system: Name("pihole"), password: Secret(password), isPasswordKnown: isKnown),
      transport: self,
      sleep: { duration in self.pass(duration / .seconds(1)) },
      random: { self.numbers.withLock { Double($0.next() >> 11) * 0x1p-53 } })
    let observer = PiHoleObserver(session: session, now: { PretendRun.now })
    let result = await Result { () async throws(ProviderError) in try await observer.observe([.blocking]) }
    await observer.close()
    await turnstile.leave()
    return result
  }
}

extension Result {
  fileprivate init(_ body: () async throws(Failure) -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}

@Suite struct CollisionTests {
  /// How long a check of a password takes: on a fast machine, on a desktop, and on a small board.
  private static let checks = [50, 180, 500]

  private static func piHole(checksIn milliseconds: Int) -> PiHole {
    var system = PiHole(password: "right")
    system.appPassword = "app"
    system.checkMilliseconds = milliseconds
    return system
  }

  /// Who came in, and why the others did not.
  private static func collide(
    _ count: Int, seed: UInt64, isKnown: Bool, checksIn milliseconds: Int = 180
  ) async -> [ProviderError?] {
    let turnstile = Turnstile(piHole(checksIn: milliseconds), clients: count)
    var numbers = SplitMix64(seed: seed)
    let second = Double(numbers.next() % 1000) / 1000
    let clients = (0..<count).map { number in
      // Timers all run at the same instant, and a machine takes a moment more or less to begin.
      Client(
        turnstile, from: Double(PretendRun.start) + second + Double(numbers.next() % 30) / 1000,
        seed: seed &* 64 &+ UInt64(number))
    }
    let errors = await withTaskGroup(of: ProviderError?.self) { group in
      for client in clients {
        group.addTask { if case .failure(let error) = await client.run(isKnown: isKnown) { error } else { nil } }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(await turnstile.seatsTaken == 0, "seed \(seed)")
    return errors
  }

  @Test("a right password is never called wrong, known or not", arguments: [2, 3, 6, 12], [false, true])
  func neverRefused(count: Int, isKnown: Bool) async {
    var entered = 0
    let rounds = UInt64(count == 12 ? 12 : 60)
    for seed in 0..<rounds {
      let errors = await Self.collide(count, seed: seed, isKnown: isKnown, checksIn: Self.checks[Int(seed % 3)])
      entered += errors.count { $0 == nil }
      for error in errors.compactMap(\.self) {
        #expect(error.kind == .busy(retryAfterSeconds: 0), "seed \(seed): \(error)")
        #expect(BackoffReason(error) == nil)
      }
    }
    #expect(entered >= Int(rounds) * count * (count <= 6 ? 8 : 5) / 10, "\(entered) of \(Int(rounds) * count) entered")
  }

  @Test("who did not get in does so in the next runs, with a state that knows nothing")
  func nextRun() async {
    for seed in 0..<40 as Range<UInt64> {
      var left = 6
      for run in 0..<3 as Range<UInt64> where left > 0 {
        left = await Self.collide(left, seed: seed * 8 + run, isKnown: false).count { $0 != nil }
      }
      #expect(left == 0, "seed \(seed)")
    }
  }

  @Test("three at once are each refused plainly, as on a real Pi-hole", arguments: checks)
  func collidesAsARealOne(milliseconds: Int) {
    var system = Self.piHole(checksIn: milliseconds)
    let login = SimulatedRequest(
      method: "POST", target: "/api/auth", body: Array(#"{"password":"app"}"#.utf8))
    func answers(_ count: Int, at now: Double, _ system: inout PiHole) -> [Int] {
      var waiting = Array(repeating: login, count: count)
      var answers: [Int] = []
      var now = now
      while !waiting.isEmpty {
        waiting = waiting.compactMap { request in
          let answer = system.respond(to: request, at: now)
          guard case .unfinished(let held) = answer.delivery else {
            answers.append(answer.status)
            return nil
          }
          #expect(held == milliseconds)
          var next = request
          next.step += 1
          return next
        }
        // All within the one second.
        now += 0.05
      }
      return answers
    }
    #expect(answers(1, at: 10, &system) == [200])
    #expect(answers(2, at: 20, &system) == [401, 200])
    #expect(answers(3, at: 30, &system) == [401, 401, 401])
    #expect(answers(6, at: 40, &system) == [429, 429, 429, 401, 401, 401])
  }

  @Test("a wrong password is called wrong, and does not use up the logins of others", arguments: checks)
  func wrongPassword(milliseconds: Int) async {
    for seed in 0..<20 as Range<UInt64> {
      let turnstile = Turnstile(Self.piHole(checksIn: milliseconds), clients: 1)
      let client = Client(turnstile, from: Double(PretendRun.start), seed: seed)
      guard case .failure(let error) = await client.run("wrong", isKnown: false) else {
        Issue.record("a wrong password was accepted")
        continue
      }
      #expect(error == .wrongPassword(wantsSecondFactor: false), "never throttled, so never more than it may")
      let took = client.now - Double(PretendRun.start)
      #expect((4.0...30.0).contains(took), "seed \(seed): after \(took) s")
    }
  }
}
