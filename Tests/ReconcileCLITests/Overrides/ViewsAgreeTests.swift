import CivilTime
import JSONTree
import Policies
import StateStore
import TestSupport
import Testing

@testable import Presentation

/// `next`, `explain`, `timeline`, and the next change of a plan and of an apply are one truth: that of a definition which
/// asks, for every single minute, which line and which override hold.
@Suite struct ViewsAgreeTests {
  @Test("random policies, and random overrides in the course of an evening", arguments: 0..<16)
  func agree(seed: UInt64) throws {
    var evening = Evening(seed: seed)
    for _ in 0..<2 {
      for _ in 0..<6 { evening.deed() }
      try evening.check()
    }
  }

  /// What the deeds above come to: without overrides that hold, wait, are over, or count for another file the law is idle.
  @Test func itHasSomethingToSay() throws {
    var sorts: [String: Int] = [:]
    for seed in UInt64(0)..<24 {
      var evening = Evening(seed: seed)
      for _ in 0..<12 { evening.deed() }
      for override in try evening.overrides() {
        let time = override.until <= override.from ? "never" : override.from > evening.now ? "later" : "now or before"
        for sort in [time, override.kind.rawValue, override.target.text == "both" ? "group" : "one"] {
          sorts[sort, default: 0] += 1
        }
        if evening.foreign.contains(override.id) { sorts["foreign", default: 0] += 1 }
        if override.until == evening.now { sorts["ended", default: 0] += 1 }
      }
    }
    for sort in ["never", "later", "now or before", "override", "more", "lock", "group", "one", "foreign"] {
      #expect(sorts[sort, default: 0] > 4, "\(sort): \(sorts)")
    }
  }
}

/// A household, its policy, and what people do in the course of an evening; all times are whole minutes.
private struct Evening {
  private var random: SplitMix64
  private var world: TestWorld
  private let lines: [Line]
  private let otherwise: [String: String]
  /// The overrides that were made for the other file.
  private(set) var foreign: Set<String> = []
  /// What was done, for who has to find out.
  private var story: [String] = []

  /// Minutes since the first instant of Monday, 16 November 2026 in Berlin, which has no clock change in this month.
  private static let monday = Instant(secondsSinceEpoch: 1_794_783_600)
  private static let leaves = ["kids", "pad", "pihole"]
  /// How far the views look.
  private static let hours = 60

  /// One line of the policy: which of the days, and from which minute to which, which is on the next day unless it is
  /// the later one.
  struct Line {
    var target: String
    var state: String
    /// From Monday on, 0 to 6.
    var days: Set<Int>
    var start: Int
    var end: Int

    func holds(at minute: Int) -> Bool {
      let (day, time) = (minute / 1_440 % 7, minute % 1_440)
      if start < end { return days.contains(day) && start <= time && time < end }
      return days.contains(day) && time >= start || days.contains((day + 6) % 7) && time < end
    }

    var text: String {
      let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
      let days = names.indices.filter(self.days.contains).map { names[$0] }.joined(separator: ", ")
      return "  - \(target) \(state) \(days) \(clock(start))–\(clock(end))\n"
    }
  }

  var now: Instant { world.now }

  init(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    otherwise = [
      "kids": random.pick(["on", "on", "off", "leave"]), "pad": random.pick(["on", "leave"]),
      "pihole": random.pick(["active", "leave"]),
    ]
    // A Pi-hole that no line names is shown only while an override names it.
    let pause = Line(target: "pihole", state: "paused", days: [0, 4, 5], start: 1_310, end: 95)
    lines =
      [pause]
      + (0..<3 + random.int(in: 0..<4)).map { _ in
        let target = random.pick(["kids", "kids", "pad", "both", "pihole"])
        let start = 5 * random.int(in: 0..<288)
        return Line(
          target: target, state: random.pick(target == "pihole" ? ["paused", "active"] : ["off", "off", "on"]),
          days: Set((0..<7).filter { $0 == 4 || !random.oneIn(3) }), start: start,
          end: (start + 5 * (1 + random.int(in: 0..<280))) % 1_440)
      }
    let text = Self.head(otherwise) + lines.map(\.text).joined()
    world = PretendHousehold().world(policy: text)
    world.files["other.yaml"] = text + "  - kids off 04:00–04:05\n"
    world.now = Instant(secondsSinceEpoch: 1_795_204_800)
    self.random = random
  }

