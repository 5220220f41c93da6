import CivilTime
import Documents
import Planning
package import Policies
import Providers
import Text

/// What a program that stays tells of a run: a line for each change, and for each trouble that begins or ends.
package struct NewsText {
  private let news: RunNews
  private let policy: Policy
  private let style: Style
  private let hasPriorities: Bool
  private let moments: Moments
  private let labels: ObjectLabels
  /// Those that hold.
  private let overrides: [Override]
  /// How many targets are named as being in one state; the others are counted.
  static let mostTargets = 20

  /// `overrides` are those that hold. `hasPriorities`: every line begins with its priority, as sd-daemon(3) says, for the
  /// journal.
  package init(
    _ news: RunNews, policy: Policy, overrides: [Override] = [], style: Style, hasPriorities: Bool = false
  ) {
    self.news = news
    self.policy = policy
    self.overrides = overrides
    self.style = style
    self.hasPriorities = hasPriorities
    moments = Moments(zone: policy.zone, now: news.report.plan.now)
    labels = ObjectLabels(news.report.plan.entries)
  }

  /// All lines, each ending in a line feed.
  package var text: String {
    let ended = news.ended.compactMap { trouble in trouble.ends.map { Line(trouble, $0) } }
    let began = news.began.map { Line($0, $0.begins, isTrouble: true) }
    let lines = Line.together(ended + changes + began).map { line in
      let objects = line.objects.isEmpty ? "" : (style.fits ? " " : "  ") + line.objects
      return shown("\(time) \(line.text)\(objects)", isTrouble: line.isTrouble)
    }
    return (beginning + lines).joined()
  }

  // MARK: The beginning

  /// What is followed and what comes next, at the beginning; else the day where it is another one than that of the line
  /// before, or the zone is.
  private var beginning: [String] {
    let day = "\(local.date.weekday.shortName) \(local.date)"
    guard let before = news.toldBefore else {
      return [shown("Following \(policy.path) (\(policy.zone.name)) from \(day) \(time) on."), shown(standing)]
    }
    if news.isInOtherZone {
      return [shown("Times are those of \(policy.zone.name) from now on: it is \(day) \(time).")]
    }
    return policy.zone.local(before).date == local.date ? [] : [shown(day)]
  }

  /// `Wanted: kids, tv off; pihole paused. Next change: 22:00 (pihole).`
  private var standing: String {
    var states: [(state: TargetState, targets: [String])] = []
    for (target, verdict) in news.report.plan.wanted.map({ ($0.target.text, $0.verdict) }) {
      if let place = states.firstIndex(where: { $0.state == verdict.state }) {
        states[place].targets.append(target)
      } else {
        states.append((verdict.state, [target]))
      }
    }
    let words = states.map { $0.targets.listed(atMost: Self.mostTargets) + " \($0.state)" }.joined(separator: "; ")
    let next = news.report.plan.nextChange.map { "Next change: \($0.words(moments))." }
    return (words.isEmpty ? "" : "Wanted: \(words). ") + (next ?? "Nothing changes any more.")
  }

  private var local: LocalDateTime { policy.zone.local(moments.now) }

  /// To the minute: what is due is done within a second, and the rest does not matter to anybody.
  private var time: String {
    String(local.clockText.prefix(5)) + policy.zone.offsetNote(moments.now)
  }

  // MARK: Changes

  private var changes: [Line] {
    let report = news.report
    return report.entriesWithOutcomes.compactMap { entry, outcome in
      outcome?.isApplied == true ? change(entry, outcome) : nil
    }
      + report.actions.filter { !$0.isTrouble && $0.outcome != nil }.map { action in
        Line(subject: action.due.key.target.text, words: ActionText.line(action, moments))
      }
  }

  private func change(_ entry: PlanEntry, _ outcome: Outcome?) -> Line {
    let text = EntryText(entry, outcome: outcome, overrides: [], moments: moments)
    let positions = [entry.from?.position.rawValue, entry.to?.position.rawValue].compactMap(\.self)
    let words = text.lead.isEmpty ? positions.joined(separator: " → ") : text.lead
    let cause = cause(entry).map { ", \($0)" } ?? ""
    return Line(
      subject: entry.target.text, words: words + (entry.isUpdate ? ", updated" : "") + cause,
      found: [Line.Found(system: entry.system.text, object: labels.label(entry))])
  }

  /// Why, where that is not the schedule.
  private func cause(_ entry: PlanEntry) -> String? {
    switch entry.cause {
    case nil, .schedule, .firstRun: nil
    case .policy: "as the policy was edited"
    case .override: entry.verdict.override.map { "by \(name(ofOverride: $0))" } ?? "as an override is over"
    case .outside: "as somebody else had changed it"
    case .contended: "as somebody else keeps changing it"
    case .timerLost: "as its timer was gone"
    case .released: "as it was released"
    }
  }

  /// As lists call it.
  private func name(ofOverride id: String) -> String {
    overrides.first { $0.id == id }?.name ?? "override \(id)"
  }

  // MARK: Lines

  private func shown(_ line: String, isTrouble: Bool = false) -> String {
    let priority = hasPriorities ? (isTrouble ? "<4>" : "<6>") : ""
    let text = EscapedText.terminal(line)
    let lines = style.fits ? style.wrapped(text, indent: "", following: "      ") : [style.spelled(text)]
    return lines.map { priority + (isTrouble ? style.bad($0) : $0) + "\n" }.joined()
  }
}

