import CivilTime
import Documents
import Planning
import Policies
import Presentation
import Providers
import Text

/// A notification as a phone shows it: the most important line first.
struct NotificationText {
  /// All lines; never empty. Nothing in them ends a line.
  let lines: [String]
  /// By which clocks their times are told; nil where there is none in them. Who is away reads them by others.
  let zoneLine: String?
  /// Whether something is wrong.
  let isTrouble: Bool
  /// Whether it only tells of what is to come.
  let isAhead: Bool

  /// So many lines about failures, and so many bytes of each line: more than 4096 bytes in all ntfy makes a file of.
  static let mostFailures = 3
  static let mostLines = 14
  static let mostBytes = 240

  init(_ notification: Notification) {
    let moments = Moments(zone: notification.run.zone, now: notification.run.report.plan.now)
    let coming = Self.coming(notification.run.coming.filter { $0.doubt == nil }, moments)
    let changes = Self.changes(notification.toldChanges, moments)
    let acted = notification.run.report.actions.filter(\.isNews)
    func said(_ actions: [ActionEntry]) -> [String] {
      actions.map {
        "\($0.due.key.target) \($0.due.action.name): \(Self.word($0))" + Self.due($0, moments)
          + Self.reason($0, moments)
      }
    }
    let actions = said(acted.filter { !$0.isTrouble })
    let run = notification.run
    let undone =
      Self.coming(run.coming.filter { $0.doubt != nil }, moments) + said(acted.filter(\.isTrouble))
      + Self.failures(notification.tried) + (run.failures.refusal.map { ["nothing was changed: \($0.text)"] } ?? [])
    let unwell =
      Self.problems(notification.problems) + run.lostSentences
      + notification.stuck.map { "could not move: \($0)" }
    // What there may be many of comes last.
    let troubles = undone + unwell + run.contention.begun.map(\.sentence) + run.gone.sentences
    let ending = run.ends.sentences(moments)
    let back =
      notification.allOver.map(\.sentence) + notification.run.contention.over.map(Notification.contentionOver)
      + notification.run.back.map { "\($0) can be read again" }
    // A lock screen shows the first line; and what is cut off beyond the last one counts as told.
    let all = troubles + ending + coming + changes + actions + back
    let others = all.count - Self.mostLines
    let shown = all.prefix(Self.mostLines).map { $0.escapedAndCut(to: Self.mostBytes) }
    lines = shown + (others > 0 ? ["and \(others) more"] : [])
    let saysTimes =
      !run.coming.isEmpty || !ending.isEmpty
      || notification.toldChanges.contains { $0.outcome.isApplied && Self.saysEnd($0.entry) }
      || run.report.actions.contains { $0.isNews && $0.due.standing != .due }
    zoneLine = saysTimes ? "times of \(run.zone.name)" : nil
    isTrouble = !troubles.isEmpty
    isAhead = changes.isEmpty && actions.isEmpty && troubles.isEmpty && ending.isEmpty && back.isEmpty
  }

  /// What has one line alone is the body.
  var title: String { lines.count > 1 ? lines[0] : "reconcile" }
  var body: String { all.dropFirst(lines.count > 1 ? 1 : 0).joined(separator: "\n") }
  /// The lines, and by which clocks their times are told.
  var all: [String] { lines + [zoneLine].compactMap(\.self) }

  /// How ntfy is to show it.
  var fields: NtfyFields {
    if isTrouble { return NtfyFields(title: title, priority: "high", tag: "warning") }
    return NtfyFields(title: title, tag: isAhead ? "bell" : "house")
  }

  /// `done`; what nobody measures is not called just that.
  static func word(_ entry: ActionEntry) -> String { entry.word + (entry.isAssumed ? ", not confirmed" : "") }

  /// `, due 06:45`, where that was not now: of two missed ones each is told with its time.
  static func due(_ entry: ActionEntry, _ moments: Moments) -> String {
    entry.due.standing == .due ? "" : ", due \(moments.short(entry.due.key.at))"
  }

  /// `; the guest pass does not allow 'door.open'`, where it could not or was not to be done.
  private static func reason(_ entry: ActionEntry, _ moments: Moments) -> String {
    let isFailed = entry.isNewFailure || entry.due.standing == .missed && entry.due.failure != nil
    let afterwards = entry.afterwards(moments)
    guard isFailed || entry.isCalledOff || afterwards != nil else { return "" }
    return (entry.messages.map(\.text) + [afterwards].compactMap(\.self)).map { "; " + $0 }.joined()
  }

  /// `kids, tv off at 21:00, in 10 minutes`
  private static func coming(_ changes: [ComingChange], _ moments: Moments) -> [String] {
    let said = changes.map { change in
      let minutes = (change.at - moments.now + 59) / 60
      let until = minutes == 1 ? "1 minute" : "\(minutes) minutes"
      let doubt = change.doubt.map { "; but \($0)" } ?? ""
      return (change.target, "\(change.to) at \(moments.short(change.at)), in \(until)\(doubt)")
    }
    return grouped(said)
  }

  private static func saysEnd(_ entry: PlanEntry) -> Bool {
    entry.stateAfterOverride == nil && entry.verdict.until != nil
  }

  /// `kids off until 07:00`
  private static func changes(_ tried: [(entry: PlanEntry, outcome: Outcome)], _ moments: Moments) -> [String] {
    var seen: Set<String> = []
    let changes = tried.compactMap { entry, outcome -> (Name, String)? in
      guard case .applied = outcome else { return nil }
      let until = entry.verdict.until.map { " until " + moments.short($0) } ?? ""
      let why = entry.isPutRight ? " again, as somebody else had changed it" : ""
      let words =
        entry.stateAfterOverride.map { "\($0), as before the override" } ?? "\(entry.verdict.state)\(until)\(why)"
      let said = words + (outcome.isAssumed ? ", not confirmed" : "")
      return seen.insert("\(entry.target) \(said)").inserted ? (entry.target, said) : nil
    }
    return grouped(changes)
  }

  private static func failures(_ tried: [(entry: PlanEntry, outcome: Outcome)]) -> [String] {
    let failed = tried.compactMap { entry, outcome -> String? in
      guard let message = outcome.messages.first, !outcome.isApplied else { return nil }
      return "\(entry.target) not \(entry.verdict.state): \(message.text)"
    }
    let others = failed.count - mostFailures
    return failed.prefix(mostFailures) + (others > 0 ? ["and \(others) more not done"] : [])
  }

  private static func problems(_ problems: [TargetProblem]) -> [String] {
    let others = problems.count - mostFailures
    return problems.prefix(mostFailures).map(\.sentence)
      + (others > 0 ? ["and \(others) more that cannot be managed"] : [])
  }

  /// The targets of which the same is said, in one line.
  private static func grouped(_ said: [(target: Name, words: String)]) -> [String] {
    var lines: [(words: String, targets: [String])] = []
    for (target, words) in said {
      if let place = lines.firstIndex(where: { $0.words == words }) {
        lines[place].targets.append(target.text)
      } else {
        lines.append((words, [target.text]))
      }
    }
    return lines.map { $0.targets.joined(separator: ", ") + " " + $0.words }
  }
}
