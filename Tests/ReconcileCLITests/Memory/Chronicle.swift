import Approvals
import CivilTime
import Policies
import Providers
import Planning
import Simulator
import StateStore
import TestSupport
import Testing

@testable import Host

/// The pretend household, run after run: time goes on for the program and for the systems alike.
struct Chronicle {
  let household: PretendHousehold
  var world: TestWorld

  init(on household: PretendHousehold = PretendHousehold(), policy: String = PretendHousehold.policy) {
    self.household = household
    world = household.world(policy: policy)
  }

  var now: Instant { world.now }

  /// Lets time pass for everybody.
  mutating func pass(seconds: Int64) async {
    world.now = world.now + seconds
    world.boot?.seconds += seconds
    await household.pass(.seconds(seconds))
  }

  mutating func pass(minutes: Int64) async { await pass(seconds: minutes * 60) }

  /// Lets time pass, `seconds` of it by the clock of the Pi-hole.
  mutating func pass(minutes: Int64, onPiHole seconds: Int64) async {
    await pass(minutes: minutes)
    await household.pihole.pass(.seconds(seconds - minutes * 60))
  }

  mutating func pass(hours: Int64) async { await pass(seconds: hours * 3600) }

  /// Lets time pass until `text`, in Berlin, as in `2026-11-21 07:00:04`.
  mutating func pass(until text: String) async throws {
    let zone = try #require(Self.zone)
    let instant = try Instant(text, as: .at, in: zone, now: now)
    await pass(seconds: instant - now)
  }

  static let zone: Zone? = {
    if case .zone(let zone) = Zones(SystemFiles()).look("Europe/Berlin") { zone } else { nil }
  }()

  /// Edits the firewall policy of this name as an administrator does; there has to be one.
  func editPolicy(_ name: String, _ change: @escaping @Sendable (inout FirewallPolicy) -> Void) async {
    await household.console.inspect { console in
      let place = console.sites[0].zoneFirewall?.policies.firstIndex { $0.name == name }
      guard let place else { preconditionFailure("no policy '\(name)'") }
      console.sites[0].zoneFirewall?.edit(at: place, change)
    }
  }

  func apply(_ options: String...) -> TestWorld.Outcome { world.run(["apply"] + options + ["household.yaml"]) }
  func plan(_ options: String...) -> TestWorld.Outcome { world.run(["plan"] + options + ["household.yaml"]) }
  func drift() -> TestWorld.Outcome { world.run("drift", "household.yaml") }

  /// The state, opened for writing as `override` does.
  func store() throws -> StateStore { try StateStore(writing: world.state.path, now: now) }

  /// Makes an override from now on.
  @discardableResult
  func override(
    _ state: TargetState, of target: String, minutes: Int64, because: String? = nil
  ) throws -> Override {
    let store = try store()
    let wanted = Override(
      id: "", target: Name(target), state: state, from: now, until: now + minutes * 60, because: because, by: "anna",
      policy: try store.followedPolicy())
    return try store.make([wanted])[0]
  }

  /// What the journal tells, without what it does not in every entry.
  func told() throws -> [String] {
    try store().entries(since: Instant(secondsSinceEpoch: 0)).compactMap { entry in
      entry.event.flatMap { event in
        if event.kind == .sealed { return nil }
        return
          [
            event.kind.rawValue, event.name, event.system?.text, event.from?.position.rawValue,
            event.to?.position.rawValue, event.cause?.rawValue, event.decidedBy, event.outcome,
          ].compactMap { $0 }.joined(separator: " ")
      }
    }
  }

  // MARK: What others do

  /// Somebody moves the switch of a rule: 0 is the children's room, 1 the tablet.
  func switchRule(_ index: Int, on: Bool) async {
    await household.console.inspect { $0.sites[0].aclRules[index].isEnabled = on }
  }

  func isRuleOn(_ index: Int) async -> Bool {
    await household.console.inspect { $0.sites[0].aclRules[index].isEnabled }
  }

  /// Whether the Pi-hole blocks now.
  func isBlocking() async -> Bool {
    let now = await household.pihole.clock
    return await household.pihole.inspect { piHole in
      piHole.blocking.advance(to: now)
      return piHole.blocking.isActive
    }
  }

  /// Somebody pauses or resumes the Pi-hole by its web page.
  func pause(_ isActive: Bool, seconds: Double?) async {
    let now = await household.pihole.clock
    await household.pihole.inspect { $0.blocking.set(isActive, for: seconds, at: now) }
  }
}

extension String {
  /// On one line, with one space between words.
  var unwrapped: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
