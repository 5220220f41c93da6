import CivilTime
import Documents
import HTTPTransport
import Policies
import Providers

/// Does actions of a guest pass at times, each once.
///
/// What the pass allows and, in contract 2, how the entity stands, is asked before. The one request is never sent twice,
/// also not where a fresh nonce might help: contract 1 has no states by which a mistake would be seen. Only what never reached
/// what moves anything, as the server was busy or still starting, may be sent again by a later run.
struct EasyControlActionRunner: ActionRunner {
  private let client: EasyControlClient
  private let call: ActionCall
  private let looking: Looking

  init(client: EasyControlClient, write transport: any WriteTransport, sleep: @escaping Sleep) {
    self.client = client
    call = ActionCall(client: client, transport: transport)
    looking = Looking(client: client, sleep: sleep)
  }

  func patience(moving object: ObjectKey?) -> Duration { ActionCall.patience(moving: object?.kind) }

  func run(
    _ action: SelectorKind.Action, commit: @Sendable (_ moving: ObjectKey?) async throws(ProviderError) -> Void
  ) async throws(ProviderError) -> ActionOutcome {
    let grant = try await client.grant()
    let able = grant.rights.grants.filter { $0.actions.contains(action.name) }
    if let obstacle = grant.obstacle(to: action, on: client.system) { return .notDone(obstacle) }
    guard grant.contract == .second, let id = able.first?.name else {
      let answer = try await call.perform(action.name, on: nil) { () async throws(ProviderError) in
        try await commit(nil)
      }
      return settled(answer, after: grant)
    }
    guard let before = try await looking.look(id) else { return .notDone(EasyControlMessages.gone(id)) }
    // It would be called a success all the same (measured).
    if case .unknown(let word) = before.condition { return .notDone(EasyControlMessages.notKnown(word)) }
    let moving = ObjectKey(system: client.system, kind: before.domain.kind, id: id)
    let answer = try await call.perform(action.name, on: id) { () async throws(ProviderError) in
      try await commit(moving)
    }
    return await settled(answer, id, before, before.domain.position(after: action.name))
  }

  /// What came of it where there are no states.
  private func settled(_ answer: ActionCall.Answer, after grant: Grant) -> ActionOutcome {
    switch answer {
    case .done:
      let left = grant.rights.usesLeft.map { max(0, $0 - 1) }
      let isLow = left.map { $0 <= Grant.usesBefore } ?? false
      return .done(
        [EasyControlMessages.assumed]
          + (isLow ? [EasyControlMessages.usesEnd(left ?? 0, client.system).message(\.utcMinute)] : []))
    case .unknown(let reason): return .unknown(EasyControlMessages.notKnownWhetherDone(reason))
    case .refused(let message, _): return .refused(message)
    case .failed(let error): return .notDone(error.message)
    }
  }

  /// What came of it where the state tells: only one that is there now, and was not before, proves anything in doubt.
  private func settled(
    _ answer: ActionCall.Answer, _ id: String, _ before: EntityState, _ goal: EntityCondition?
  ) async -> ActionOutcome {
    switch answer {
    case .done:
      guard let goal else { return .done([EasyControlMessages.assumed]) }
      switch await looking.await(id, at: goal, inDoubt: false) {
      case .there: return .done([])
      case .stuck(let word): return .stuck(EasyControlMessages.notRepeated(EasyControlMessages.stuck(word)))
      case .elsewhere(let condition):
        return .unverified(EasyControlMessages.notRepeated(EasyControlMessages.notThere(condition, nil)))
      case .unseen(let reason):
        return .unverified(EasyControlMessages.notRepeated(EasyControlMessages.notReadBack(reason, nil)))
      }
    case .unknown(let reason):
      let unknown = ActionOutcome.unknown(EasyControlMessages.notKnownWhetherDone(reason))
      guard let goal, before.condition != goal else { return unknown }
      let sight = await looking.await(id, at: goal, inDoubt: true)
      return sight == .there ? .done([EasyControlMessages.doneAllTheSame(reason)]) : unknown
    case .refused(let message, _): return .refused(message)
    case .failed(let error): return .notDone(error.message)
    }
  }
}
