import Documents
import PiHole
import Planning
import Policies
import Providers
import TestSupport
import UniFi

/// A policy and live systems with everything in them that can make a plan go wrong.
struct RandomHousehold {
  var targets: [(Target, Verdict)] = []
  var live: [String: [ObservedObject]] = [:]
  private var random: SplitMix64

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    live["gateway"] = consoleObjects()
    for system in ["pihole", "attic"] { live[system] = piHoleObjects() }
    targets = consoleTargets()
    for system in ["pihole", "attic"] { targets += piHoleTargets(on: system) }
  }

  func plan(refusing kind: ObjectKind? = nil) throws -> Plan {
    let unavailableKinds = kind.map { [$0: Message(code: "refused", "refused")] } ?? [:]
    return try Sample.plan(targets, live: live, unavailableKinds: unavailableKinds)
  }

  /// Whether a target on `system` names the entry, compared the slow way.
  func names(_ record: DomainRecord, on system: Name) -> Bool {
    targets.contains { target, _ in
      guard case .entries(system, _, let entries) = target.selector, entries.list == record.list else { return false }
      return record.spellings.contains { spelling in
        record.isRegex
          ? entries.regex.contains { $0.utf8.elementsEqual(spelling.utf8) }
          : entries.exact.contains { $0.lowercased() == spelling.lowercased() }
      }
    }
  }

  // MARK: - Live objects

  private static let sorry = Message(code: "obstacle", "sorry")
  private static let names = ["Kids", "kids", "Kids TV", "Guest", "Café", "Cafe\u{301}"]
  private static let exact = [
    ["youtube.com"], ["YouTube.com"], ["xn--mnchen-3ya.de", "münchen.de"], ["a.example"], ["a.example."],
    ["strasse.de"],
  ]
  private static let regex = ["a.c", "a.C", "\u{E9}$", "e\u{301}$", "youtube.com"]
  private static let comments = [
    nil, "reconcile:home", "reconcile:home", "see reconcile:home please", "reconcile:homes", "by hand",
  ]
  private static let memberships = [["Default"], ["Default"], ["kids"], ["Default", "kids"], []]

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  private mutating func chance(_ part: Int, of whole: Int) -> Bool { Int.random(in: 0..<whole, using: &random) < part }

  private mutating func position() -> SwitchState.Position { chance(1, of: 2) ? .enabled : .disabled }

  private mutating func consoleObjects() -> [ObservedObject] {
    (0..<Int.random(in: 0...9, using: &random)).map { index in
      let name = pick(Self.names)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: return Sample.wifi(name + " \(index)", position())
      case 1: return Sample.rule(name, position(), id: "rule-\(index)", userDefined: chance(4, of: 5))
      default:
        let hasID = chance(4, of: 5)
        return Sample.firewall(
          name, position(), id: hasID ? "policy-\(index)" : nil, blocks: chance(3, of: 4),
          schedule: chance(1, of: 3) ? "22:00–06:00" : nil, qualifier: "Zone \(index) → External",
          switchBlocker: hasID ? nil : Self.sorry)
      }
    }
  }

  private mutating func piHoleObjects() -> [ObservedObject] {
    var objects = [Sample.defaultGroup, Sample.group("kids", position(), number: 1)]
    if chance(1, of: 8) { objects.append(Sample.group("Kids", number: 2)) }
    objects += ["https://a.example/list?x=1", "https://b.example"].map { Sample.list($0, position()) }
    for list in [DomainEntries.List.deny, .allow] {
      for spellings in Self.exact where chance(1, of: 3) {
        objects.append(entry(spellings, list, regex: false))
      }
      for text in Self.regex where chance(1, of: 3) { objects.append(entry([text], list, regex: true)) }
    }
    return objects
  }

  private mutating func entry(_ spellings: [String], _ list: DomainEntries.List, regex: Bool) -> ObservedObject {
    var entry = Sample.entry(
      spellings[0], list: list, regex: regex, at: position(), groups: pick(Self.memberships),
      comment: pick(Self.comments))
    entry.record?.spellings = spellings
    return entry
  }

  // MARK: - Targets

  private mutating func verdict() -> Verdict { Sample.verdict(pick([.on, .off, .off, .leave])) }

  private mutating func enforcement() -> Enforcement { pick([.normal, .normal, .strict, .yield, .observe]) }

  private mutating func consoleTargets() -> [(Target, Verdict)] {
    (0..<5).map { index in
      let names = Sample.names([.pattern(pick(["Kids*", "*uest*", "caf?*"])), .name(pick(Self.names))])
      let selector: Selector =
        switch index % 3 {
        case 0: .aclRules(system: Name("gateway"), names)
        case 1: .firewallPolicies(system: Name("gateway"), names)
        default: .wifi(system: Name("gateway"), names)
        }
      return (Sample.target("c\(index)", selector, enforcement: enforcement()), verdict())
    }
  }

  private mutating func piHoleTargets(on system: String) -> [(Target, Verdict)] {
    var targets = (0..<3).map { index in
      let target = Sample.domains(
        "\(system)-d\(index)", wanted(from: ["youtube.com", "münchen.de", "a.example", "straße.de"]),
        regex: wanted(from: Self.regex), list: pick([.deny, .allow]),
        groups: chance(1, of: 8) ? ["kidz"] : pick([["Default"], ["default"], ["Kids", "Default"]]),
        prune: chance(1, of: 3), on: system, enforcement: enforcement())
      return (target, verdict())
    }
    let position: SwitchPosition = chance(1, of: 2) ? .enabled : .disabled
    let group = Sample.names([.name(pick(["kids", "Default"]))])
    let list = Sample.names([.pattern("https://*")])
    targets.append(
      (Sample.target("\(system)-g", .groups(system: Name(system), group, whenOff: position)), verdict()))
    targets.append((Sample.target("\(system)-l", .lists(system: Name(system), list, whenOff: position)), verdict()))
    return targets
  }

  private mutating func wanted(from texts: [String]) -> [String] { texts.filter { _ in chance(1, of: 2) } }
}
