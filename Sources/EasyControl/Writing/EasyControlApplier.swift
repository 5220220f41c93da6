import CivilTime
import Documents
import HTTPTransport
import Policies
import Providers

/// Moves entities of a guest pass: looks, does the one action that moves it, and looks until the state is there.
///
/// A success says that the device's call was made, not that it moved: the state does. After a lost answer nothing is sent
/// again. What the server has surely not done for want of a fresh nonce is sent once more, and no more often.
struct EasyControlApplier: Applier {
  private let call: ActionCall
  private let looking: Looking
  private let now: @Sendable () -> Instant

  init(
    client: EasyControlClient, write transport: any WriteTransport, sleep: @escaping Sleep,
    now: @escaping @Sendable () -> Instant
  ) {
    self.now = now
    call = ActionCall(client: client, transport: transport)
    looking = Looking(client: client, sleep: sleep)
  }

  /// A few, so that a slow gate holds up nobody, within the limit for readings.
  var changesAtOnce: Int { 4 }

  /// To hang up would cancel the call half way, and leave a door there; a lamp is on or off all the same.
  func patience(for change: Change) -> Duration { ActionCall.patience(moving: change.kind) }

  /// Brings the entity that `change` names to where it is to be.
  func apply(_ change: Change) async throws(ProviderError) -> Outcome { try await apply(change) {} }

  /// The same; `begin` is asked directly before the action is sent.
  func apply(
    _ change: Change, begin: @Sendable () throws(ProviderError) -> Void
  ) async throws(ProviderError) -> Outcome {
    guard let id = change.id, let isOn = change.to.position.asSwitch else {
      return .failed(EasyControlMessages.noSuchSwitch(change))
    }
    guard let (before, hasMoved) = try await looking.settled(id) else {
      return .superseded(EasyControlMessages.gone(id))
    }
    let goal: EntityCondition = isOn ? .on : .off
    if let stop = decide(before, goal, change, hasMoved: hasMoved) { return stop }
    let action = isOn ? before.domain.on : before.domain.off
    if before.lacks(action) { return .failed(EasyControlMessages.cannot(action.name)) }
    let commit = { @Sendable () throws(ProviderError) in
      try begin()
      try change.checkTime(at: now())
    }
    var answer = try await call.perform(action.name, on: id, commit: commit)
    if case .refused(_, passes: true) = answer {
      answer = try await call.perform(action.name, on: id, commit: commit)
    }
    return try await outcome(of: answer, id, goal)
  }

  /// What there is to say before anything was sent; nil where it is to be sent. What still moves after a minute is told
  /// all the same: where a client hung up half way, an entity says that it moves until the next action (measured).
  private func decide(
    _ before: EntityState, _ goal: EntityCondition, _ change: Change, hasMoved: Bool
  ) -> Outcome? {
    if before.condition == goal {
      return hasMoved ? .applied([EasyControlMessages.onItsWay]) : .superseded(EasyControlMessages.already)
    }
    switch before.condition {
    case .unknown(let word): return .failed(EasyControlMessages.notKnown(word))
    case .stuck: return change.from.position == .unknown ? nil : .superseded(EasyControlMessages.changedMeanwhile)
    case .on, .off, .moving: return nil
    }
  }

  private func outcome(
    of answer: ActionCall.Answer, _ id: String, _ goal: EntityCondition
  ) async throws(ProviderError) -> Outcome {
    let doubt: String?
    switch answer {
    case .done: doubt = nil
    case .unknown(let reason): doubt = reason
    case .refused(let message, _): return .failed(message)
    case .failed(let error): throw error
    }
    switch await looking.await(id, at: goal, inDoubt: doubt != nil) {
    case .there: return .applied(doubt.map { [EasyControlMessages.doneAllTheSame($0)] } ?? [])
    case .stuck(let word): return .stuck(EasyControlMessages.stuck(word))
    case .elsewhere(let condition): return .unverified(EasyControlMessages.notThere(condition, doubt))
    case .unseen(let reason): return .unverified(EasyControlMessages.notReadBack(reason, doubt))
    }
  }
}
