public import Documents
public import Policies

/// Does what a system has no state for, such as ringing a bell or opening a gate: once, at a time.
public protocol ActionRunner: Sendable {
  /// Does `action`. Everything that can be asked before is asked first; `commit` is called directly before the one request
  /// that sets it off, with the object that this moves where that is known, and writes down for good that it may have been
  /// done from now on. It throws where that cannot be written, and then nothing is sent.
  ///
  /// Never sends that request twice by itself, whatever comes back. Throws where the whole system failed before it.
  func run(
    _ action: SelectorKind.Action, commit: @Sendable (_ moving: ObjectKey?) async throws(ProviderError) -> Void
  ) async throws(ProviderError) -> ActionOutcome

  /// For how long an action that has begun may hold up the end of a run, where it moves `object`; nil where nobody knows what
  /// it moves.
  func patience(moving object: ObjectKey?) -> Duration
}

/// What became of an action.
public enum ActionOutcome: Hashable, Sendable {
  /// The system says that it was done. The messages say what the user should know all the same.
  case done([Message])
  /// The system says that it was done, and its device that it failed to move.
  case stuck(Message)
  /// The system says that it was done, and the state that it should lead to did not show, or could not be read.
  case unverified(Message)
  /// It was surely not done, and why; what may pass is tried again within its time, also where a request was sent.
  case notDone(Message)
  /// A request was sent, and was surely refused for good: it is not sent again.
  case refused(Message)
  /// It was not done and is not to be done any more, as it would open what is to be shut; who keeps that shut.
  case calledOff(Message)
  /// The request was sent, and nobody knows what came of it.
  case unknown(Message)

  /// Whether its system only assumes that it was done: nobody measures it.
  public var isAssumed: Bool {
    if case .done(let messages) = self { messages.contains { $0.code == Outcome.assumedCode } } else { false }
  }
}
