import CivilTime
import Documents
package import Planning
import Policies
import Providers

/// The words for one action of a report. Nothing here is escaped.
struct ActionText {
  let entry: ActionEntry
  private let policy: Policy
  private let moments: Moments

  init(_ entry: ActionEntry, _ policy: Policy, _ moments: Moments) {
    self.entry = entry
    self.policy = policy
    self.moments = moments
  }

  /// The sign in the first column.
  var mark: EntryText.Mark {
    if entry.isTrouble { return .problem }
    if case .calledOff? = entry.outcome { return .leftAlone }
    return entry.outcome == nil ? .change : .applied
  }

  /// `door.open done, due 06:45`
  var line: String { Self.line(entry, moments) }

  /// The same where the policy is not at hand.
  static func line(_ entry: ActionEntry, _ moments: Moments) -> String {
    "\(entry.due.action.name) \(deed(entry, moments)), due \(moments.short(entry.due.key.at))"
  }

  /// `it is tried again until 21:10`, of what was not done; nil for anything else.
  var afterwards: String? { entry.afterwards(moments) }

  /// `policy-3, line 12`; nil where no line wants it any more.
  var decider: String? {
    guard let edge = entry.due.edge else { return nil }
    return Verdict.Decider.edge(edge).name(policy)
  }

  private static func deed(_ entry: ActionEntry, _ moments: Moments) -> String {
    switch (entry.due.standing, entry.outcome) {
    case (.missed, _): "missed"
    case (.interrupted, _), (.due, .unknown?): "may have been done"
    case (.due, .done?): entry.isAssumed ? "sent, not confirmed" : "done"
    case (.due, .stuck?): "stuck"
    case (.due, .unverified?): "sent, but not confirmed"
    case (.due, .notDone?), (.due, .refused?): "not done"
    case (.due, .calledOff?): "called off"
    case (.due, nil): "to be done until \(moments.short(entry.due.until))"
    }
  }
}

extension ActionEntry {
  /// Whether what was not done is tried again, and until when; nil for anything else.
  package func afterwards(_ moments: Moments) -> String? {
    switch (due.standing, outcome) {
    case (.due, .notDone?) where due.until > moments.now: "it is tried again until \(moments.short(due.until))"
    case (.due, .notDone?), (.due, .refused?): "it is not tried again"
    default: nil
    }
  }
}
