import CivilTime
import Documents
import HTTPTransport
import Host
import Policies
import Providers
import Planning

/// Carries changes out, those of one system one after another unless it says that it takes several at once.
enum ChangeRunner {
  /// What became of the changes of one system.
  struct Result: Sendable {
    private(set) var outcomes: [ObjectKey: Outcome] = [:]
    var failure: ProviderError?
    /// How many were passed over in a row.
    private var passedOver = 0

    /// Notes what became of `change`. Of two objects to which a system gives one id, what was not applied counts.
    mutating func note(_ outcome: Outcome, of change: Change) {
      if let known = outcomes[change.key], known.word != Outcome.applied([]).word { return }
      outcomes[change.key] = outcome
    }

    /// The same with what became of `others`.
    func merging(_ others: Result) -> Result {
      var all = self
      all.outcomes.merge(others.outcomes) { $1 }
      all.failure = failure ?? others.failure
      return all
    }

    /// Takes back what became of these objects.
    mutating func forget(_ keys: Set<ObjectKey>) { outcomes = outcomes.filter { !keys.contains($0.key) } }

    /// Notes what came of `change`; the first failure of the whole system is the one that is told.
    ///
    /// An answer that nobody understands may be about the one object: it would keep all that come after it from being switched,
    /// in this run and in every other. Where it is about all of them, the next ones show it.
    fileprivate mutating func note(_ applied: Swift.Result<Outcome, ProviderError>, of change: Change) {
      switch applied {
      case .success(let outcome):
        passedOver = 0
        note(outcome, of: change)
      case .failure(let error):
        passedOver += 1
        let mayBeOfOne = error.kind == .unexpectedReply && passedOver <= ChangeRunner.mostPassedOver
        if !mayBeOfOne { failure = failure ?? error }
        note(.failed(error.message), of: change)
      }
    }
  }

  /// So many objects in a row may give an answer that nobody understands before the whole system is taken to be at fault.
  static let mostPassedOver = 2

  /// What became of `changes`, which are all on `system`. Without any, no transport to write through is made. `notes`
  /// take down what is asked for and cannot be read back; without them nothing of that sort is. Where the run is over by now
  /// `ended` says why. By the time `now` tells, what is no longer wanted is not begun.
  static func carryOut(
    _ changes: [Change], on system: OpenedSystem, network: any Network, stop: StopSignal, notes: RequestNotes? = nil,
    ended: Message? = nil, now: @escaping @Sendable () -> Instant
  ) async -> Result {
    guard !changes.isEmpty else { return Result() }
    let applier = system.connected.applier(network.writeTransport(for: system.endpoint))
    let turns = ChangeTurns(changes)
    var result = Result()
    await carryOut(
      longFirst(turns.first, by: applier), unless: nil, by: applier, network: network, stop: stop, notes: notes,
      ended: ended, now: now,
      into: &result)
    let putOff = turns.obstacle(after: result.outcomes)
    await carryOut(
      turns.removals, unless: putOff, by: applier, network: network, stop: stop, notes: notes, ended: ended, now: now,
      into: &result)
    return result
  }

  /// Carries `changes` out as far as nothing speaks against it; `putOff` says what does so against all of them.
  private static func carryOut(
    _ changes: [Change], unless putOff: Message?, by applier: any Applier, network: any Network, stop: StopSignal,
    notes: RequestNotes?, ended: Message?, now: @escaping @Sendable () -> Instant, into result: inout Result
  ) async {
    await withTaskGroup(of: (Change, Applied).self) { group in
      var underWay = 0
      for change in changes {
        if underWay == applier.changesAtOnce, let (change, applied) = await group.next() {
          result.note(applied, of: change)
          underWay -= 1
        }
        if stop.reason != nil {
          result.note(.skipped(ended ?? PassMessages.runEnded), of: change)
        } else if result.failure != nil {
          result.note(.skipped(PassMessages.systemFailedBefore), of: change)
        } else if let putOff {
          result.note(.skipped(putOff), of: change)
        } else {
          if let obstacle = tooLate(change, at: now()) ?? notes.obstacle(to: change) {
            result.note(obstacle, of: change)
            continue
          }
          underWay += 1
          group.addTask { (change, await apply(change, by: applier, network, stop, ended)) }
        }
      }
      for await (change, applied) in group { result.note(applied, of: change) }
    }
  }

  /// `changes` with those first that are waited for the longest: a door begins to move before what can be cut off takes its time.
  private static func longFirst(_ changes: [Change], by applier: any Applier) -> [Change] {
    let patience = changes.map(applier.patience(for:))
    let order = changes.indices.sorted { (patience[$1], $0) < (patience[$0], $1) }
    return order.map { changes[$0] }
  }

  /// That the time of `change` is over; nil where it is not.
  private static func tooLate(_ change: Change, at now: Instant) -> Outcome? {
    do throws(ProviderError) {
      try change.checkTime(at: now)
      return nil
    } catch {
      return .skipped(error.message)
    }
  }

  /// That none of `changes` is made, and why.
  static func skipped(_ changes: [Change], because reason: Message) -> Result {
    changes.reduce(into: Result()) { $0.note(.skipped(reason), of: $1) }
  }

  private typealias Applied = Swift.Result<Outcome, ProviderError>

  /// Carries one change out, unless the run is to end before anything of it was sent. Until that is done the run may go on for
  /// as long as the change has to be waited for.
  private static func apply(
    _ change: Change, by applier: any Applier, _ network: any Network, _ stop: StopSignal, _ ended: Message?
  ) async -> Applied {
    let patience = applier.patience(for: change)
    let hold = patience > .zero ? stop.hold(until: network.uptime + patience) : nil
    defer { hold.map(stop.release) }
    do throws(ProviderError) {
      return .success(try await applied(change, by: applier, network, stop, ended))
    } catch {
      return Change.isTooLate(error) || error.message.code == PassMessages.runEnded.code
        ? .success(.skipped(error.message)) : .failure(PassMessages.cutShort(error, stop.reason))
    }
  }

  /// A system that asks for a short pause has done nothing: it gets that once, and is asked again.
  private static func applied(
    _ change: Change, by applier: any Applier, _ network: any Network, _ stop: StopSignal, _ ended: Message?
  ) async throws(ProviderError) -> Outcome {
    let begin = { @Sendable () throws(ProviderError) in
      if stop.reason != nil { throw ProviderError(.cancelled, ended ?? PassMessages.runEnded) }
    }
    do throws(ProviderError) {
      return try await applier.apply(change, begin: begin)
    } catch {
      guard case .busy(let seconds?) = error.kind, seconds > 0, case let pause = Duration.seconds(seconds),
        pause <= RetryPolicy.longestRetryAfter, pause < stop.timeLeft(at: network.uptime)
      else { throw error }
      await stop.whileReading(on: network.executor) { await network.sleep(pause) }
      guard stop.reason == nil else { throw error }
      return try await applier.apply(change, begin: begin)
    }
  }

  /// The report of having carried `plan` out with these `results`. What nobody came to was skipped.
  static func report(_ plan: Plan, _ results: [Name: Result]) -> Report {
    var outcomes: [ObjectKey: Outcome] = [:]
    for change in plan.changes {
      outcomes[change.key] = results[change.system]?.outcomes[change.key] ?? .skipped(PassMessages.runEnded)
    }
    return Report(.apply, plan: plan, outcomes: outcomes, failures: results.compactMapValues(\.failure))
  }
}
