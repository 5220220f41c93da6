import CivilTime
import HTTPTransport
import Policies
import Providers
import Planning
import Simulator
import Synchronization
import TestSupport

@testable import PiHole

/// One run against a pretend Pi-hole: a session, an observer and an applier, and what went over the wire.
struct PretendRun: Sendable {
  static let start: Int64 = 1_790_000_000
  static let now = Instant(secondsSinceEpoch: start)

  let wire: FakeWire<Staged<PiHole>>
  let transport: WatchedDoor
  let session: PiHoleSession
  let observer: PiHoleObserver
  let applier: PiHoleApplier

  init(
    _ system: PiHole, password: String?, isKnown: Bool = false, entries: DomainInterest? = nil,
    stage: (inout Staged<PiHole>) -> Void = { _ in }
  ) {
    var staged = Staged(system)
    stage(&staged)
    let wire = FakeWire(staged, basePath: "/api", clock: Double(Self.start))
    let transport = WatchedDoor(wire)
    session = PiHoleSession(
      settings: PiHoleSettings(
        system: Name("pihole"), password: password.map { Secret($0) }, isPasswordKnown: isKnown, domains: entries),
      transport: transport,
      sleep: wire.sleep, random: { 0.5 })
    observer = PiHoleObserver(session: session, now: { Self.now })
    applier = PiHoleApplier(session: session, transport: transport, now: { transport.now })
    self.wire = wire
    self.transport = transport
  }

  /// What was asked and answered, such as `POST /auth 200`.
  var log: [String] {
    get async {
      await wire.system.log.map { "\($0.method) \($0.target.dropFirst("/api".count)) \($0.status)" }
    }
  }

  var seatsTaken: Int { get async { await wire.system.system.seats.taken } }

  /// A change of blocking; `ends` and `until` in seconds from the start.
  static func change(
    _ from: SwitchState.Position, ends: Int64? = nil, to: SwitchState.Position, until: Int64? = nil
  ) -> Change {
    Change(
      target: Name("pihole"), system: Name("pihole"), kind: .blocking, id: nil, name: "blocking",
      from: SwitchState(from, ends: ends.map { now + $0 }), to: SwitchState(to, ends: until.map { now + $0 }))
  }
}

/// The doors to a pretend Pi-hole as a real transport keeps them: nothing passes for a cancelled task.
final class WatchedDoor: ReadTransport, WriteTransport {
  private let wire: FakeWire<Staged<PiHole>>
  private let seconds = Mutex(Double(PretendRun.start))
  private let requests = Mutex(0)
  private let watch = Mutex<Watch?>(nil)

  /// Is told the number of every request, counted from 1, before it passes and again when it is answered.
  typealias Watch = @Sendable (Int, Moment) async -> Void

  enum Moment: CaseIterable, Sendable {
    case before
    case after
  }

  init(_ wire: FakeWire<Staged<PiHole>>) { self.wire = wire }

  /// The pretend system's time after the last exchange.
  var now: Instant { Instant(secondsSinceEpoch: Int64(seconds.withLock { $0 })) }

  func watch(_ watch: @escaping Watch) { self.watch.withLock { $0 = watch } }

  func read(_ request: ReadRequest) async throws(TransportError) -> Response {
    try await exchange { () async throws(TransportError) in try await wire.read(request) }
  }

  func write(_ request: WriteRequest) async throws(TransportError) -> Response {
    try await exchange { () async throws(TransportError) in try await wire.write(request) }
  }

  private func exchange(
    _ pass: () async throws(TransportError) -> Response
  ) async throws(TransportError) -> Response {
    let number = requests.withLock {
      $0 += 1
      return $0
    }
    let watch = watch.withLock { $0 }
    await watch?(number, .before)
    if Task.isCancelled { throw TransportError(.cancelled, "the run was ended") }
    let response = try await pass()
    let clock = await wire.clock
    seconds.withLock { $0 = clock }
    await watch?(number, .after)
    return response
  }
}
