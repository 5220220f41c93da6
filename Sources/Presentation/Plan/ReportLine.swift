import Documents
import Planning
import Policies
import Providers
import Text

/// One object of a report, and the others that failed for the same reason.
struct ReportLine {
  var entry: PlanEntry
  var outcome: Outcome?
  /// Objects of the same system with which the same is wrong, in the order of the plan; they have no line of their own.
  var alike: [PlanEntry] = []

  /// A line, and what became of its change.
  init(_ entry: PlanEntry, _ outcome: Outcome?) {
    self.entry = entry
    self.outcome = outcome
  }

  /// What the others are called, at most `fewNames` of them, with their target where it is another one; then how many are
  /// not named. Nothing here is escaped.
  func namesOfAlike(_ labels: ObjectLabels) -> (names: [String], others: Int) {
    let names = alike.prefix(Self.fewNames).map { other in
      (other.target == entry.target ? "" : other.target.text + " ") + labels.label(other)
    }
    return (names, alike.count - names.count)
  }

  /// `and 4 more for the same reason: domain 'a.example', …`; nothing where it stands for itself alone. `escaped` is for
  /// their names.
  func others(_ labels: ObjectLabels, escaped: (String) -> String = { $0 }) -> String {
    guard !alike.isEmpty else { return "" }
    let (names, others) = namesOfAlike(labels)
    return "and \(alike.count) more for the same reason: " + names.map(escaped).joined(separator: ", ")
      + (others > 0 ? ", and \(others) others" : "")
  }

  private static let fewNames = 12

  /// Whether it could not be brought about, or must not be touched.
  var isTrouble: Bool {
    switch outcome {
    case .applied: false
    case .unverified, .superseded, .failed, .stuck, .skipped: true
    case nil: entry.action == .problem
    }
  }

  /// Why, without the object's own name; nil where nothing is wrong, or nobody says what.
  fileprivate var reason: Reason? {
    guard isTrouble else { return nil }
    let messages = outcome?.messages ?? entry.notes
    guard !messages.isEmpty else { return nil }
    return Reason(
      system: entry.system, word: outcome?.word,
      messages: messages.map { $0.about("'…'", insteadOf: entry.name.quoted) })
  }

  /// What is wrong with an object, whichever it is.
  fileprivate struct Reason: Hashable {
    var system: Name
    var word: String?
    var messages: [Message]
  }
}

/// The lines of a report, each told by its place in the plan: there may be thousands, and they are not copied.
struct ReportLines {
  /// Where those that have a line of their own are in the plan, in its order: every line, but of many failures on one
  /// system with one reason the first.
  let places: [Int]
  private let entries: [PlanEntry]
  /// What became of each line's change; empty where nothing was carried out.
  private let outcomes: [Outcome?]
  /// Where the others are that failed as the first did.
  private let alike: [Int: [Int]]
  private let owned: [Owner: [Int]]

  private struct Owner: Hashable {
    var system: Name
    var target: Name
  }

  /// So many failures are one line: two can be read.
  private static let many = 3

  /// The lines of `report`.
  init(_ report: Report) {
    entries = report.plan.entries
    outcomes = report.outcomes.isEmpty ? [] : report.entriesWithOutcomes.map(\.outcome)
    alike = Self.together(entries, outcomes)
    let others = Set(alike.values.joined())
    places = others.isEmpty ? Array(entries.indices) : entries.indices.filter { !others.contains($0) }
    owned = Self.owned(places, in: entries)
  }

  /// The line at `place` in the plan, with all that failed as it did.
  subscript(place: Int) -> ReportLine {
    var line = ReportLine(entries[place], outcome(at: place))
    if let others = alike[place] { line.alike = others.map { entries[$0] } }
    return line
  }

  /// Whether others failed as the line at `place` did.
  func standsForOthers(at place: Int) -> Bool { alike[place] != nil }

  /// What became of the change of the line at `place`.
  func outcome(at place: Int) -> Outcome? { outcomes.isEmpty ? nil : outcomes[place] }

  /// The targets that have lines on `system`: those of `policy` in its order, then those that it has no more.
  func targets(on system: Name, of policy: Policy) -> [Name] {
    let known = policy.targets.map(\.name)
    let gone = owned.keys.filter { $0.system == system }.map(\.target)
    return known + Set(gone).subtracting(known).sorted()
  }

  /// Where the lines of `target` on `system` are, in order.
  func places(of target: Name, on system: Name) -> [Int] { owned[Owner(system: system, target: target)] ?? [] }

  /// Those of a target follow each other in a plan, so that each run of them is looked up once.
  private static func owned(_ places: [Int], in entries: [PlanEntry]) -> [Owner: [Int]] {
    var owned: [Owner: [Int]] = [:]
    var rest = places[...]
    while let first = rest.first {
      let (target, system) = (entries[first].target, entries[first].system)
      let run = rest.prefix { entries[$0].target == target && entries[$0].system == system }
      owned[Owner(system: system, target: target), default: []] += run
      rest = rest.dropFirst(run.count)
    }
    return owned
  }

  /// The places of those that failed as another before them did, by the place of the first.
  private static func together(_ entries: [PlanEntry], _ outcomes: [Outcome?]) -> [Int: [Int]] {
    let reasons = entries.indices.compactMap { place in
      let outcome = outcomes.isEmpty ? nil : outcomes[place]
      guard outcome != nil || entries[place].action == .problem else { return nil as (Int, ReportLine.Reason)? }
      return ReportLine(entries[place], outcome).reason.map { (place, $0) }
    }
    guard reasons.count >= many else { return [:] }
    let groups = Dictionary(grouping: reasons, by: \.1).values.map { $0.map(\.0) }.filter { $0.count >= many }
    return Dictionary(uniqueKeysWithValues: groups.map { ($0[0], Array($0.dropFirst())) })
  }
}

extension Report {
  /// What could not be found on a system and no line of it says, those that differ only in their target together.
  func lost(on system: Name) -> [FindingTogether] {
    let problems = plan.problems.filter { $0.system == system }
    guard !problems.isEmpty else { return [] }
    let said = Set(plan.entries.lazy.filter { $0.system == system }.flatMap(\.notes))
    return problems.filter { !said.contains($0.message) }.together
  }
}

extension Message {
  /// The same with `name` instead of `other`.
  func about(_ name: String, insteadOf other: String) -> Message {
    Message(
      code: code, text.exchanging(other, for: name), hint: hint.map { $0.exchanging(other, for: name) })
  }
}
