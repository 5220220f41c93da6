import CivilTime
import Documents
import Host
import Planning
import Policies
import Presentation
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
  /// What is not to be opened.
  var shut = ShutDoors()

  /// What became of actions on one system.
  struct Result: Sendable {
    /// What became of each.
    var outcomes: [ActionKey: ActionOutcome] = [:]
    /// What they have moved, or may have.
    var moved: Set<ObjectKey> = []
  }

  /// What became of the actions that are `due` on `system`.
  func run(_ due: [DueAction], on system: OpenedSystem) async -> Result {
    let runner = system.connected.actions?(network.writeTransport(for: system.endpoint))
    var result = Result()
    for action in due where action.standing == .due {
      guard let runner else {
        result.outcomes[action.key] = .notDone(PassMessages.noActions)
        continue
      }
      let (outcome, moved) = await run(action, by: runner)
      result.outcomes[action.key] = outcome
      if let moved { result.moved.insert(moved) }
    }
    return result
  }

  /// Notes why actions that were tried were not done, and hands back those that no run has tried in vain before.
  func noteFailures(_ due: [DueAction], _ outcomes: [ActionKey: ActionOutcome]) -> Set<ActionKey> {
    var failures: [ActionKey: String] = [:]
    for action in due {
      guard case .notDone(let message)? = outcomes[action.key], !PassMessages.isUntried(message),
        action.failure != message.text
      else { continue }
      failures[action.key] = message.text
    }
    // What cannot be noted would be news again for the next run.
    guard !failures.isEmpty, let journal, (try? journal.note(failures: failures)) != nil else { return [] }
    return Set(due.filter { failures[$0.key] != nil && $0.failure == nil }.map(\.key))
  }

  /// Tells the history of what was missed, and of what an earlier run left open. The latter is settled by that.
  func settle(_ due: [DueAction]) {
    for action in due where action.standing != .due { settle(ActionEntry(action)) }
  }

  private func run(_ due: DueAction, by runner: any ActionRunner) async -> (ActionOutcome, moved: ObjectKey?) {
    guard let journal else { return (.notDone(PassMessages.noJournal), nil) }
    guard stop.reason == nil else { return (.notDone(PassMessages.runEnded), nil) }
    guard now() <= due.until else { return (.notDone(PassMessages.tooLate), nil) }
    let start = network.uptime
    let hold = Mutex(nil as Int?)
    defer { hold.withLock(\.self).map(stop.release) }
    let begun = Mutex((has: false, moving: nil as ObjectKey?))
    let kept = Mutex(nil as Message?)
    var outcome: ActionOutcome
    do throws(ProviderError) {
      outcome = try await runner.run(due.action) { moving async throws(ProviderError) in
        if let obstacle = obstacle(to: due, moving) {
          kept.withLock { $0 = obstacle }
          throw ProviderError(.unsupported, obstacle)
        }
        do throws(StateError) {
          try journal.note(due.key, .begun)
        } catch {
          throw ProviderError(.cancelled, PassMessages.notWrittenDown(error.message))
        }
        begun.withLock { $0 = (true, moving) }
        // Not before: what was only asked about stands half way nowhere.
        hold.withLock { $0 = stop.hold(until: start + runner.patience(moving: moving)) }
      }
    } catch {
      let message = PassMessages.cutShort(error, stop.reason).message
      let keeper = kept.withLock(\.self)
      outcome = begun.withLock { $0.has } ? .unknown(message) : keeper.map(ActionOutcome.calledOff) ?? .notDone(message)
    }
    var (hasBegun, moved) = begun.withLock { $0 }
    if hasBegun, case .notDone(let message) = outcome {
      // Nothing came of it, and a later run may send it again; what cannot be written down stays begun, and never is.
      if (try? journal.note(due.key, .expected)) != nil { hasBegun = false } else { outcome = .refused(message) }
      moved = nil
    }
    let entry = ActionEntry(due, outcome: outcome)
    if entry.isSettled || hasBegun { settle(entry) }
    return (outcome, moved)
  }

  /// Why `due`, which would move this, is not done at all: it would open what is to be shut now, or was since it fell due.
  private func obstacle(to due: DueAction, _ moving: ObjectKey?) -> Message? {
    let now = now()
    guard due.action.opens != nil, let moving, let keeper = shut.keeper(of: moving, since: due.key.at, at: now) else {
      return nil
    }
    return PassMessages.keptShut(by: keeper, Moments(zone: policy.zone, now: now))
  }

  /// What cannot be written down stays begun, and the next run says that nobody knows.
  private func settle(_ entry: ActionEntry) {
    let words = entry.messages.map(\.text).joined(separator: "; ")
    var event = Event(
      at: now(), .action, by: "reconcile", target: entry.due.key.target, system: entry.due.system,
      name: entry.due.action.name, decidedBy: entry.due.edge.map { policy.edges[$0].id }, outcome: entry.word,
      message: words.isEmpty ? nil : words, begins: entry.due.key.at)
    event.sentence = entry.due.edge.map { policy.edges[$0].sentence.shortened(to: 1024) }
    // What was missed by a clock that is ahead is to be done all the same when its time really comes.
    try? journal?.note(entry.due.key, entry.due.standing == .missed ? nil : .settled, telling: event)
  }
}