/// One line, and what is named at its end.
private struct Line {
  var subjects: [String]
  var words: String
  var found: [Found] = []
  var isTrouble = false
  /// Whether other subjects may be told in the same line.
  var isReason = false
  /// What has to be the same in what one line tells.
  private var system: String?

  struct Found: Hashable {
    var system: String
    var object: String
  }

  /// So many objects, and so many subjects, are named: a line is to be read at a glance.
  private static let few = 4

  init(subject: String, words: String, found: [Found] = []) {
    (subjects, self.words, self.found) = ([subject], words, found)
  }

  init(_ trouble: Trouble, _ words: String, isTrouble: Bool = false) {
    let wanted = isTrouble ? trouble.wanted.map { " \($0)" } ?? "" : ""
    self.init(subject: trouble.subject + wanted, words: words)
    self.isTrouble = isTrouble
    // What was wrong with an object is not said again when it is over.
    isReason = trouble.isReason && (isTrouble || trouble.object == nil)
    system = trouble.system?.text
    if let system, let object = trouble.object { found = [Found(system: system, object: object)] }
  }

  /// `kids, tv and 3 more: acl-rule 'Downtime-iPad' not found`
  var text: String {
    // What begins with a colon of its own needs none before it.
    let hasColon = ["warning: ", "over: "].contains { words.hasPrefix($0) }
    return subjects.uniqued().listed(atMost: Self.few) + (isReason && !hasColon ? ": " : " ") + words
  }

  /// `(gateway: acl-rule 'Downtime-iPad', wifi 'Kids' and 3 more; pihole: group 'kids')`
  var objects: String {
    guard !found.isEmpty else { return "" }
    var systems: [(name: String, objects: [String])] = []
    for one in found.uniqued() {
      if systems.last?.name == one.system {
        systems[systems.count - 1].objects.append(one.object)
      } else {
        systems.append((one.system, [one.object]))
      }
    }
    return "(" + systems.map { "\($0.name): \($0.objects.listed(atMost: Self.few))" }.joined(separator: "; ") + ")"
  }

  /// Those that say the same of the same target as one, at the place of the first, and those that give the same reason
  /// for several targets of one system.
  static func together(_ lines: [Line]) -> [Line] {
    var places: [String: Int] = [:]
    var all: [Line] = []
    for line in lines {
      let about = line.isReason ? line.system ?? "" : line.subjects[0]
      let key = "\(line.isTrouble) \(line.isReason) \(about) \(line.words)"
      if line.isReason || !line.found.isEmpty, let place = places[key] {
        all[place].found += line.found
        all[place].subjects += line.subjects
      } else {
        places[key] = all.count
        all.append(line)
      }
    }
    return all
  }
}
