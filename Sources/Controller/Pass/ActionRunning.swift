import CivilTime
import Documents
import Host
import Planning
import Policies
import Providers
import StateStore
import Synchronization

/// Does what is due on one system, one action after another, and writes down for each that it begins and what came of it.
struct ActionRunning: Sendable {
  /// Nil where there is no state: what cannot be written down is not done.
  let journal: ActionJournal?
  let policy: Policy
  let network: any Network
  let stop: StopSignal
  let now: @Sendable () -> Instant

  /// What became of the actions that are `due` on `system`.
  func run(_ due: [DueAction], on system: OpenedSystem) async -> [ActionKey: ActionOutcome] {
    let runner = system.connected.actions?(network.writeTransport(for: system.endpoint))
    var outcomes: [ActionKey: ActionOutcome] = [:]
    for action in due where action.standing == .due {
      guard let runner else {
        outcomes[action.key] = .notDone(PassMessages.noActions)
        continue
      }
      outcomes[action.key] = await run(action, by: runner)
    }
    return outcomes
  }

  /// Tells the history of what was missed, and of what an earlier run left open. The latter is settled by that.
  func settle(_ due: [DueAction]) {
    for action in due where action.standing != .due { settle(ActionEntry(action)) }
  }

  private func run(_ due: DueAction, by runner: any ActionRunner) async -> ActionOutcome {
    guard let journal else { return .notDone(PassMessages.noJournal) }
    guard stop.reason == nil else { return .notDone(PassMessages.runEnded) }
    guard now() <= due.until else { return .notDone(PassMessages.tooLate) }
    let hold = stop.hold(until: network.uptime + runner.patience)
    defer { stop.release(hold) }
    let hasBegun = Mutex(false)
    let outcome: ActionOutcome
    do throws(ProviderError) {
      outcome = try await runner.run(due.action) { () async throws(ProviderError) in
        do throws(StateError) {
          try journal.note(due.key, .begun)
        } catch {
          throw ProviderError(.cancelled, PassMessages.notWrittenDown(error.message))
        }
        hasBegun.withLock { $0 = true }
      }
    } catch {
      let message = PassMessages.cutShort(error, stop.reason).message
      outcome = hasBegun.withLock { $0 } ? .unknown(message) : .notDone(message)
    }
    let entry = ActionEntry(due, outcome: outcome)
    if entry.isSettled || hasBegun.withLock({ $0 }) { settle(entry) }
    return outcome
  }

  /// What cannot be written down stays begun, and the next run says that nobody knows.
  private func settle(_ entry: ActionEntry) {
    let words = entry.messages.map(\.text).joined(separator: "; ")
    let event = Event(
      at: now(), .action, by: "reconcile", target: entry.due.key.target, system: entry.due.system,
      name: entry.due.action.name, decidedBy: entry.due.edge.map { policy.edges[$0].id }, outcome: entry.word,
      message: words.isEmpty ? nil : words, begins: entry.due.key.at)
    // What was missed by a clock that is ahead is to be done all the same when its time really comes.
    try? journal?.note(entry.due.key, entry.due.standing == .missed ? nil : .settled, telling: event)
  }
}
