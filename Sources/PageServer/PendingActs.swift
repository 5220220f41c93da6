import Controller
import Host
import StateStore

/// What waits until the state is free: the connections wait, and nobody else does.
struct PendingActs {
  private var acts: [Act] = []

  private struct Act {
    /// Who waits for it; a second tap is another one.
    var waiting: [Incoming]
    var key: String
    /// In seconds of a clock that nobody sets.
    var deadline: Int64
    var perform: (StateStore) -> Answer
    var refusal: Refusal

    func refused(asBusy isBusy: Bool) -> [(Incoming, Answer)] {
      waiting.map { ($0, isBusy ? refusal.late : refusal.failed) }
    }
  }

  /// What is said where an act was not done.
  struct Refusal {
    /// Where the state was not free in time: another try may do.
    var late: Answer
    /// Where it cannot be written, which no other try cures.
    var failed: Answer
  }

  /// For so long an act waits until the state is free, in seconds.
  private static let patience: Int64 = 20

  var isEmpty: Bool { acts.isEmpty }

  /// `perform` is done as soon as the state is free, and once for all that come with one `key`. `now` is in seconds of a clock
  /// that nobody sets.
  mutating func add(
    _ incoming: Incoming, key: String, or refusal: Refusal, at now: Int64 = Uptime.seconds,
    _ perform: @escaping (StateStore) -> Answer
  ) {
    if let place = acts.firstIndex(where: { $0.key == key }) {
      acts[place].waiting.append(incoming)
      return
    }
    acts.append(
      Act(waiting: [incoming], key: key, deadline: now + Self.patience, perform: perform, refusal: refusal))
  }

  /// Its client is gone. What it wanted is done all the same: a request that has arrived counts.
  mutating func forget(_ incoming: Incoming) {
    for place in acts.indices { acts[place].waiting.removeAll { $0 == incoming } }
  }

  /// What is to be said to whom.
  struct Outcome {
    fileprivate(set) var said: [(Incoming, Answer)] = []
    /// Whether the state was free, so that all of it is done.
    fileprivate(set) var isDone = false
  }

  /// Does all of it, where the state is free.
  mutating func perform(
    in directory: StateDirectory, _ environment: Environment, at now: Int64 = Uptime.seconds
  ) -> Outcome {
    guard !acts.isEmpty else { return Outcome() }
    let all = acts
    do throws(StateError) {
      let answers = try StateWriting.perform(in: directory, environment, waiting: 0, lack: .isRefused) { store in
        all.map { $0.perform(store) }
      }
      acts = []
      return Outcome(said: zip(all, answers).flatMap { act, answer in act.waiting.map { ($0, answer) } }, isDone: true)
    } catch {
      if error.kind != .busy { environment.warn(error.message) }
      acts = error.kind == .busy ? all.filter { $0.deadline > now } : []
      let left = all.filter { act in error.kind != .busy || act.deadline <= now }
      return Outcome(said: left.flatMap { $0.refused(asBusy: error.kind == .busy) })
    }
  }

  /// Whatever waits is too late.
  mutating func giveUp() -> Outcome {
    defer { acts = [] }
    return Outcome(said: acts.flatMap { $0.refused(asBusy: true) })
  }
}
