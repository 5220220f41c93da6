import CivilTime
import HTTPTransport
import Policies
import Reconciliation
import Simulator
import TestSupport
import Testing

@testable import PiHole

/// A Pi-hole's blocking before the suite that every provider must pass.
struct BlockingFixture: ContractFixture {
  static let start = Instant(secondsSinceEpoch: 1_790_000_000)

  /// Where blocking stands first and where it is to stand. An end is that of the wanted setting, without the margin.
  var first: Setting
  var wanted: Setting
  /// Nil for a Pi-hole that has no password.
  var password: String?

  let kinds: Set<ResourceKind> = [.blocking]
  let basePath = PiHoleKind.basePath(for: BaseURL(scheme: .http, host: "pi.hole", port: 80, path: ""))
  var secret: String { password ?? "a password that is not there" }
  let ownKey = "blocking"

  func makeSystem() -> PiHole {
    var blocking = BlockingSwitch()
    set(first, on: &blocking)
    // Time stands still in a story, so that all its logins fall into one second.
    return PiHole(password: password, blocking: blocking, loginsPerSecond: 1000)
  }

  func makeProvider(
    read: any ReadDoor, write: any WriteDoor, sleep: @escaping Sleep
  ) -> (observer: any Observer, applier: any Applier) {
    let settings = PiHoleSettings(system: Name("pihole"), password: password.map { Secret($0) })
    let session = PiHoleSession(settings: settings, door: read, sleep: sleep)
    return (
      PiHoleObserver(session: session, now: Self.start),
      PiHoleApplier(session: session, door: write, now: { Self.start })
    )
  }

  func change(seeing observation: Observation, at now: Instant) -> Change? { move(observation, to: wanted) }
  func changeBack(seeing observation: Observation, at now: Instant) -> Change? { move(observation, to: first) }

  func isDone(_ system: PiHole, at now: Double) -> Bool {
    let ends = system.blocking.timer.map { Instant(secondsSinceEpoch: Int64($0.startedAt + $0.delay)) }
    return stands(Setting(system.blocking.isActive ? .active : .paused, ends: ends), as: wanted)
  }

  func snapshot(_ system: PiHole) -> [String: String] {
    let timer = system.blocking.timer.map { "\($0.delay)" } ?? "no timer"
    return ["blocking": "\(system.blocking.isActive), \(timer)", "password": "\(system.password ?? "none")"]
  }

  /// A pause of two hours is neither what stood there first nor what is wanted, in any of the fixtures.
  func interfere(_ system: inout PiHole) {
    system.blocking.set(false, for: 7200, at: Double(Self.seconds))
  }

  func remove(_ system: inout PiHole) -> Bool { false }
  func refuseCredentials(_ system: inout PiHole) { system.changePassword(to: "another one") }
  func openSessions(_ system: PiHole) -> Int { system.seats.taken }

  private static var seconds: Int64 { start.secondsSinceEpoch }

  private func set(_ setting: Setting, on blocking: inout BlockingSwitch) {
    let delay = setting.ends.map { Double($0 - Self.start + 15) }
    blocking.set(setting.position == .active, for: delay, at: Double(Self.seconds))
  }

  private func move(_ observation: Observation, to wanted: Setting) -> Change? {
    guard let live = observation.objects.first?.setting, !stands(live, as: wanted) else { return nil }
    return Change(
      target: Name("pihole"), system: Name("pihole"), kind: .blocking, id: nil, name: "blocking", from: live, to: wanted
    )
  }

  /// As the planner sees it: an end within 90 s of the wanted one.
  private func stands(_ live: Setting, as wanted: Setting) -> Bool {
    guard live.position == wanted.position else { return false }
    guard let end = wanted.ends, let lives = live.ends else { return wanted.ends == nil && live.ends == nil }
    return abs(lives - end) <= 90
  }
}

@Suite struct ContractTests {
  static let soon = BlockingFixture.start + 3600
  static let later = BlockingFixture.start + 86_400

  static let fixtures = [
    BlockingFixture(first: Setting(.active), wanted: Setting(.paused, ends: soon), password: "throwaway-7"),
    BlockingFixture(first: Setting(.paused, ends: soon), wanted: Setting(.active), password: "throwaway-7"),
    BlockingFixture(
      first: Setting(.paused, ends: soon), wanted: Setting(.paused, ends: later), password: "throwaway-7"),
    BlockingFixture(first: Setting(.active), wanted: Setting(.paused, ends: soon), password: nil),
  ]

  @Test("a Pi-hole's blocking keeps the contract", arguments: fixtures.flatMap { ProviderContract.stories(of: $0) })
  func contract(_ story: ContractStory) async throws {
    try await story.run()
  }
}
