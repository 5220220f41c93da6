import CivilTime
import HTTPTransport
import Policies
import Providers
import Planning
import Simulator
import TestSupport
import Testing

@testable import PiHole

/// A Pi-hole's blocking before the suite that every provider must pass.
struct BlockingFixture: ContractFixture {
  static let start = Instant(secondsSinceEpoch: 1_790_000_000)

  /// Where blocking is at first and where it should be. An end is that of the wanted setting, without the margin.
  var first: SwitchState
  var wanted: SwitchState
  /// Nil for a Pi-hole that has no password.
  var password: String?

  let kinds: Set<ObjectKind> = [.blocking]
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
    read: any ReadTransport, write: any WriteTransport, sleep: @escaping Sleep
  ) -> (observer: any Observer, applier: any Applier) {
    let settings = PiHoleSettings(system: Name("pihole"), password: password.map { Secret($0) })
    let session = PiHoleSession(settings: settings, transport: read, sleep: sleep, random: { 0.5 })
    return (
      PiHoleObserver(session: session, now: { Self.start }),
      PiHoleApplier(session: session, transport: write, now: { Self.start })
    )
  }

  func change(seeing observation: Observation, at now: Instant) -> Change? { move(observation, to: wanted) }
  func changeBack(seeing observation: Observation, at now: Instant) -> Change? { move(observation, to: first) }

  func isDone(_ system: PiHole, at now: Double) -> Bool {
    let ends = system.blocking.timer.map { Instant(secondsSinceEpoch: Int64($0.startedAt + $0.delay)) }
    return stands(SwitchState(system.blocking.isActive ? .active : .paused, ends: ends), as: wanted)
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

  private func set(_ switchState: SwitchState, on blocking: inout BlockingSwitch) {
    let delay = switchState.ends.map { Double($0 - Self.start + 15) }
    blocking.set(switchState.position == .active, for: delay, at: Double(Self.seconds))
  }

  private func move(_ observation: Observation, to wanted: SwitchState) -> Change? {
    guard let live = observation.objects.first?.switchState, !stands(live, as: wanted) else { return nil }
    return Change(
      target: Name("pihole"), system: Name("pihole"), kind: .blocking, id: nil, name: "blocking", from: live, to: wanted
    )
  }

  /// As the planner sees it: an end within 90 s of the wanted one.
  private func stands(_ live: SwitchState, as wanted: SwitchState) -> Bool {
    guard live.position == wanted.position else { return false }
    guard let end = wanted.ends, let lives = live.ends else { return wanted.ends == nil && live.ends == nil }
    return abs(lives - end) <= 90
  }
}

@Suite struct ContractTests {
  static let soon = BlockingFixture.start + 3600
  static let later = BlockingFixture.start + 86_400

  static let fixtures = [
    BlockingFixture(first: SwitchState(.active), wanted: SwitchState(.paused, ends: soon), password: "throwaway-7"),
    BlockingFixture(first: SwitchState(.paused, ends: soon), wanted: SwitchState(.active), password: "throwaway-7"),
    BlockingFixture(
      first: SwitchState(.paused, ends: soon), wanted: SwitchState(.paused, ends: later), password: "throwaway-7"),
    BlockingFixture(first: SwitchState(.active), wanted: SwitchState(.paused, ends: soon), password: nil),
  ]

  @Test("a Pi-hole's blocking keeps the contract", arguments: fixtures.flatMap { ProviderContract.stories(of: $0) })
  func contract(_ story: ContractStory) async throws {
    try await story.run()
  }
}

/// A row of a pretend Pi-hole's database before the same suite: its switch, or its coming and going.
struct RowFixture: ContractFixture, CustomTestStringConvertible {
  var testDescription: String
  var place: GravityPlace
  var name: String
  /// The row as a plan addresses it.
  var like: Change
  /// Where the switch is at first and where it should be.
  var first: SwitchState.Position
  var wanted: SwitchState.Position

  init(_ title: String, _ place: GravityPlace, _ name: String, _ like: Change) {
    testDescription = title
    (self.place, self.name, self.like) = (place, name, like)
    (first, wanted) = (like.from.position, like.to.position)
  }

  let basePath = "/api"
  let secret = "throwaway-7"
  var ownKey: String { "\(place) \(name)" }
  /// With domain entries come the groups.
  var kinds: Set<ObjectKind> { like.kind == .domain ? [.domain, .group] : [like.kind] }

  func makeSystem() -> PiHole { PiHole.household(password: secret, loginsPerSecond: 1000) }

  func makeProvider(
    read: any ReadTransport, write: any WriteTransport, sleep: @escaping Sleep
  ) -> (observer: any Observer, applier: any Applier) {
    let settings = PiHoleSettings(system: Name("pihole"), password: Secret(secret))
    let session = PiHoleSession(settings: settings, transport: read, sleep: sleep, random: { 0.5 })
    return (
      PiHoleObserver(session: session, now: { BlockingFixture.start }),
      PiHoleApplier(session: session, transport: write, now: { BlockingFixture.start })
    )
  }

  func change(seeing observation: Observation, at now: Instant) -> Change? { move(observation, to: wanted) }
  func changeBack(seeing observation: Observation, at now: Instant) -> Change? { move(observation, to: first) }

  func isDone(_ system: PiHole, at now: Double) -> Bool { position(system.gravity.row(name, in: place)) == wanted }
  func snapshot(_ system: PiHole) -> [String: String] { system.rows }

  func interfere(_ system: inout PiHole) {
    let now = Double(PretendRun.start)
    let row = system.gravity.row(name, in: place)
    system.edit { gravity in
      guard let row else { return try gravity.insert(name, in: place, at: now) }
      try gravity.upsert(name, in: place, comment: row.comment, isEnabled: !row.isEnabled, at: now)
    }
  }

  func remove(_ system: inout PiHole) -> Bool {
    guard first != .absent else { return false }
    system.delete(name, place)
    return true
  }

  func refuseCredentials(_ system: inout PiHole) { system.changePassword(to: "another one") }
  func openSessions(_ system: PiHole) -> Int { system.seats.taken }

  private func move(_ observation: Observation, to wanted: SwitchState.Position) -> Change? {
    let live =
      observation.objects.first { $0.kind == like.kind && $0.id == like.id }?.switchState ?? SwitchState(.absent)
    guard live.position != wanted else { return nil }
    var change = like
    (change.from, change.to) = (live, SwitchState(wanted))
    return change
  }

  private func position(_ row: GravityRow?) -> SwitchState.Position {
    guard let row else { return .absent }
    return row.isEnabled ? .enabled : .disabled
  }
}

@Suite struct RowContractTests {
  static let fixtures = [
    RowFixture("a group", .group, "kids", .group()),
    RowFixture(
      "a disabled group", .group, "No YouTube & more/less", .group("2", "No YouTube & more/less", to: .enabled)),
    RowFixture("a list", .list(.block), PiHole.listAddress, .list()),
    RowFixture("an entry's switch", PiHole.youtube, "youtube.com", .entry("youtube.com", .enabled, .disabled)),
    RowFixture("a new entry", PiHole.youtube, "new.example", .entry("new.example", .absent, .enabled)),
    RowFixture(
      "an old entry", PiHole.youtube, "youtube.com",
      .entry("youtube.com", groups: ["kids", "No YouTube & more/less"], .enabled, .absent)),
  ]

  @Test(
    "rows of a Pi-hole's database keep the contract",
    arguments: fixtures.flatMap { fixture in ProviderContract.stories(of: fixture).map { (fixture, $0) } })
  func contract(_ fixture: RowFixture, _ story: ContractStory) async throws {
    try await story.run()
  }
}
