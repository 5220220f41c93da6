public import Documents
public import Providers

/// An action in a report: what is due, and what became of it.
public struct ActionEntry: Hashable, Sendable {
  /// What has fallen due.
  public var due: DueAction
  /// What became of it; nil where nothing was tried, as in a plan.
  public var outcome: ActionOutcome?

  /// Whether it was not done, and no run has tried it in vain before.
  public var isNewFailure: Bool

  /// An action in a report.
  public init(_ due: DueAction, outcome: ActionOutcome? = nil, isNewFailure: Bool = false) {
    self.due = due
    self.outcome = outcome
    self.isNewFailure = isNewFailure
  }

  /// Whether it was sent, and its system only assumes that it was done.
  public var isAssumed: Bool { due.standing == .due && outcome?.isAssumed == true }

  /// Whether people are to hear of it: what is not done is tried again by every run in its time, and is told once.
  public var isNews: Bool { isSettled || isNewFailure }

  /// Whether something is wrong: it was not done, or nobody knows whether it led to anything.
  public var isTrouble: Bool {
    switch (due.standing, outcome) {
    case (.missed, _), (.interrupted, _), (.due, .stuck?), (.due, .unverified?), (.due, .notDone?),
      (.due, .refused?), (.due, .unknown?):
      true
    case (.due, .done?), (.due, .calledOff?), (.due, nil): false
    }
  }

  /// Whether it is not to be done, as it would open what is to be shut.
  public var isCalledOff: Bool { if case .calledOff? = outcome { due.standing == .due } else { false } }

  /// The word for it in JSON and in the history.
  public var word: String {
    switch (due.standing, outcome) {
    case (.missed, _): "missed"
    case (.interrupted, _), (.due, .unknown?): "unknown"
    case (.due, .done?): "done"
    case (.due, .stuck?): "stuck"
    case (.due, .unverified?): "unverified"
    case (.due, .notDone?): "not-done"
    case (.due, .refused?): "refused"
    case (.due, .calledOff?): "called-off"
    case (.due, nil): "due"
    }
  }

  /// What the user should know about it.
  public var messages: [Message] {
    switch (due.standing, outcome) {
    case (.missed, _): [due.failure.map(Messages.actionFailed) ?? Messages.actionMissed]
    case (.interrupted, _): [Messages.actionInterrupted]
    case (.due, .done(let messages)?): messages
    case (.due, .stuck(let message)?), (.due, .unverified(let message)?), (.due, .notDone(let message)?),
      (.due, .refused(let message)?), (.due, .calledOff(let message)?), (.due, .unknown(let message)?):
      [message]
    case (.due, nil): []
    }
  }

  /// Whether it is not to be tried again.
  public var isSettled: Bool {
    switch (due.standing, outcome) {
    case (.missed, _), (.interrupted, _), (.due, .done?), (.due, .stuck?), (.due, .unverified?),
      (.due, .refused?), (.due, .calledOff?), (.due, .unknown?):
      true
    case (.due, .notDone?), (.due, nil): false
    }
  }
}
