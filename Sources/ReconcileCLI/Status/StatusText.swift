import Approvals
import CivilTime
import Controller
import Documents
import Overrides
import Planning
import Policies
import Presentation
import StateStore
import Text

/// How the household is, for a terminal: ten lines on one of 80 columns, however large the household.
struct StatusText {
  private let status: HouseholdStatus
  private let moments: Moments
  private let style: Style

  init(_ status: HouseholdStatus, _ style: Style) {
    self.status = status
    self.style = style
    moments = Moments(zone: status.policy.zone, now: status.now)
  }

  /// A narrow screen takes two lines for one.
  private var most: Int { style.width < 60 ? 16 : 10 }
  /// So many lines tell of targets at least, where there are as many.
  private static let leastTargets = 2

  /// All of it, ending in a line feed.
  var text: String {
    let head = style.wrapped(
      [status.policy.path, status.policy.zone.name, moments.full].map(\.escaped).joined(separator: " · "), indent: "",
      following: "  ")
    let framed = head + upkeep + next
    let room = max(most - framed.count, Self.leastTargets + 1)
    let targets = self.targets
    let forTargets = min(Self.leastTargets, max(targets.count, 1))
    let all = self.notes
    let notes = fit(all.map(\.lines), into: room - forTargets) { left in
      let hasAll = all[left.startIndex...].allSatisfy(\.isInPlan)
      // The first of those that are left is the gravest.
      return note(all[left.startIndex].mark, StatusMessages.moreNotes(left.count, planHasAll: hasAll))
    }
    let rows = fit(targets.map(\.lines), into: max(room - notes.count, forTargets)) { left in
      style.wrapped(more(targets.suffix(left.count)), indent: "  ")
    }
    let shown = targets.isEmpty ? [StatusMessages.noTargets] : rows
    return (head + upkeep + shown + notes + next).joined(separator: "\n") + "\n"
  }

  // MARK: What runs it, and what comes next

  private var upkeep: [String] {
    let canMark = status.unwritable?.kind != .readOnlyDisk
    let sentence = StatusMessages.upkeep(status.upkeep, lastLook: status.lastLook, canMark: canMark, moments)
    let error = status.stateError.map { " " + $0.message.capitalizedFirst + "." } ?? ""
    // Which of two was followed last says nothing where they take turns. To a third one it does.
    let other = status.takesTurns ? "" : status.otherPolicy.map { " " + StatusMessages.otherPolicy($0) } ?? ""
    let lines = style.wrapped((sentence + error + other).escaped, indent: "", following: "  ")
    let isWell = status.upkeep.standing == .running && status.otherPolicy == nil
    // A command on a line of its own, however long: what is broken into two cannot be copied.
    let remedy = StatusMessages.remedy(status.upkeep, status.enabling) ?? status.stateError?.hint
    return (isWell ? lines : lines.map { style.bad($0) }) + (remedy.map { [style.faint("  " + $0.escaped)] } ?? [])
  }

  private var next: [String] {
    let due = status.open.map { open in
      "\(open.due.key.target), due \(moments.short(open.due.key.at))\(open.unless(moments))"
    }
    if !due.isEmpty { return sentence(StatusMessages.next(StatusMessages.nextRun, due)) }
    guard let first = status.next.first else { return [StatusMessages.noNext(status.now)] }
    let targets = status.next.map { change in change.target.text + (change.to == .runs ? unless(change.target) : "") }
    return sentence(StatusMessages.next(moments.short(first.at), targets))
  }

  private func sentence(_ text: String) -> [String] { style.wrapped(text.escaped, indent: "", following: "  ") }

  /// `, unless it opens what 'front' has: locked until 20:10`, of what runs next; empty where nothing keeps it from that.
  private func unless(_ target: Name) -> String {
    let keeper = status.actions.first { $0.target == target }?.first?.keeper
    return keeper.map { ", unless " + $0.words(moments) } ?? ""
  }

  // MARK: What holds

  private struct Row {
    var state: String
    var lines: [String]
  }

  /// What the next run does first, then what people decided, and what that calls off: it is what somebody asks about.
  private var targets: [Row] {
    let width = (status.targets.map(\.target.text) + status.actions.map(\.target.text)).map(displayWidth).max() ?? 0
    let overridden = status.targets.filter { $0.override != nil }
    let scheduled = status.targets.filter { $0.override == nil }
    let due = Set(status.open.map { $0.due.key.target })
    let actions = status.actions.filter { !due.contains($0.target) }
    var rows = status.open.map { row($0, width) }
    rows += overridden.map { row($0, width) }
    rows += actions.filter { $0.first?.keeper != nil }.map { row($0, width) }
    rows += scheduled.map { row($0, width) }
    rows += actions.filter { $0.first?.keeper == nil }.map { row($0, width) }
    return rows
  }

