import CivilTime
import Policies
import TestSupport
import Testing

/// What loosens a guarded target, and what does not: at Friday noon, with hours counted from then.
@Suite struct LooseningTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// The targets and the statements of the policy.
    var before: (targets: String, statements: String)
    /// Those after an edit.
    var after: (targets: String, statements: String)
    /// Such as `kids on 1–3`, the later one newer.
    var overrides: (before: [String], after: [String])
    var found: [String]

    /// Something that people do.
    init(
      _ description: String, _ targets: String, _ statements: String, _ before: [String], _ after: [String],
      _ found: [String]
    ) {
      testDescription = description
      self.before = (targets, statements)
      self.after = (targets, statements)
      overrides = (before, after)
      self.found = found
    }

    /// An edit.
    init(
      _ description: String, _ targets: String, _ statements: String, edited: (String, String), _ found: [String]
    ) {
      testDescription = description
      before = (targets, statements)
      after = (edited.0, edited.1)
      overrides = ([], [])
      self.found = found
    }
  }

  private static let guarding = "guard: {approve: anna}"
  private static let kids = "kids: {wifi: [K], \(guarding)}"
  private static let nights = "kids off 21:00–07:00"
  private static let sites = "sites: {domains: {deny: [a.example]}, \(guarding)}"

  static let overriding = [
    Case("on at night", kids, nights, [], ["kids on 10–11"], ["kids +10h off held → on free"]),
    Case("on until the night begins", kids, nights, [], ["kids on 1–9"], []),
    Case("on by day", kids, nights, [], ["kids on 1–2"], []),
    Case("off by day", kids, nights, [], ["kids off 1–2"], []),
    Case("an end", kids, nights, ["kids off 1–2"], [], ["kids +1h off held → on free"]),
    Case("an end of what changes nothing", kids, nights, ["kids off 10–11"], [], []),
    Case("an end of more time", kids, nights, ["kids on 9–10"], [], []),
    Case("shortened", kids, nights, ["kids off 1–8"], ["kids off 1–5"], ["kids +5h off held → on free"]),
    Case("shortened into the night", kids, nights, ["kids off 1–12"], ["kids off 1–9"], []),
    Case("replaced", kids, nights, ["kids off 1–8"], ["kids off 1–8", "kids on 2–3"], ["kids +2h off held → on free"]),
    Case("beaten by what holds it", kids, nights, ["kids on 9–10"], ["kids on 9–10", "kids off 9–10"], []),
    Case(
      "through a target of targets",
      "\(kids), tv: {wifi: [T], \(guarding)}, pc: {wifi: [P]}, house-wifi: {targets: [kids, tv, pc]}",
      "house-wifi off 21:00–07:00", [], ["house-wifi on 10–11"],
      ["kids +10h off held → on free", "tv +10h off held → on free"]),
    Case(
      "of what is left alone", "kids: {wifi: [K], otherwise: leave, \(guarding)}", nights, [], ["kids on 1–2"],
      ["kids +1h leave leftAlone → on free"]),
    Case(
      "of what is only watched", "kids: {wifi: [K], enforcement: observe, \(guarding)}", nights, [], ["kids on 10–11"],
      []),
    Case("not guarded", "kids: {wifi: [K]}", nights, [], ["kids on 10–11"], []),
    Case(
      "a door", "front: {locks: [F], may-unlock: true, \(guarding)}", "front locked 22:00–06:00", [],
      ["front unlocked 11–12"], ["front +11h locked held → unlocked free"]),
  ]

  static let carrying = [
    Case(
      "a pause", "\(sites), p: {\(guarding)}", "sites off, p active", [], ["p paused 1–2"],
      ["sites +1h off held → off free by p", "p +1h active heldButForPauses → paused free"]),
    Case("a pause of another Pi-hole", sites, "sites off, q active", [], ["q paused 1–2"], []),
    Case(
      "a pause that is only watched", "\(sites), p: {enforcement: observe}", "sites off, p active", [],
      ["p paused 1–2"], []),
    Case("while it is paused anyway", sites, "sites off, pause p 13:00–14:00", [], ["sites on 1–2"], []),
    Case(
      "beyond the pause", sites, "sites off, pause p 13:00–14:00", [], ["sites on 1–3"],
      ["sites +2h off held → on free"]),
    Case("resumed", sites, "sites off, pause p 13:00–14:00", [], ["p active 1–2"], []),
    Case(
      "the end of what resumed it", sites, "sites off, pause p 13:00–14:00", ["p active 1–2"], [],
      ["sites +1h off held → off free by p"]),
  ]

  static let edits = [
    Case("shorter", kids, nights, edited: (kids, "kids off 22:00–07:00"), ["kids +9h off held → on free"]),
    Case("longer", kids, nights, edited: (kids, "kids off 20:00–07:00"), []),
    Case("in other words", kids, nights, edited: (kids, "kids off daily 9pm–7am"), []),
    Case("on Sundays", kids, nights, edited: (kids, "\(nights), kids on sun"), ["kids +36h off held → on free"]),
    Case(
      "without its guard", kids, nights, edited: ("kids: {wifi: [K]}", "kids off 22:00–07:00"),
      ["kids +9h off held → on free"]),
    Case("with a guard that is new", "kids: {wifi: [K]}", nights, edited: (kids, "kids off 22:00–07:00"), []),
    Case("gone", kids, nights, edited: ("tv: {wifi: [T]}", "tv off"), ["kids +9h off held → leave leftAlone"]),
    Case("stricter", kids, nights, edited: (enforced("strict"), nights), []),
    Case("yielding", kids, nights, edited: (enforced("yield"), nights), ["kids +9h off held → off yielding"]),
    Case(
      "watched", enforced("yield"), nights, edited: (enforced("observe"), nights),
      ["kids +9h off yielding → off leftAlone"]),
    Case("watched no more", enforced("observe"), nights, edited: (enforced("yield"), "kids off"), []),
    Case(
      "pauses by hand", "p: {enforcement: strict, \(guarding)}", "p active", edited: ("p: {\(guarding)}", "p active"),
      ["p +0h active held → active heldButForPauses"]),
    Case(
      "the pause of another target", sites, "sites off", edited: (sites, "sites off, pause p sat"),
      ["sites +12h off held → off free by p"]),
    Case(
      "on the last day", kids, "kids off 2099-12-31", edited: (kids, "kids off 2099-12-30"),
      ["kids +640884h off held → on free"]),
    Case("after the last day", kids, "kids off 2100-01-01", edited: (kids, "kids off 2100-01-02"), []),
  ]

  private static func enforced(_ enforcement: String) -> String {
    "kids: {wifi: [K], enforcement: \(enforcement), \(guarding)}"
  }

  @Test(arguments: overriding + carrying + edits) func isFound(_ example: Case) throws {
    let before = try Self.policy(example.before.targets, example.before.statements)
    let after = try Self.policy(example.after.targets, example.after.statements)
    #expect(
      Self.found(Self.overlay(before, example.overrides.before), Self.overlay(after, example.overrides.after))
        == example.found)
  }

  /// In winter the same night, in summer one that ends an hour earlier: at 05:00 UTC of 28 March.
  @Test func inAnotherZone() throws {
    let before = try Self.policy(Self.kids, "kids off 20:00–06:00")
    let after = try Self.policy(Self.kids, Self.nights, zone: "Europe/Berlin")
    #expect(Self.found(Self.overlay(before, []), Self.overlay(after, [])) == ["kids +3065h off held → on free"])
  }

  /// A Pi-hole that nothing in the file names is managed while an override names it.
  @Test func ofWhatNothingNames() throws {
    let policy = try Self.policy("\(Self.kids), p: {\(Self.guarding)}", Self.nights)
    let activated = policy.activating { $0.name.text == "p" }
    let overlays = (Self.overlay(policy, []), Self.overlay(activated, ["p paused 1–2"]))
    #expect(Self.found(overlays.0, overlays.1) == ["p +1h leave leftAlone → paused free"])
    #expect(Self.found(overlays.1, overlays.0) == ["p +0h active heldButForPauses → leave leftAlone"])
  }

  // MARK: -

  /// 2026-11-20 12:00.
  private static let now = Instant(secondsSinceEpoch: 1_795_176_000)

  private static func policy(_ targets: String, _ statements: String, zone: String = "UTC") throws -> Policy {
    let decoded = try DecodedPolicy(
      """
      timezone: \(zone)
      people: {anna: {}}
      systems:
        g: {kind: unifi, url: https://g.example, api-key: {env: KEY}}
        p: {kind: pihole, url: https://p.example}
        q: {kind: pihole, url: https://q.example}
        house: {kind: pretend-house, url: http://192.168.1.9}
      targets: {\(targets.replacing("domains:", with: "system: p, domains:"))}
      policy: [\(statements)]
      """, kinds: .withPretendHouse)
    return try #require(decoded.policy, "\(decoded.lines())")
  }

  private static func overlay(_ policy: Policy, _ overrides: [String]) -> Overlay {
    Overlay(
      Evaluator(policy), of: policy,
      overrides: overrides.enumerated().map { number, text in
        let words = text.split(separator: " ")
        let hours = words[2].split(separator: "–").compactMap { Int64($0) }
        return Override(
          id: String(number + 1), target: Name(String(words[0])), state: policy.kinds.state(String(words[1])) ?? .leave,
          from: now + hours[0] * 3_600, until: now + hours[1] * 3_600, because: nil, by: "me")
      })
  }

  /// `kids +9h off held → on free`
  private static func found(_ before: Overlay, _ after: Overlay) -> [String] {
    Loosening.between(before, after, from: now).map { loosening in
      let carrier = loosening.after.carrier.map { " by \($0)" } ?? ""
      return
        "\(loosening.target) +\((loosening.at - now) / 3_600)h \(loosening.before.state) \(loosening.before.freedom)"
        + " → \(loosening.after.state) \(loosening.after.freedom)\(carrier)"
    }
  }
}