  private static func head(_ otherwise: [String: String]) -> String {
    """
    timezone: Europe/Berlin
    systems:
      gateway: {kind: unifi, url: https://192.168.1.1, api-key: {credential: unifi-api-key}}
      pihole: {kind: pihole, url: http://192.168.1.2, password: {credential: pihole-password}}
    targets:
      kids: {acl-rules: [Downtime-KidsRoom], otherwise: \(otherwise["kids"] ?? "")}
      pad: {acl-rules: [Downtime-iPad], otherwise: \(otherwise["pad"] ?? "")}
      pihole: {otherwise: \(otherwise["pihole"] ?? "")}
      both: {targets: [kids, pad]}
    policy:

    """
  }

  // MARK: - What people do

  mutating func deed() {
    let minutes = 1 + random.int(in: 0..<600)
    let target = random.pick(["kids", "pad", "both", "pihole"])
    let state = random.pick(target == "pihole" ? ["paused", "active"] : ["on", "off"])
    let isForOther = random.oneIn(5)
    let file = isForOther ? "other.yaml" : "household.yaml"
    let known = (try? overrides().map(\.id)) ?? []
    let id = known.isEmpty ? "1" : random.pick(known)
    let start = random.oneIn(2) ? [] : ["--from", "+\(random.int(in: 0..<2_000))m"]
    var words: [String]
    switch random.int(in: 0..<12) {
    case 0..<5: words = ["override", target, state] + start + ["--for", "\(minutes)m"]
    case 5, 6: words = ["lock", target == "pihole" ? "kids" : target] + start + ["--for", "\(minutes)m"]
    case 7: words = ["more", target == "pihole" ? "both" : target, "\(minutes)m"]
    case 8: words = ["override", "end", random.oneIn(6) ? "all" : id]
    case 9: words = ["override", "extend", id, "--for", "\(minutes)m"]
    case 10: words = ["apply"]
    default: words = ["override", "end", target]
    }
    words += ["--policy", file]
    let run = world.run(words)
    story.append(words.joined(separator: " ") + " → \(run.status)")
    let made = ((try? overrides().map(\.id)) ?? []).filter { !known.contains($0) }
    if isForOther { foreign.formUnion(made) }
    if random.oneIn(2) { pass(random.int(in: 0..<400)) }
  }

  private mutating func pass(_ minutes: Int) {
    world.now = world.now + 60 * Int64(minutes)
    story.append("\(minutes) minutes later")
  }

  func overrides() throws -> [Override] { try StateStore(reading: world.state.path)?.overrides() ?? [] }

  // MARK: - The second definition

  /// What holds for one target at one minute, and the number of the override that decides.
  private struct Held: Equatable {
    var state: String
    var override: String?
  }

  private func held(_ target: String, at minute: Int, _ overrides: [Override]) -> Held {
    let instant = Self.monday + 60 * Int64(minute)
    let isAbout = { (name: String) in name == target || name == "both" && target != "pihole" }
    let newest = overrides.filter { override in
      isAbout(override.target.text) && override.from <= instant && instant < override.until
    }.max { (Int($0.id) ?? 0) < (Int($1.id) ?? 0) }
    if let newest { return Held(state: newest.state.rawValue, override: newest.id) }
    let line = lines.last { isAbout($0.target) && $0.holds(at: minute) }
    return Held(state: line?.state ?? otherwise[target] ?? "", override: nil)
  }

  /// One change of one target.
  private struct Step: Hashable {
    var minute: Int
    var target: String
    var from: String
    var to: String
  }

  // MARK: - What is said

  mutating func check() throws {
    let overrides = try overrides().filter { !foreign.contains($0.id) }
    let first = Int(world.now - Self.monday) / 60
    let range = first..<first + 60 * Self.hours
    var held: [String: [Held]] = [:]
    var steps: [Step] = []
    for target in Self.leaves {
      let states = range.map { self.held(target, at: $0, overrides) }
      held[target] = states
      for place in states.indices.dropFirst() where states[place].state != states[place - 1].state {
        steps.append(
          Step(minute: first + place, target: target, from: states[place - 1].state, to: states[place].state))
      }
    }
    let told = story.joined(separator: "\n") + "\n\(overrides)\n\(world.files["household.yaml"] ?? "")"
    try checkTimeline(held, range, told)
    try checkNext(steps, told)
    for place in [0, 1, random.int(in: 2..<600), random.int(in: 600..<range.count)] {
      try checkExplanation(held, steps, place, range, told)
    }
    try checkPlan(steps, range, told)
  }

