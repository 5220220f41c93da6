import HTTPTransport
import Policies
import Reconciliation
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
private final class Client: ReadDoor {
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
    let answer = await turnstile.ask(asked, at: clock.withLock { $0 })
    clock.withLock { $0 += request.path == "/auth" ? 0.36 : 0.01 }
    return Response(status: answer.status, headers: answer.headers, body: answer.body)
  }

  /// Logs in, looks, and logs out: what came of it.
  func run(isKnown: Bool) async -> Result<Observation, ProviderError> {
    let session = PiHoleSession(
      settings: PiHoleSettings(system: Name("pihole"), password: Secret("app"), isPasswordKnown: isKnown), door: self,
      sleep: { duration in self.clock.withLock { $0 += duration / .seconds(1) } },
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
  /// Who came in, and why the others did not.
  private static func collide(_ count: Int, seed: UInt64, isKnown: Bool) async -> [ProviderError?] {
    var system = PiHole(password: "right")
    system.appPassword = "app"
    let turnstile = Turnstile(system, clients: count)
    var numbers = SplitMix64(seed: seed)
    let clients = (0..<count).map { number in
      // Timers all run at second 0, and a machine takes a moment more or less to begin.
      Client(
        turnstile, from: Double(PretendRun.start) + Double(numbers.next() % 300) / 1000,
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

  @Test("a right password that is known to be right is never called wrong", arguments: [2, 3, 6, 12])
  func neverRefused(count: Int) async {
    var entered = 0
    for seed in 0..<100 as Range<UInt64> {
      let errors = await Self.collide(count, seed: seed, isKnown: true)
      entered += errors.count { $0 == nil }
      for error in errors.compactMap(\.self) {
        #expect(error.kind == .busy(retryAfterSeconds: 0), "seed \(seed): \(error)")
        #expect(Retreat(after: error, previous: nil, circumstances: "", now: PretendRun.now) == nil)
      }
    }
    #expect(entered >= 100 * (count <= 3 ? count * 9 / 10 : 3), "\(entered) of \(100 * count) entered")
  }
}