  private func row(_ explanation: Explanation, _ width: Int) -> Row {
    let verdict = explanation.verdict
    let until = verdict.until.map { " until \(moments.short($0))" } ?? ""
    let back = verdict.putBackAt == nil ? "" : ", then \(status.policy.putBackWords(explanation.target))"
    let why =
      explanation.override.map { "\($0.name) by \($0.by)" + ($0.because.map { " (\($0))" } ?? "") }
      ?? verdict.decidedBy.name(status.policy)
    let isDoubtful = verdict.state != .leave && status.troubled.contains(explanation.target)
    let state = isDoubtful ? StatusMessages.shouldBe(verdict.state.inWords) : verdict.state.inWords
    let unsure = status.unsure[explanation.target] ?? ""
    return row(
      explanation.target, state,
      state + until + back + (unsure.isEmpty ? "" : ", \(unsure)") + " · " + why + moved(explanation), width)
  }

  /// ` · override 3 from 21:00`, where that is yet to begin and is why the state ends later.
  private func moved(_ explanation: Explanation) -> String {
    explanation.movedBy.filter { $0.from > status.now }
      .map { " · \($0.name) from \(moments.short($0.from))" }.joined()
  }

  private func row(_ action: ActionExplanation, _ width: Int) -> Row {
    guard let first = action.first else { return row(action.target, "never runs", "never runs", width) }
    let why = Verdict.Decider.edge(first.edge).name(status.policy)
    let unless = unless(action.target)
    let state = unless.isEmpty ? "run at a time" : "may be called off"
    return row(action.target, state, "runs \(moments.short(first.at))\(unless) · \(why)", width)
  }

  private func row(_ open: OpenAction, _ width: Int) -> Row {
    let why = open.due.edge.map { " · " + Verdict.Decider.edge($0).name(status.policy) } ?? ""
    return row(
      open.due.key.target, "due",
      "due \(moments.short(open.due.key.at)), \(open.words(moments))\(open.unless(moments))\(why)", width)
  }

  private func row(_ target: Name, _ state: String, _ text: String, _ width: Int) -> Row {
    Row(
      state: state,
      lines: style.wrapped(text.escaped, indent: "  " + padded(target.text, to: width) + "  ", following: "    "))
  }

  private func more(_ rows: ArraySlice<Row>) -> String {
    var counts: [(state: String, count: Int)] = []
    for row in rows {
      if let place = counts.firstIndex(where: { $0.state == row.state }) {
        counts[place].count += 1
      } else {
        counts.append((row.state, 1))
      }
    }
    return StatusMessages.moreTargets(counts)
  }

  // MARK: What is wrong, and who waits

  /// What is worth a line or two, what marks it, and whether a plan says it, too.
  private typealias Note = (mark: String, lines: [String], isInPlan: Bool)

  private var notes: [Note] {
    problems.map { ("! ", note("! ", $0.message.text).map { style.bad($0) }, $0.isInPlan) } + requests
      + status.warnings.map { ("~ ", note("~ ", words($0)), $0.isInPlan) }
  }

  /// What is wrong; that several targets name one object once, and not for each of them.
  private var problems: [Finding] {
    var told: Set<String> = []
    return status.problems.filter { problem in
      guard problem.message.code == Finding.twoTargetsCode else { return true }
      let name = problem.target.map { "\($0): " } ?? ""
      let text = problem.message.text
      return told.insert(text.hasPrefix(name) ? String(text.dropFirst(name.count)) : text).inserted
    }
  }

  /// Why, and what ends it where somebody is held for years; of what is left behind where it is, as two systems may have
  /// objects of one name.
  private func words(_ warning: Finding) -> String {
    let message = warning.message
    if message.code == StateMessages.madeAheadCode, let hint = message.hint { return "\(message.text); \(hint)" }
    guard message.code == LeftBehind.code, let system = warning.system, !message.text.holds("'\(system)'") else {
      return message.text
    }
    return "\(system): \(message.text)"
  }

  private var requests: [Note] {
    guard let first = status.requests.first else { return [] }
    if status.requests.count > 1 { return [("? ", note("? ", StatusMessages.requests(status.requests.count)), false)] }
    let request = StatusMessages.request(first.id, first.asker, RequestWords(first, moments).deed)
    return [("? ", note("? ", request), false)]
  }

  private func note(_ mark: String, _ text: String) -> [String] { style.wrapped(text.escaped, indent: mark) }

  /// As many of `blocks` as `count` lines hold; where not all do, what `rest` says of the others comes last.
  private func fit(_ blocks: [[String]], into count: Int, _ rest: (ArraySlice<[String]>) -> [String]) -> [String] {
    if blocks.reduce(0, { $0 + $1.count }) <= count { return blocks.flatMap(\.self) }
    var shown: [String] = []
    for (place, block) in blocks.enumerated() {
      let left = rest(blocks[place...])
      guard shown.count + block.count + left.count <= count else { return shown + left }
      shown += block
    }
    return shown
  }
}

extension String {
  /// With its first letter as a sentence begins.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension Finding {
  /// Whether a plan that is made now says it, too: not what a run refused to carry out, and nothing about files.
  fileprivate var isInPlan: Bool {
    !["plan.stale", "plan.too-many-changes"].contains(message.code) && !message.code.hasPrefix("run.")
      && !["action.not-done", "state.not-writable", "state.set-aside"].contains(message.code)
  }
}