  private func checkTimeline(_ held: [String: [Held]], _ range: Range<Int>, _ told: String) throws {
    let json = try json("timeline", "--from", "now", "--to", "+\(Self.hours)h")
    for timeline in json["targets"]?.elements ?? [] {
      let expected = try #require(held[timeline["target"]?.string ?? ""], "\(told)")
      var found: [Held] = []
      for interval in timeline["intervals"]?.elements ?? [] {
        let decider = interval["decidedBy"]?.string ?? ""
        let override = decider.hasPrefix("override:") ? String(decider.dropFirst(9)) : nil
        let length = try minute(interval["to"]) - (try minute(interval["from"]))
        found += Array(repeating: Held(state: interval["state"]?.string ?? "", override: override), count: length)
      }
      let odd = zip(found, expected).enumerated().first { $0.element.0 != $0.element.1 }
      #expect(odd == nil && found.count == expected.count, "timeline \(String(describing: odd)) \(told)")
    }
    #expect(json["targets"]?.elements?.count == held.count)
  }

  private func checkNext(_ steps: [Step], _ told: String) throws {
    for hours in [Self.hours, 7] {
      let json = try json("next", "--hours", "\(hours)")
      let end = try minute(json["to"])
      let changes = Set(try (json["changes"]?.elements ?? []).map(step))
      #expect(changes == Set(steps.filter { $0.minute < end }), "next --hours \(hours): \(told)")
      guard hours < Self.hours, let next = steps.map(\.minute).filter({ $0 >= end }).min() else { continue }
      let later = Set(try (json["later"]?.elements ?? []).map(step))
      #expect(later == Set(steps.filter { $0.minute == next }), "later: \(told)")
    }
  }

  private func checkExplanation(
    _ held: [String: [Held]], _ steps: [Step], _ place: Int, _ range: Range<Int>, _ told: String
  ) throws {
    let at = range.lowerBound + place
    let json = try json("explain", "--at", "+\(place)m")
    for explanation in json["targets"]?.elements ?? [] {
      let target = explanation["target"]?.string ?? ""
      let next = steps.filter { $0.target == target && $0.minute > at }.min { $0.minute < $1.minute }
      #expect(explanation["state"]?.string == held[target]?[place].state, "\(target) at \(at): \(told)")
      guard let next else { continue }
      #expect(try minute(explanation["until"]) == next.minute, "\(target) at \(at): \(told)")
      #expect(explanation["next"]?["state"]?.string == next.to)
      #expect(try minute(explanation["next"]?["at"]) == next.minute)
    }
    #expect(json["targets"]?.elements?.count == held.count)
  }

  private func checkPlan(_ steps: [Step], _ range: Range<Int>, _ told: String) throws {
    guard let next = steps.map(\.minute).min() else {
      for command in ["plan", "apply"] {
        let later = try json(command)["nextChange"].map(minute)
        #expect(later.map { $0 >= range.upperBound } != false, "\(command): \(told)")
      }
      return
    }
    let targets = Self.leaves.filter { target in steps.contains { $0.minute == next && $0.target == target } }
    let said = "Next change: \(clock(next % 1_440))"
    for command in ["plan", "apply"] {
      #expect(try minute(json(command)["nextChange"]) == next, "\(command): \(told)")
      let text = world.run(command, "--policy", "household.yaml").output
      let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      let line = words.split(separator: "Next change: ").last.map(String.init) ?? ""
      #expect(words.contains("Next change: ") && line.contains(clock(next % 1_440)), "\(said): \(text)\n\(told)")
      #expect(line.contains("(\(targets.joined(separator: ", ")))"), "\(targets): \(text)\n\(told)")
    }
  }

  // MARK: - Reading

  private func json(_ words: String...) throws -> JSON {
    let run = world.run(words + ["--policy", "household.yaml", "--format", "json"])
    return try JSON(parsing: Array(run.output.utf8))
  }

  private func step(_ change: JSON) throws -> Step {
    Step(
      minute: try minute(change["at"]), target: change["target"]?.string ?? "", from: change["from"]?.string ?? "",
      to: change["to"]?.string ?? "")
  }

  private func minute(_ json: JSON?) throws -> Int {
    let text = try #require(json?.string, "\(story)")
    return Int(try Instant(text, in: .utc) - Self.monday) / 60
  }
}

/// `07:05`.
private func clock(_ minute: Int) -> String { "\(twoDigits(minute / 60)):\(twoDigits(minute % 60))" }
