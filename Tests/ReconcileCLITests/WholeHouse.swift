import Simulator
import TestSupport

@testable import Controller

/// The pretend household with a policy that names something of every kind, and what tests look at of it.
struct WholeHouse: Sendable {
  let systems = PretendHousehold()
  /// Ids and names of what the policy selects; all else is foreign.
  static let selected: Set<String> = [
    "7f6c2b1e-4b0a-4f8e-9a77-1d2f3c4b5a60", "7f6c2b1e-4b0a-4f8e-9a77-1d2f3c4b5a61",
    "9d2f3b0c-6d0e-4a55-8f6b-3f0f6c1d2e30", "9d2f3b0c-6d0e-4a55-8f6b-3f0f6c1d2e31",
    "6b8a9a52-0c3e-4d5b-8a54-7b2d9e1f4c02", "kids", "no-youtube", "https://lists.example/advertising.txt",
    "youtube.com", #"(^|\.)ytimg\.com$"#, "learn.example",
  ]

  static let policy = (try? Fixtures.text("house/household.yaml")) ?? ""

  /// The world of this household, with its policy or another one.
  func world(_ policy: String = WholeHouse.policy) -> TestWorld { systems.world(policy: policy) }

  /// Whether and how everything stands that can be written, by its id or name.
  struct State: Hashable, Sendable {
    /// Rules, policies and WiFis of the console by id.
    var objects: [String: JSONValue]
    /// Groups, clients, domains and lists of the Pi-hole by name, without their numbers and times.
    var rows: [String: String]
    var isBlocking: Bool

    /// Only what the policy does not name.
    var foreign: State {
      State(
        objects: objects.filter { !WholeHouse.selected.contains($0.key) },
        rows: rows.filter { !WholeHouse.selected.contains($0.key) }, isBlocking: true)
    }
  }

  /// As it is at this moment.
  func state() async -> State {
    let objects = await systems.console.inspect { console in Self.objects(of: console.sites[0]) }
    let (rows, isBlocking) = await systems.pihole.inspect { pihole in
      (Self.rows(of: pihole.gravity), pihole.blocking.isActive)
    }
    return State(objects: objects, rows: rows, isBlocking: isBlocking)
  }

  private static func objects(of site: UniFiSite) -> [String: JSONValue] {
    let rules = site.aclRules.map { ($0.id, $0.settings) }
    let policies = (site.zoneFirewall?.policies ?? []).map { ($0.id, $0.settings) }
    let broadcasts = site.wiFis.map { ($0.id, $0.settings) }
    return Dictionary(rules + policies + broadcasts) { first, _ in first }
  }

  private static func rows(of gravity: Gravity) -> [String: String] {
    let rows = gravity.groups + gravity.clients + gravity.domains + gravity.lists
    return Dictionary(
      rows.map { ($0.name, "\($0.place) \($0.isEnabled) '\($0.comment ?? "nil")' \($0.groups)") }
    ) { $0 + $1 }
  }

  /// Everything that no output may hold: the key, the password, the passphrases, and the sessions of the Pi-hole.
  func secrets() async -> [String] {
    await systems.pihole.inspect { pihole in
      // A copy of the Pi-hole gives away the sessions that it will open.
      var copy = pihole
      let login = SimulatedRequest(
        method: "POST", target: "/api/auth", body: Array("{\"password\":\"\(Household.password)\"}".utf8))
      let sessions = (0..<8).flatMap { number in
        Self.tokens(String(decoding: copy.respond(to: login, at: 1_900_000_000 + Double(number)).body, as: UTF8.self))
      }
      return sessions + [Household.apiKey, Household.password] + Household.passphrases.values
    }
  }

  /// What is in `text` behind `sid` and `csrf`.
  private static func tokens(_ text: String) -> [String] {
    let words = text.split(separator: "\"").map(String.init)
    return zip(words, words.dropFirst(2)).filter { ["sid", "csrf"].contains($0.0) }.map(\.1)
  }
}
